"""What the daemon answers when it has no room: 503, which every client retries, and not a closed door."""
import resource
import socket
import unittest
import urllib.parse

from support.case import Case
from support.signing import signed_request

CONNECTIONS = 1024


class Connections(Case):
    def setUp(self):
        super().setUp()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = CONNECTIONS + 256
        if soft < needed:
            if hard != resource.RLIM_INFINITY and hard < needed:
                raise unittest.SkipTest(f"this process may open {hard} files, fewer than the connections of this test")
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
        parts = urllib.parse.urlsplit(self.endpoint)
        self.address = (parts.hostname, parts.port)
        self.open = []
        self.addCleanup(self.close_all)

    def close_all(self):
        for each in self.open:
            each.close()
        self.open.clear()

    def connect(self):
        each = socket.create_connection(self.address, timeout=10)
        self.open.append(each)
        return each

    def who_am_i(self):
        return signed_request(self.endpoint, "POST", "/", b"Action=GetCallerIdentity&Version=2011-06-15", "sts",
                              self.access_key, self.secret_key,
                              {"content-type": "application/x-www-form-urlencoded"}).status

    def test_one_connection_too_many_is_answered_503_and_the_rest_go_on(self):
        first = self.connect()
        for _ in range(CONNECTIONS + 8):
            last = self.connect()
        answer = b""
        while piece := last.recv(4096):
            answer += piece
        head = answer.decode().split("\r\n")
        self.assertEqual(head[0], "HTTP/1.1 503 Service Unavailable")
        self.assertIn("Retry-After: 1", head)
        self.assertIn("Connection: close", head)
        first.sendall(b"GET /_berth/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        self.assertTrue(first.recv(4096).startswith(b"HTTP/1.1 40"), "one that was let in is served")
        self.close_all()
        self.wait_for(lambda: self.who_am_i() == 200, "there is room again")
