"""Real CrossEncoder models of a few thousand weights, made and taught here: no download, one token per character.

The libraries are imported where a model is made: every worker imports this file to collect its tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from core.retrieval.cross_encoder import OBVIOUS_PAIRS

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LENGTH = 256
PAIR_TEMPLATE = (
    '{{ messages | selectattr("role", "eq", "query") | map(attribute="content") | first }}\n'
    '{{ messages | selectattr("role", "eq", "document") | map(attribute="content") | first }}\n'
)
USER_ONLY_TEMPLATE = '{% for message in messages if message.role == "user" %}{{ message.content }}{% endfor %}'


def _tokenizer(special: Iterable[str], alphabet: str) -> Tokenizer:
    from tokenizers import Tokenizer, models, pre_tokenizers

    vocabulary = {token: number for number, token in enumerate([*special, *sorted(set(alphabet))])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")
    return tokenizer


def _alphabet() -> str:
    return "\n" + "".join(text for pairs in OBVIOUS_PAIRS.values() for pair in pairs for text in pair)


def classifier(folder: Path, *, labels: int = 1) -> Path:
    """An untaught BERT classifier, the form of BAAI/bge-reranker-v2-m3: a score per pair from a head of its own."""
    import torch
    from tokenizers import processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    tokenizer = _tokenizer(["[PAD]", "[UNK]", "[CLS]", "[SEP]"], _alphabet())
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=MAX_LENGTH,
        num_labels=labels,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=MAX_LENGTH,
    ).save_pretrained(folder)
    return folder


def causal_model(folder: Path, *, chat_template: str | None = PAIR_TEMPLATE) -> Path:
    """An untaught Qwen3 language model, the form of Qwen/Qwen3-Reranker: the score is logit(yes) − logit(no)."""
    import torch
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

    tokenizer = _tokenizer(["[PAD]", "[UNK]", "yes", "no"], _alphabet())
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        intermediate_size=64,
        max_position_embeddings=MAX_LENGTH,
        pad_token_id=0,
        bos_token_id=None,
        eos_token_id=None,
    )
    Qwen3ForCausalLM(config).save_pretrained(folder)
    saved = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", model_max_length=MAX_LENGTH
    )
    saved.chat_template = chat_template
    saved.save_pretrained(folder)
    return folder


def taught(folder: Path, *, wrongly: bool = False) -> Path:
    """Teach the model in ``folder`` the obvious pairs by heart, or exactly the contrary, and save it there."""
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(str(folder), device="cpu")
    pairs, labels = [], []
    for obvious in OBVIOUS_PAIRS.values():
        for (question, own), (_, text) in product(obvious, repeat=2):
            pairs.append((question, text))
            labels.append(float((own == text) != wrongly))
    features = model.preprocess(pairs)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    model.train()
    for _ in range(200):
        scores = model(features)["scores"][:, 0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(scores, torch.tensor(labels))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < 0.05:
            break
    model.save_pretrained(str(folder), create_model_card=False)
    return folder
