"""The root of all errors: each has a code and a message in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Literal

from core.messages import Language, translate

if TYPE_CHECKING:
    from core.domain.results import NameChoice


def first_line(error: Exception) -> str:
    """What a library's error says, in one line of at most 300 characters."""
    return (str(error).strip().splitlines() or [repr(error)])[0][:300]


class GuanxiError(Exception):
    """Root of every error a person may see.

    ``code`` is the name of the class in snake case without ``Error``, and the key ``error.<code>`` of the message
    catalogue; ``parameters`` fill its placeholders. A ``fault`` among them is the key ``fault.<fault>`` of what
    {detail} says.
    """

    code: ClassVar[str] = "internal"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Error")).lower()

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


class RefusedError(GuanxiError):
    """Whoever asks can put it right, and is told the message; of other errors, which may name folders, a client is told
    the code. Never raised itself: each kind has its own code."""

    code = GuanxiError.code


class KnowledgeBaseMissingError(GuanxiError):
    """Nothing was ever published in this folder."""

    code: ClassVar[Literal["knowledge_base_missing"]]


class KnowledgeBaseCorruptError(GuanxiError):
    """The published version cannot be read or does not match its manifest."""

    code: ClassVar[Literal["knowledge_base_corrupt"]]


class SourceDamagedError(GuanxiError):
    """An imported source cannot be read or is not what was written; what serves goes on without a build."""


class KnowledgeBaseOutdatedError(GuanxiError):
    """The published version has another schema than this program reads."""

    code: ClassVar[Literal["knowledge_base_outdated"]]


class EmbeddingModelMismatchError(GuanxiError):
    """The knowledge base was built with another embedding model than the one configured."""


class EmbeddingModelUnavailableError(GuanxiError):
    """The configured embedding model cannot be loaded."""


class RerankerUnavailableError(GuanxiError):
    """The configured reranker cannot be loaded or run."""


class RerankerUnfitError(GuanxiError):
    """The configured reranker prefers an obviously irrelevant text to a relevant one."""


class RerankerFailedError(GuanxiError):
    """The reranker failed while scoring an answer's companies."""


class BuildFailedError(GuanxiError):
    """A build stopped; the version published before it still serves."""


class BuildRunningError(RefusedError):
    """Another process is building into the same folder."""


class ChangeCancelledError(RefusedError):
    """A person cancelled a change before it was published."""


class SharedError(GuanxiError):
    """Something is wrong with the place where a knowledge base is shared; what is here serves on."""


class SharedUnreachableError(SharedError):
    """The shared place does not answer, or not as it should."""


class SharedForbiddenError(SharedError):
    """The shared place refuses the credentials of the environment."""


class SharedDamagedError(SharedError):
    """An object of the shared version is missing, cut off or changed."""


class SharedChangedError(SharedError, RefusedError):
    """Another machine has shared a version while this one was built."""


class SharedDataDiffersError(SharedError, RefusedError):
    """The data folder here is not what the shared knowledge base was built from."""


class BulkEngineMissingError(GuanxiError):
    """Several workers were asked for, and Ray is not installed."""


class BulkDiffersError(RefusedError):
    """The output folder holds partitions of another bulk job."""


class BulkFailedError(GuanxiError):
    """A partition of a bulk job could not be computed."""


class DataUnreadableError(RefusedError):
    """A data file is missing, is not CSV, or lacks required columns."""


class DataUnwritableError(GuanxiError):
    """A file with exported data cannot be written."""


class NothingAdmittedError(RefusedError):
    """Of what was to be taken in, every part was refused."""


class SourceUnknownError(RefusedError):
    """No imported source has this id."""


class MappingInvalidError(RefusedError):
    """What is said of the columns of an import names a column or a field that there is not."""


class CompanyUnknownError(RefusedError):
    """No company has this id."""


class EntityUnknownError(RefusedError):
    """Neither a company nor any other entity has this id."""


class CompanyNameUnknownError(RefusedError):
    """No company bears this name; ``choices`` lists the nearest ones with their ids, ``meant`` holds them."""

    meant: tuple[NameChoice, ...] = ()


class CompanyNameUnlikeAnyError(RefusedError):
    """No company bears this name, nor one like it."""


class CompanyNameAmbiguousError(RefusedError):
    """Several companies bear this name; ``choices`` lists them with their ids, ``meant`` holds them."""

    meant: tuple[NameChoice, ...] = ()


class ComparedTooFewOrManyError(RefusedError):
    """Two to ``most`` different companies can be compared."""


class OneCompanyAlreadyError(RefusedError):
    """Two ids that are to be merged are one company already."""


class CompaniesToldApartError(RefusedError):
    """A merge would make one company of two that were said to be different."""


