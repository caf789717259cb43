"""What the tests share: a daemon of their own, signed requests, and the client libraries that are installed."""
