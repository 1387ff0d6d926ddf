"""A server on this machine that answers as OpenML does: descriptions, features, ARFF files."""

import hashlib
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pandas as pd
import sklearn.datasets._openml as fetcher

HOSTS = ("https://www.openml.org", "https://api.openml.org")


def as_arff(frame):
    lines = ["@RELATION data"]
    for name, column in frame.items():
        values = ",".join(f"'{value}'" for value in sorted(column.dropna().astype(str).unique()))
        numeric = pd.api.types.is_numeric_dtype(column)
        lines.append(f"@ATTRIBUTE '{name}' {'REAL' if numeric else '{' + values + '}'}")
    lines.append("@DATA")
    texts = frame.apply(lambda column: column.map(_field))
    return "\n".join([*lines, *(",".join(row) for row in texts.to_numpy().tolist())]) + "\n"


def _field(value):
    if pd.isna(value):
        return "?"
    return f"'{value}'" if isinstance(value, str) else repr(float(value))


class StandIn:
    """What OpenML would say of the tables that it is given, by id."""

    def __init__(self):
        self.answers, self.asked, self.address = {}, [], ""

    def add(self, data_id, frame, targets, ignored=()):
        path, body = f"/data/v1/download/{data_id}/data.arff", as_arff(frame).encode()
        self.answers[path] = body
        features = [
            {
                "index": str(place),
                "name": name,
                "data_type": "numeric" if pd.api.types.is_numeric_dtype(column) else "nominal",
                "is_target": str(name in targets).lower(),
                "is_ignore": str(name in ignored).lower(),
                "is_row_identifier": "false",
                "number_of_missing_values": str(int(column.isna().sum())),
            }
            for place, (name, column) in enumerate(frame.items())
        ]
        about = {
            "id": str(data_id),
            "name": "data",
            "version": "1",
            "description": "made for a test",
            "format": "ARFF",
            "status": "active",
            "url": self.address + path,
            "file_id": str(data_id),
            "md5_checksum": hashlib.md5(body).hexdigest(),
        }
        rows = {"name": "NumberOfInstances", "value": str(len(frame))}
        for path, said in {
            f"/api/v1/json/data/{data_id}": {"data_set_description": about},
            f"/api/v1/json/data/features/{data_id}": {"data_features": {"feature": features}},
            f"/api/v1/json/data/qualities/{data_id}": {"data_qualities": {"quality": [rows]}},
        }.items():
            self.answers[path] = json.dumps(said).encode()


@contextmanager
def stand_in(monkeypatch):
    """Serve on a free port, and lead scikit-learn's fetcher there."""
    serving = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            serving.asked.append(self.path)
            body = serving.answers.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *args):
            """Be quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    serving.address = f"http://127.0.0.1:{server.server_port}"
    for name, value in list(vars(fetcher).items()):
        for host in HOSTS:
            if isinstance(value, str) and value.startswith(host):
                monkeypatch.setattr(fetcher, name, value.replace(host, serving.address))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield serving
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
