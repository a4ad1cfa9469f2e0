"""How scores are fused, typed on the command line."""

from __future__ import annotations

import argparse

from pydantic import ValidationError

from core.domain.fusion_choice import FusionChoice


def fusion_choice(text: str) -> FusionChoice:
    """What a JSON object says. Raises ArgumentTypeError for anything else."""
    try:
        return FusionChoice.model_validate_json(text)
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc'])) or 'JSON'}: {fault['msg']}" for fault in error.errors()]
        raise argparse.ArgumentTypeError("; ".join(faults)) from error
