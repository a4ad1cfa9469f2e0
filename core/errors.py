"""One hierarchy of errors. Each carries a code, an HTTP status and a message in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from core.messages import Language, translate

if TYPE_CHECKING:
    from core.domain.results import NameChoice


def first_line(error: Exception) -> str:
    """What a library's error says, in one line of at most 300 characters."""
    return (str(error).strip().splitlines() or [repr(error)])[0][:300]


class GuanxiError(Exception):
    """Root of every error a person may see.

    ``code`` doubles as the key ``error.<code>`` of the message catalogue; ``parameters`` fill its placeholders. A
    ``fault`` among them is the key ``fault.<fault>`` of what {detail} says.
    """

    code: ClassVar[str] = "internal"
    http_status: ClassVar[int] = 500

    def __init__(self, **parameters: str | int) -> None:
        self.parameters = parameters
        super().__init__(self.message("en"))

    def message(self, language: Language) -> str:
        """What happened and what to do next, in ``language``."""
        given = {**self.parameters, "detail": self.detail(language)} if "fault" in self.parameters else self.parameters
        return translate(f"error.{self.code}", language, **given)

    def detail(self, language: Language) -> str:
        """What {detail} of the message stands for."""
        if "fault" in self.parameters:
            return translate(f"fault.{self.parameters['fault']}", language, **self.parameters)
        return str(self.parameters.get("detail", ""))


class KnowledgeBaseMissingError(GuanxiError):
    """Nothing was ever published in this folder."""

    code: ClassVar[Literal["knowledge_base_missing"]] = "knowledge_base_missing"
    http_status = 503


class KnowledgeBaseCorruptError(GuanxiError):
    """The published version cannot be read or does not match its manifest."""

    code: ClassVar[Literal["knowledge_base_corrupt"]] = "knowledge_base_corrupt"
    http_status = 503


class SourceDamagedError(GuanxiError):
    """An imported source cannot be read or is not what was written; what serves goes on without a build."""

    code = "source_damaged"
    http_status = 503


class KnowledgeBaseOutdatedError(GuanxiError):
    """The published version has another schema than this program reads."""

    code: ClassVar[Literal["knowledge_base_outdated"]] = "knowledge_base_outdated"
    http_status = 503


class EmbeddingModelMismatchError(GuanxiError):
    """The knowledge base was built with another embedding model than the one configured."""

    code = "embedding_model_mismatch"
    http_status = 503


class EmbeddingModelUnavailableError(GuanxiError):
    """The configured embedding model cannot be loaded."""

    code = "embedding_model_unavailable"
    http_status = 503


class RerankerUnavailableError(GuanxiError):
    """The configured reranker cannot be loaded or run."""

    code = "reranker_unavailable"
    http_status = 503


class RerankerUnfitError(GuanxiError):
    """The configured reranker prefers an obviously irrelevant text to a relevant one."""

    code = "reranker_unfit"
    http_status = 503


class RerankerFailedError(GuanxiError):
    """The reranker failed while scoring an answer's companies."""

    code = "reranker_failed"
    http_status = 503


class BuildFailedError(GuanxiError):
    """A build stopped; the version published before it still serves."""

    code = "build_failed"
    http_status = 500


class BuildRunningError(GuanxiError):
    """Another process is building into the same folder."""

    code = "build_running"
    http_status = 409


class ChangeCancelledError(GuanxiError):
    """A person cancelled a change before it was published."""

    code = "change_cancelled"
    http_status = 409


class SharedError(GuanxiError):
    """Something is wrong with the place where a knowledge base is shared; what is here serves on."""

    code = "shared"
    http_status = 503


class SharedUnreachableError(SharedError):
    """The shared place does not answer, or not as it should."""

    code = "shared_unreachable"
    http_status = 503


class SharedForbiddenError(SharedError):
    """The shared place refuses the credentials of the environment."""

    code = "shared_forbidden"
    http_status = 503


class SharedDamagedError(SharedError):
    """An object of the shared version is missing, cut off or changed."""

    code = "shared_damaged"
    http_status = 503


class SharedChangedError(SharedError):
    """Another machine has shared a version while this one was built."""

    code = "shared_changed"
    http_status = 409


class SharedDataDiffersError(SharedError):
    """The data folder here is not what the shared knowledge base was built from."""

    code = "shared_data_differs"
    http_status = 409


class BulkEngineMissingError(GuanxiError):
    """Several workers were asked for, and Ray is not installed."""

    code = "bulk_engine_missing"
    http_status = 503


class BulkDiffersError(GuanxiError):
    """The output folder holds partitions of another bulk job."""

    code = "bulk_differs"
    http_status = 409


