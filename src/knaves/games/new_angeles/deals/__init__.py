"""Trading (65): what can be offered, how promises are judged, and the ledger everybody reads."""