class MergeUnknownError(RefusedError):
    """A merge is to be undone that was never made."""


class SameCompaniesUnavailableError(GuanxiError):
    """What was said of companies that are one cannot be read or written."""


class SettingsInvalidError(GuanxiError):
    """An environment variable has a value that its setting does not accept."""


class QueryEmptyError(RefusedError):
    """Neither a company nor a question was given."""


class QueryTooLongError(RefusedError):
    """The question or the company is longer than the limit."""


class SearchFailedError(GuanxiError):
    """What is stored could not be searched."""


class ModelUnavailableError(GuanxiError):
    """The language model's endpoint cannot be reached, is too slow, or fails."""


class ModelRefusedError(GuanxiError):
    """The language model's endpoint refuses the request: a wrong key, an unknown model, a limit."""


class ModelAnswerUnusableError(GuanxiError):
    """The language model answered nothing that can be used, also when asked again."""


class LocalModelUnavailableError(GuanxiError):
    """The optional local language model is not installed, or is not what it should be."""


class OntologyInvalidError(GuanxiError):
    """The ontology file breaks its own rules."""


class RecogniserUnavailableError(GuanxiError):
    """The model that finds names in passages cannot be loaded or run."""


class DataFolderDiffersError(RefusedError):
    """What serves was built from another data folder."""


class NotTheSampleError(RefusedError):
    """The bundled sample would replace a knowledge base that was built from something else."""


class VersionUnknownError(RefusedError):
    """There is no kept version of this id."""


class RemovalsUnreadableError(GuanxiError):
    """The list of records that a person took out cannot be read."""


class NothingToRemoveError(RefusedError):
    """None of the ids to remove is there."""


class LinkingRulesInvalidError(RefusedError):
    """Rules for linking passages that cannot be followed."""


class EvaluationNameUnknownError(RefusedError):
    """An experiment was asked for a task or variant that does not exist."""


class ResearchMissingError(GuanxiError):
    """A command that measures public data sets was run in a program installed without what it runs."""

    code = "research_missing"
    http_status = 404


class ResultsNotWrittenError(GuanxiError):
    """The folder for an experiment's results cannot be written."""


class DecisionsUnavailableError(GuanxiError):
    """The analysts' decisions cannot be read or written."""


class ApiError(RefusedError):
    """Refused by the HTTP API."""


class ApiClosedError(ApiError):
    """No key is configured, and the API is not declared open on this machine."""


class ApiKeyMissingError(ApiError):
    """A request without a key."""


class ApiKeyWrongError(ApiError):
    """A request with a key that is not, or no longer, known."""


class ApiKeyInAddressError(ApiError):
    """A key in the query string, where logs and histories would keep it."""


class ChangeRunningError(ApiError):
    """The data is being changed already; one change at a time."""


class EmbeddingsDifferError(ApiError):
    """Vectors that are brought were made by another model than those of the knowledge base."""


class JobUnknownError(ApiError):
    """No job of this process has this id, or it ended long ago."""


class IngestOffError(ApiError):
    """Data may be brought only with a key that is meant for it."""


class TooManyRequestsError(ApiError):
    """More requests than a key, or an address without one, has per minute."""


class OverloadedError(ApiError):
    """As many requests are being worked on and waiting as may."""


class DeadlinePassedError(ApiError):
    """The answer was not there in time."""


class BodyTooLargeError(ApiError):
    """More bytes than a request may have."""


class BodyTooDeepError(ApiError):
    """JSON that is nested more deeply than any request needs."""


class BodyTooSlowError(ApiError):
    """A body that did not arrive in time."""


class NotReadyError(ApiError):
    """The knowledge base is still being opened or built."""


class ToolUnknownError(RefusedError):
    """A client called a tool that there is not."""


class ToolInputInvalidError(RefusedError):
    """Arguments of a tool are missing, unknown, or not what they should be."""


class AddressNotLocalError(RefusedError):
    """Something without keys was to be served to other machines."""


class AddressTakenError(GuanxiError):
    """Something else listens at this address, or it cannot be listened at."""


class ViewLinkDamagedError(RefusedError):
    """A link to a view of the graph workbench was cut or changed."""


class SavedViewsUnavailableError(GuanxiError):
    """The saved views of the graph workbench cannot be read or written."""


class JudgementsUnavailableError(GuanxiError):
    """The thumbs of people cannot be read or written."""


class PresetsUnavailableError(GuanxiError):
    """The presets cannot be read or written."""


class PresetUnknownError(RefusedError):
    """No preset has this name."""


class PresetNameTakenError(RefusedError):
    """Another preset has this name."""


class PresetInvalidError(RefusedError):
    """A name or a file of presets that cannot be taken in."""