class BulkFailedError(GuanxiError):
    """A partition of a bulk job could not be computed."""

    code = "bulk_failed"
    http_status = 500


class DataUnreadableError(GuanxiError):
    """A data file is missing, is not CSV, or lacks required columns."""

    code = "data_unreadable"
    http_status = 422


class DataUnwritableError(GuanxiError):
    """A file with exported data cannot be written."""

    code = "data_unwritable"
    http_status = 500


class NothingAdmittedError(GuanxiError):
    """Of what was to be taken in, every part was refused."""

    code = "nothing_admitted"
    http_status = 422


class SourceUnknownError(GuanxiError):
    """No imported source has this id."""

    code = "source_unknown"
    http_status = 404


class MappingInvalidError(GuanxiError):
    """What is said of the columns of an import names a column or a field that there is not."""

    code = "mapping_invalid"
    http_status = 422


class CompanyUnknownError(GuanxiError):
    """No company has this id."""

    code = "company_unknown"
    http_status = 404


class EntityUnknownError(GuanxiError):
    """Neither a company nor any other entity has this id."""

    code = "entity_unknown"
    http_status = 404


class CompanyNameUnknownError(GuanxiError):
    """No company bears this name; ``choices`` lists the nearest ones with their ids, ``meant`` holds them."""

    code = "company_name_unknown"
    http_status = 404
    meant: tuple[NameChoice, ...] = ()


class CompanyNameUnlikeAnyError(GuanxiError):
    """No company bears this name, nor one like it."""

    code = "company_name_unlike_any"
    http_status = 404


class CompanyNameAmbiguousError(GuanxiError):
    """Several companies bear this name; ``choices`` lists them with their ids, ``meant`` holds them."""

    code = "company_name_ambiguous"
    http_status = 409
    meant: tuple[NameChoice, ...] = ()


class ComparedTooFewOrManyError(GuanxiError):
    """Two to ``most`` different companies can be compared."""

    code = "compared_too_few_or_many"
    http_status = 422


class OneCompanyAlreadyError(GuanxiError):
    """Two ids that are to be merged are one company already."""

    code = "one_company_already"
    http_status = 409


class CompaniesToldApartError(GuanxiError):
    """A merge would make one company of two that were said to be different."""

    code = "companies_told_apart"
    http_status = 409


class MergeUnknownError(GuanxiError):
    """A merge is to be undone that was never made."""

    code = "merge_unknown"
    http_status = 404


class SameCompaniesUnavailableError(GuanxiError):
    """What was said of companies that are one cannot be read or written."""

    code = "same_companies_unavailable"
    http_status = 503


class SettingsInvalidError(GuanxiError):
    """An environment variable has a value that its setting does not accept."""

    code = "settings_invalid"
    http_status = 500


class QueryEmptyError(GuanxiError):
    """Neither a company nor a question was given."""

    code = "query_empty"
    http_status = 422


class QueryTooLongError(GuanxiError):
    """The question or the company is longer than the limit."""

    code = "query_too_long"
    http_status = 422


class SearchFailedError(GuanxiError):
    """What is stored could not be searched."""

    code = "search_failed"
    http_status = 503


class ModelUnavailableError(GuanxiError):
    """The language model's endpoint cannot be reached, is too slow, or fails."""

    code = "model_unavailable"
    http_status = 503


class ModelRefusedError(GuanxiError):
    """The language model's endpoint refuses the request: a wrong key, an unknown model, a limit."""

    code = "model_refused"
    http_status = 503


class ModelAnswerUnusableError(GuanxiError):
    """The language model answered nothing that can be used, also when asked again."""

    code = "model_answer_unusable"
    http_status = 503


class LocalModelUnavailableError(GuanxiError):
    """The optional local language model is not installed, or is not what it should be."""

    code = "local_model_unavailable"
    http_status = 503


class OntologyInvalidError(GuanxiError):
    """The ontology file breaks its own rules."""

    code = "ontology_invalid"
    http_status = 500


class RecogniserUnavailableError(GuanxiError):
    """The model that finds names in passages cannot be loaded or run."""

    code = "recogniser_unavailable"
    http_status = 503


class DataFolderDiffersError(GuanxiError):
    """What serves was built from another data folder."""

    code = "data_folder_differs"
    http_status = 409


class NotTheSampleError(GuanxiError):
    """The bundled sample would replace a knowledge base that was built from something else."""

    code = "not_the_sample"
    http_status = 409


class VersionUnknownError(GuanxiError):
    """There is no kept version of this id."""

    code = "version_unknown"
    http_status = 404


class RemovalsUnreadableError(GuanxiError):
    """The list of records that a person took out cannot be read."""

    code = "removals_unreadable"
    http_status = 500


