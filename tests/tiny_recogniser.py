"""A token classifier small enough to be trained in a test: it learns which words of a few are companies."""

from __future__ import annotations

from pathlib import Path
from random import Random

WORDS = ("the", "maker", "met", "sells", "to", "in", "inc", ".", ",", "acme", "borealis", "kunlun", "paris", "bread")
COMPANIES = ("acme", "borealis", "kunlun")


def save_tiny_recogniser(folder: Path) -> Path:
    """Train and save it; labels are O and ORG (a following "inc" belongs to the name). Takes some seconds."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import BertConfig, BertForTokenClassification, PreTrainedTokenizerFast

    torch.manual_seed(0)
    words = Tokenizer(models.WordLevel({word: place for place, word in enumerate(("[PAD]", "[UNK]", *WORDS))}, "[UNK]"))
    words.normalizer = normalizers.Lowercase()
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="[PAD]", unk_token="[UNK]", model_max_length=64
    )
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        id2label={0: "O", 1: "B-ORG", 2: "I-ORG"},
        label2id={"O": 0, "B-ORG": 1, "I-ORG": 2},
    )
    model = BertForTokenClassification(config)
    random = Random(0)
    texts = [" ".join(random.choices(WORDS, k=10)) for _ in range(100)]
    batch = tokenizer(texts, return_tensors="pt", padding=True)
    company = torch.isin(batch["input_ids"], torch.tensor(tokenizer.convert_tokens_to_ids(list(COMPANIES))))
    labels = company.long() + 2 * (batch["input_ids"] == tokenizer.convert_tokens_to_ids("inc")).long()
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(80):
        loss = model(**batch, labels=labels).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    model.eval()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
