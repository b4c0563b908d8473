import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  findAccount,
  importAccount,
  planLaunch,
  type StoredAccount,
  shareAccount,
} from '../../src/accounts/index.ts';
import { examine } from '../../src/doctor/index.ts';
import type { AITool } from '../../src/registry/index.ts';
import { claudeLogin, codexLogin, type PeerLab, peerLab } from '../peers/peer-lab.ts';

/** An imported home whose settings are a link of its owner's to what everybody has. */
async function joined(lab: PeerLab): Promise<StoredAccount> {
  lab.put('.claude/settings.json', '{\n  "model": "x"\n}\n');
  lab.put('.claude-work/.claude.json', claudeLogin('work').config);
  lab.put('.claude-work/.credentials.json', claudeLogin('work').credentials);
  symlinkSync('../.claude/settings.json', lab.at('.claude-work/settings.json'));
  const { account } = await importAccount(lab.ctx, tool(lab.ctx, 'claude'), { from: '~/.claude-work' });
  return account;
}

function tool(ctx: AccountsContext, id: string): AITool {
  return ctx.registry.tool(id) as AITool;
}

async function start(lab: PeerLab, id: string, label: string): Promise<unknown> {
  chmodSync(lab.put(`bin/${id}`, '#!/bin/sh\n'), 0o755);
  const host = { ...lab.ctx.host, env: { ...lab.ctx.host.env, PATH: lab.at('bin') } };
  return planLaunch({ ...lab.ctx, host }, tool(lab.ctx, id), findAccount(lab.ctx, id, label));
}

describe("promise 2: a link that leads from an imported home to the tool's own directory", () => {
  test('a launch writes nothing through it', async () => {
    const lab = peerLab();
    await joined(lab);
    await start(lab, 'claude', 'work');
    expect(readFileSync(lab.at('.claude/settings.json'), 'utf8')).toBe('{\n  "model": "x"\n}\n');
  });

  test('a file of its own beside it is written as ever', async () => {
    const lab = peerLab();
    lab.put('.codex-work/auth.json', codexLogin('work'));
    lab.put('.codex-work/config.toml', 'model = "x"\n');
    await importAccount(lab.ctx, tool(lab.ctx, 'codex'), { from: '~/.codex-work' });
    await start(lab, 'codex', 'work');
    expect(readFileSync(lab.at('.codex-work/config.toml'), 'utf8')).toContain(
      'cli_auth_credentials_store = "file"',
    );
  });

  test('doctor names it, and what it leads to', async () => {
    const lab = peerLab();
    await joined(lab);
    const { findings } = await examine(lab.ctx, lab.ctx.registry.all());
    expect(findings.filter(({ code }) => code.startsWith('SETTING'))).toMatchObject([
      {
        code: 'SETTING_BEHIND_LINK',
        data: { path: lab.at('.claude-work/settings.json'), to: lab.at('.claude/settings.json') },
      },
    ]);
  });

  test('nor does sharing write through it: what the tool would delete from is not shared', async () => {
    const lab = peerLab();
    const account = await joined(lab);
    await shareAccount(lab.ctx, tool(lab.ctx, 'claude'), account, { kind: 'on' }).catch((error) => {
      expect(error).toMatchObject({
        code: 'RETENTION_UNSAFE',
        message: expect.stringContaining('others have, too'),
      });
    });
    expect(readFileSync(lab.at('.claude/settings.json'), 'utf8')).toBe('{\n  "model": "x"\n}\n');
  });

  test.each([
    [
      'codex',
      '.codex/config.toml',
      'config.toml',
      'model = "x"\n',
      'model = "y"\n[mcp_servers.a]\ncommand = "z"\n',
    ],
    [
      'claude',
      '.claude.json',
      '.claude.json',
      '{"theme":"x"}',
      '{"theme":"y","mcpServers":{"a":{"command":"z"}}}',
    ],
  ] as const)(
    'nor does a merge, of what accounts of %s share, write %s',
    async (id, outside, file, text, changed) => {
      const lab = peerLab();
      lab.put(outside, text);
      if (id === 'codex') lab.put('.codex-work/auth.json', codexLogin('work'));
      else lab.put('.claude-work/.credentials.json', claudeLogin('work').credentials);
      symlinkSync(lab.at(outside), lab.at(`.${id}-work/${file}`));
      const { account } = await importAccount(lab.ctx, tool(lab.ctx, id), { from: `~/.${id}-work` });
      await shareAccount(lab.ctx, tool(lab.ctx, id), account, { kind: 'on' });
      const other = await addAccount(lab.ctx, id, 'other', { sharing: { wanted: 'share' } });
      for (const label of ['other', 'work']) await start(lab, id, label);
      writeFileSync(join(other.home, file), changed);
      for (const label of ['other', 'work']) await start(lab, id, label);
      expect(readFileSync(lab.at(outside), 'utf8')).toBe(text);
      const shared = lab.at(`ours/installations/${id}/default/shared/${file}`);
      expect(readFileSync(shared, 'utf8')).toContain('z');
    },
  );

  test('a link that stays in the home, and one of a home of ours, are written through', async () => {
    const lab = peerLab();
    lab.put('.claude-work/.claude.json', claudeLogin('work').config);
    writeFileSync(lab.at('.claude-work/mine.json'), '{}');
    symlinkSync('mine.json', lab.at('.claude-work/settings.json'));
    await importAccount(lab.ctx, tool(lab.ctx, 'claude'), { from: '~/.claude-work' });
    await start(lab, 'claude', 'work');
    expect(readFileSync(join(lab.lab.home, '.claude-work/mine.json'), 'utf8')).toContain('claudeMdExcludes');
  });
});
