"""What headers and single cells say: names of fields, days, shares, amounts, states, names of companies."""
