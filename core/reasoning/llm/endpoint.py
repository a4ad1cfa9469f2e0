"""Which language model is asked, and within what limits."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import SecretStr

from core.errors import GuanxiError


class ModelUnavailableError(GuanxiError):
    """The language model's endpoint cannot be reached, is too slow, or fails."""


class ModelRefusedError(GuanxiError):
    """The language model's endpoint refuses the request: a wrong key, an unknown model, a limit."""


class ModelAnswerUnusableError(GuanxiError):
    """The language model answered nothing that can be used, also when asked again."""


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible endpoint.

    ``timeout_seconds``: for one question to the model with all its retries. ``retries``: how often a request is
    repeated at most where the endpoint is busy, fails or answers nothing. Prices are per million tokens; None where
    they are not known.
    """

    base_url: str
    model: str
    api_key: SecretStr = field(default_factory=lambda: SecretStr(""))
    timeout_seconds: float = 60.0
    retries: int = 2
    max_output_tokens: int = 2000
    input_price: float | None = None
    output_price: float | None = None

    def cost(self, input_tokens: int, output_tokens: int) -> float | None:
        """What so many tokens cost; None without prices."""
        if self.input_price is None or self.output_price is None:
            return None
        return (input_tokens * self.input_price + output_tokens * self.output_price) / 1_000_000
