"""Who owns whom: holdings as of a day, integrated shares, control, circular holdings."""
