"""Signature Version 4 by hand, so that a test can also sign wrongly. Written after the published description and
independent of both the daemon and the client libraries."""
import datetime
import hashlib
import hmac
import http.client
import urllib.parse


def now(seconds=0):
    """X-Amz-Date of now, moved by `seconds`."""
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y%m%dT%H%M%SZ")


def _hmac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def signing_key(secret, date, region, service):
    return _hmac(_hmac(_hmac(_hmac(("AWS4" + secret).encode(), date), region), service), "aws4_request")


def canonical_query(query):
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    quoted = sorted((urllib.parse.quote(k, safe="-_.~"), urllib.parse.quote(v, safe="-_.~")) for k, v in pairs)
    return "&".join(f"{k}={v}" for k, v in quoted)


def signature(secret, method, path, query, headers, payload_hash, amz_date, region, service):
    """The signature over all of `headers` (lower-case names) and the list of their names."""
    names = sorted(headers)
    canonical_path = path if service == "s3" else urllib.parse.quote(path, safe="/-_.~")
    canonical = "\n".join([method, canonical_path, canonical_query(query),
                           "".join(f"{n}:{' '.join(str(headers[n]).split())}\n" for n in names), ";".join(names),
                           payload_hash])
    scope = f"{amz_date[:8]}/{region}/{service}/aws4_request"
    to_sign = "\n".join(["AWS4-HMAC-SHA256", amz_date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = signing_key(secret, amz_date[:8], region, service)
    return hmac.new(key, to_sign.encode(), hashlib.sha256).hexdigest(), ";".join(names), scope


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {k.lower(): v for k, v in response.getheaders()}
        self.body = response.read()
        self.text = self.body.decode(errors="replace")


def signed_request(endpoint, method, target, body, service, access_key, secret_key, headers=None, region="us-east-1",
                   amz_date=None, payload_hash=None, token=None, change=None):
    """Sends one signed request. `change(headers)` may spoil what was signed before it goes out."""
    parts = urllib.parse.urlsplit(endpoint)
    path, _, query = target.partition("?")
    amz_date = amz_date or now()
    payload_hash = payload_hash or hashlib.sha256(body).hexdigest()
    all_headers = {"host": parts.netloc, "x-amz-date": amz_date}
    if service == "s3":
        all_headers["x-amz-content-sha256"] = payload_hash
    if token:
        all_headers["x-amz-security-token"] = token
    all_headers.update({k.lower(): v for k, v in (headers or {}).items()})
    mac, names, scope = signature(secret_key, method, path, query, all_headers, payload_hash, amz_date, region, service)
    all_headers["authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={access_key}/{scope}, SignedHeaders={names}, Signature={mac}")
    if change:
        change(all_headers)
    return raw_request(endpoint, method, target, body, all_headers)


def raw_request(endpoint, method, target, body=b"", headers=None):
    """Sends exactly these headers (and Content-Length)."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(endpoint).netloc, timeout=30)
    try:
        connection.putrequest(method, target, skip_host="host" in (headers or {}), skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        if "transfer-encoding" not in (headers or {}):
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return Answer(connection.getresponse())
    finally:
        connection.close()
