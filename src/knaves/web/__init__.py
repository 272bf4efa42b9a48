"""The browser's table: pages, live tables over WebSocket, a JSON API. Knows no game by name."""