class NothingToRemoveError(GuanxiError):
    """None of the ids to remove is there."""

    code = "nothing_to_remove"
    http_status = 404


class LinkingRulesInvalidError(GuanxiError):
    """Rules for linking passages that cannot be followed."""

    code = "linking_rules_invalid"
    http_status = 422


class EvaluationNameUnknownError(GuanxiError):
    """An experiment was asked for a task or variant that does not exist."""

    code = "evaluation_name_unknown"
    http_status = 422


class ResearchMissingError(GuanxiError):
    """A command that measures public data sets was run in a program installed without what it runs."""

    code = "research_missing"
    http_status = 404


class ResultsNotWrittenError(GuanxiError):
    """The folder for an experiment's results cannot be written."""

    code = "results_not_written"
    http_status = 500


class DecisionsUnavailableError(GuanxiError):
    """The analysts' decisions cannot be read or written."""

    code = "decisions_unavailable"
    http_status = 503


class ApiError(GuanxiError):
    """Refused by the HTTP API."""

    code = "api"
    http_status = 400


class ApiClosedError(ApiError):
    """No key is configured, and the API is not declared open on this machine."""

    code = "api_closed"
    http_status = 403


class ApiKeyMissingError(ApiError):
    """A request without a key."""

    code = "api_key_missing"
    http_status = 401


class ApiKeyWrongError(ApiError):
    """A request with a key that is not, or no longer, known."""

    code = "api_key_wrong"
    http_status = 401


class ApiKeyInAddressError(ApiError):
    """A key in the query string, where logs and histories would keep it."""

    code = "api_key_in_address"
    http_status = 400


class ChangeRunningError(ApiError):
    """The data is being changed already; one change at a time."""

    code = "change_running"
    http_status = 409


class EmbeddingsDifferError(ApiError):
    """Vectors that are brought were made by another model than those of the knowledge base."""

    code = "embeddings_differ"
    http_status = 409


class JobUnknownError(ApiError):
    """No job of this process has this id, or it ended long ago."""

    code = "job_unknown"
    http_status = 404


class IngestOffError(ApiError):
    """Data may be brought only with a key that is meant for it."""

    code = "ingest_off"
    http_status = 403


class TooManyRequestsError(ApiError):
    """More requests than a key, or an address without one, has per minute."""

    code = "too_many_requests"
    http_status = 429


class OverloadedError(ApiError):
    """As many requests are being worked on and waiting as may."""

    code = "overloaded"
    http_status = 503


class DeadlinePassedError(ApiError):
    """The answer was not there in time."""

    code = "deadline_passed"
    http_status = 504


class BodyTooLargeError(ApiError):
    """More bytes than a request may have."""

    code = "body_too_large"
    http_status = 413


class BodyTooDeepError(ApiError):
    """JSON that is nested more deeply than any request needs."""

    code = "body_too_deep"
    http_status = 422


class BodyTooSlowError(ApiError):
    """A body that did not arrive in time."""

    code = "body_too_slow"
    http_status = 408


class NotReadyError(ApiError):
    """The knowledge base is still being opened or built."""

    code = "not_ready"
    http_status = 503


class ToolUnknownError(GuanxiError):
    """A client called a tool that there is not."""

    code = "tool_unknown"
    http_status = 404


class ToolInputInvalidError(GuanxiError):
    """Arguments of a tool are missing, unknown, or not what they should be."""

    code = "tool_input_invalid"
    http_status = 422


class AddressNotLocalError(GuanxiError):
    """Something without keys was to be served to other machines."""

    code = "address_not_local"
    http_status = 422


class AddressTakenError(GuanxiError):
    """Something else listens at this address, or it cannot be listened at."""

    code = "address_taken"
    http_status = 503


class ViewLinkDamagedError(GuanxiError):
    """A link to a view of the graph workbench was cut or changed."""

    code = "view_link_damaged"
    http_status = 400


class SavedViewsUnavailableError(GuanxiError):
    """The saved views of the graph workbench cannot be read or written."""

    code = "saved_views_unavailable"
    http_status = 503


class JudgementsUnavailableError(GuanxiError):
    """The thumbs of people cannot be read or written."""

    code = "judgements_unavailable"
    http_status = 503


class PresetsUnavailableError(GuanxiError):
    """The presets cannot be read or written."""

    code = "presets_unavailable"
    http_status = 503


class PresetUnknownError(GuanxiError):
    """No preset has this name."""

    code = "preset_unknown"
    http_status = 404


class PresetNameTakenError(GuanxiError):
    """Another preset has this name."""

    code = "preset_name_taken"
    http_status = 409


class PresetInvalidError(GuanxiError):
    """A name or a file of presets that cannot be taken in."""

    code = "preset_invalid"
    http_status = 422
