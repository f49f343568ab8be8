"""A small OAuth 1.0 (RFC 5849) client whose every step can be replaced by a mistake."""
