"""From a page to HTML."""
