#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { serveTool } = require('ai-tool-registry/plugin');

serveTool(require('./tool.json'), {
  accountInfo(configDir) {
    const { email, plan } = JSON.parse(readFileSync(join(configDir, 'auth.json'), 'utf8'));
    return { email, plan };
  },
});
