#!/usr/bin/env node
// A plugin of `tools`: one JSON object a line, calls on stdin, answers on stdout; talk for people goes to stderr.
// Where the package ai-tool-registry is at hand, `serveTool` of ai-tool-registry/plugin does all of this.
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const tool = require('./tool.json');

const methods = {
  initialize: () => ({
    protocolVersion: '1',
    capabilities: { 'tool/describe': true, 'tool/descriptor': true, 'tool/accountInfo': true },
  }),
  'tool/describe': () => ({
    id: tool.id,
    displayName: tool.displayName,
    configDirectoryName: tool.configDirectoryName ?? '.' + tool.id,
    configDirEnvVar: tool.configDirEnvVar ?? null,
    authLoginCommand: tool.authLoginCommand ?? null,
    installCommand: tool.installCommand ?? null,
    sessionSubdirectories: tool.sessionSubdirectories ?? [],
    ansiColor: tool.ansiColor ?? '',
  }),
  'tool/descriptor': () => tool,
  'tool/accountInfo': ({ configDir }) => accountInfo(configDir),
};

// Who an account is, from the directory of the tool. What is unknown is left out.
function accountInfo(configDir) {
  try {
    const { email, plan } = JSON.parse(readFileSync(join(configDir, 'auth.json'), 'utf8'));
    return { email, plan };
  } catch {
    return {};
  }
}

// What is no call gets no answer: no JSON, no whole number as its id, params that are no object.
function callIn(line) {
  try {
    const { id, method, params } = JSON.parse(line);
    const isCall = Number.isInteger(id) && typeof method === 'string' && !Array.isArray(params);
    return isCall ? { id, method, params: params ?? {} } : undefined;
  } catch {
    return undefined;
  }
}

function outcomeOf({ method, params }) {
  if (!Object.hasOwn(methods, method)) return { error: { code: -32601, message: method } };
  try {
    return { result: methods[method](params) };
  } catch (error) {
    return { error: { code: -32603, message: error.message } };
  }
}

process.stdout.on('error', () => process.exit());
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const call = callIn(line);
    if (!call) return;
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...outcomeOf(call) }) + '\n');
  })
  .on('close', () => process.exit());
