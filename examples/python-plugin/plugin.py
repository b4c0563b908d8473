#!/usr/bin/env python3
"""A plugin of `tools`: one JSON object a line, calls on stdin, answers on stdout; talk for people goes to stderr."""

import json
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
with open(os.path.join(HERE, "tool.json"), encoding="utf-8") as file:
    TOOL = json.load(file)


def initialize(_params):
    capabilities = ["tool/describe", "tool/descriptor", "tool/accountInfo"]
    return {"protocolVersion": "1", "capabilities": {name: True for name in capabilities}}


def describe(_params):
    return {
        "id": TOOL["id"],
        "displayName": TOOL["displayName"],
        "configDirectoryName": TOOL.get("configDirectoryName", "." + TOOL["id"]),
        "configDirEnvVar": TOOL.get("configDirEnvVar"),
        "authLoginCommand": TOOL.get("authLoginCommand"),
        "installCommand": TOOL.get("installCommand"),
        "sessionSubdirectories": TOOL.get("sessionSubdirectories", []),
        "ansiColor": TOOL.get("ansiColor", ""),
    }


def account_info(params):
    """Who an account is, from the directory of the tool. What is unknown is left out."""
    try:
        with open(os.path.join(params["configDir"], "auth.json"), encoding="utf-8") as file:
            login = json.load(file)
        return {key: login[key] for key in ("email", "plan") if isinstance(login.get(key), str)}
    except (OSError, ValueError, AttributeError):
        return {}


METHODS = {
    "initialize": initialize,
    "tool/describe": describe,
    "tool/descriptor": lambda _params: TOOL,
    "tool/accountInfo": account_info,
}


def answer_to(line):
    """What is no call gets no answer: no JSON, no whole number as its id, params that are no object."""
    try:
        call = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or type(call.get("id")) is not int:
        return None
    method, params = call.get("method"), call.get("params") or {}
    if not isinstance(method, str) or not isinstance(params, dict):
        return None
    answer = {"jsonrpc": "2.0", "id": call["id"]}
    if method not in METHODS:
        return {**answer, "error": {"code": -32601, "message": method}}
    try:
        return {**answer, "result": METHODS[method](params)}
    except Exception as error:
        return {**answer, "error": {"code": -32603, "message": str(error)}}


def main():
    try:
        for line in sys.stdin.buffer:
            answer = answer_to(line)
            if answer is not None:
                print(json.dumps(answer), flush=True)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(0)


main()
