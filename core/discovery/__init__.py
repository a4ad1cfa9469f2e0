"""How one question is answered: understood, searched, ranked, explained (chain.py has the order)."""
