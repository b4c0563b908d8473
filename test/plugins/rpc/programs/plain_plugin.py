import json
import sys

results = {
    "initialize": {"protocolVersion": "1", "capabilities": {"tool/describe": True, "tool/accountInfo": True}},
    "tool/describe": {"id": "acme", "displayName": "Acmé", "installCommand": None},
    "tool/accountInfo": {"email": "a@example.com"},
}
for line in sys.stdin:
    call = json.loads(line)
    if "id" in call:
        print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": results[call["method"]]}), flush=True)
