"""What is known of a company beside its names: headquarters, people in roles, identifiers, website, size."""

from __future__ import annotations

from app.company.entries import Entry, Tag, show_entries
from app.state.view_state import page_language
from app.widgets.attribute_values import shown_value
from core.domain.results import SourceKind
from core.dossier.profile import EntityProfile
from core.messages import translate, translated_or_itself
from core.retrieval.terms import date_in_words


def particulars_list(profile: EntityProfile) -> None:
    """A line of what is recorded, with the row that says so; nothing where nothing is."""
    tags = [*_place(profile), *_people(profile), *_identifiers(profile), *_website_and_size(profile)]
    if tags:
        entity = profile.entity
        source = f"{SourceKind.PROFILE}:{entity.id}"
        show_entries([Entry(title=[], tags=tags, source=source)], key=f"particulars-{entity.id}")


def _place(profile: EntityProfile) -> list[Tag]:
    place = profile.entity.seat(page_language())
    return (
        [Tag(translate("company.headquarters", page_language(), place=place))] if place and profile.is_company else []
    )


def _people(profile: EntityProfile) -> list[Tag]:
    language, tags = page_language(), []
    for each in profile.particulars.people:
        role, name = f"{each.role[language][:1].upper()}{each.role[language][1:]}", each.name[language]
        since = translate("company.since", language, day=date_in_words(each.start, language)) if each.start else ""
        tags.append(Tag(f"{role}{since}", name, each.id) if each.id else Tag(f"{role} {name}"))
    return tags


def _identifiers(profile: EntityProfile) -> list[Tag]:
    language = page_language()
    return [
        Tag(f"{translated_or_itself(f'company.identifier.{kind}', kind.upper(), language)} {value}")
        for kind, value in profile.particulars.identifiers
    ]


def _website_and_size(profile: EntityProfile) -> list[Tag]:
    language, found = page_language(), profile.particulars
    tags = [Tag(translate("company.website", language, address=found.website))] if found.website else []
    if found.sizes_as_of:
        as_of = translate("company.size_as_of", language, day=date_in_words(found.sizes_as_of, language))
    else:
        as_of = ""
    return tags + [Tag(f"{each.name} {shown_value(each.name, each.value)}{as_of}") for each in found.sizes]
