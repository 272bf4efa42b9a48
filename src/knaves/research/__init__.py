"""The games in the toolkits of researchers: PettingZoo, Gymnasium, OpenSpiel. Needs the extra `research`."""
