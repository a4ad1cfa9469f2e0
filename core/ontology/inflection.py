"""Forms of English nouns and verbs, as far as phrases of the lexicon need them."""

from __future__ import annotations

from collections.abc import Iterator

_IRREGULAR = {  # past, participle
    "buy": ("bought", "bought"),
    "sell": ("sold", "sold"),
    "make": ("made", "made"),
    "build": ("built", "built"),
    "have": ("had", "had"),
    "hold": ("held", "held"),
    "take": ("took", "taken"),
    "get": ("got", "gotten"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "fight": ("fought", "fought"),
    "feed": ("fed", "fed"),
    "put": ("put", "put"),
    "bet": ("bet", "bet"),
    "set": ("set", "set"),
    "sit": ("sat", "sat"),
    "run": ("ran", "run"),
    "lead": ("led", "led"),
    "come": ("came", "come"),
    "pay": ("paid", "paid"),
    "do": ("did", "done"),
    "lean": ("leaned", "leaned"),
    "tie": ("tied", "tied"),
    "vie": ("vied", "vied"),
    "begin": ("began", "begun"),
    "bring": ("brought", "brought"),
    "choose": ("chose", "chosen"),
    "cut": ("cut", "cut"),
    "draw": ("drew", "drawn"),
    "eat": ("ate", "eaten"),
    "fall": ("fell", "fallen"),
    "keep": ("kept", "kept"),
    "lay": ("laid", "laid"),
    "lend": ("lent", "lent"),
    "let": ("let", "let"),
    "sink": ("sank", "sunk"),
    "spend": ("spent", "spent"),
    "stand": ("stood", "stood"),
    "steal": ("stole", "stolen"),
    "strike": ("struck", "struck"),
    "swear": ("swore", "sworn"),
    "throw": ("threw", "thrown"),
    "win": ("won", "won"),
    "write": ("wrote", "written"),
}
_ADVERBS = frozenset(("partly", "partially", "fully", "wholly", "ultimately", "directly", "jointly", "financially"))
_DOUBLING = frozenset(("control", "transfer", "refer", "commit", "submit", "equip", "propel"))
"""Of several syllables, with the stress on the last: it is doubled as well."""
_GERUNDS = {"tie": "tying", "vie": "vying"}
_BE = ("is", "are", "was", "were", "been", "being", "be", "")
_ARTICLES = ("a ", "an ", "the ")
"""What "be" + a noun begins with, which without "be" is the noun."""
_VOWELS = "aeiou"


def noun_forms(noun: str) -> tuple[str, ...]:
    """Singular and plural of a noun, or of the last word of several."""
    if noun.endswith("s") and not noun.endswith(("ss", "us")):
        return (noun,)
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return noun, f"{noun[:-1]}ies"
    return noun, f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def verb_forms(phrase: str) -> Iterator[tuple[str, bool]]:
    """Every form of a verb, or of the first word of several, and whether it may be passive; of "be" + … also what is
    left without it."""
    verb, _, rest = phrase.partition(" ")
    behind = f" {rest}" if rest else ""
    if verb == "be":
        for form in _BE[:-1] if rest.startswith(_ARTICLES) else _BE:
            yield f"{form}{behind}".strip(), False
        return
    if verb in _ADVERBS and rest:  # partly own: the verb is what follows
        yield from ((f"{verb} {form}", passive) for form, passive in verb_forms(rest))
        return
    if not verb.replace("-", "").isalpha() or verb in ("can't", "cannot", "cant"):
        yield phrase, False
        return
    past, participle = _IRREGULAR.get(verb, (_past(verb), _past(verb)))
    for form in dict.fromkeys((verb, _third(verb), _gerund(verb))):
        yield f"{form}{behind}", False
    for form in dict.fromkeys((past, participle)):
        yield f"{form}{behind}", True


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh", "o")) else f"{verb}s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if _doubles(verb) else f"{verb}ed"


def _gerund(verb: str) -> str:
    if verb in _GERUNDS:
        return _GERUNDS[verb]
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if _doubles(verb) else f"{verb}ing"


def _doubles(verb: str) -> bool:
    """Whether the last letter is doubled: one short vowel before one consonant, in a word of one syllable."""
    if verb in _DOUBLING:
        return True
    short = len(verb) >= 3 and verb[-1] not in f"{_VOWELS}wxy" and verb[-2] in _VOWELS and verb[-3] not in _VOWELS
    return short and sum(letter in _VOWELS for letter in verb) == 1
