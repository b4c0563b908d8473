import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, win32 } from 'node:path';
import type { AccountsContext } from '../../src/accounts/index.ts';
import { allPeers, type Peer, type PeerPlan, planPeerImport } from '../../src/peers/index.ts';
import type { Host } from '../../src/platform/index.ts';
import { knownTools } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { type StoreLab, storeLab } from '../accounts/store-lab.ts';

/** A computer on which another account manager was used, and the tools that we know. */
export interface PeerLab {
  readonly lab: StoreLab;
  readonly ctx: AccountsContext;
  /** Below the user's home: text as it is, anything else as JSON. */
  put(path: string, content: unknown): string;
  link(path: string, target: string): void;
  at(path: string): string;
  plan(peer: string, request?: Parameters<typeof planPeerImport>[2]): Promise<PeerPlan>;
}

export function peerLab(input: Partial<Host> = {}): PeerLab {
  const lab = storeLab();
  const at = (path: string) => join(lab.home, path);
  const made = (path: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    return at(path);
  };
  const ctx: AccountsContext = {
    ...lab.process(input),
    registry: knownTools(builtInTools),
    security: async () => ({ code: 44, stdout: '' }),
  };
  return {
    lab,
    ctx,
    at,
    put: (path, content) => {
      const file = made(path);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return file;
    },
    link: (path, target) => symlinkSync(target, made(path)),
    plan: (peer, request) => planPeerImport(ctx, peerNamed(peer), request),
  };
}

export function peerNamed(id: string): Peer {
  const peer = allPeers.find((each) => each.id === id);
  if (!peer) throw new Error(`no peer is called ${id}`);
  return peer;
}

/** Where stores lie, as a peer on that platform would look for them. */
export function placesOn(
  platform: Host['platform'],
  id: string,
  env: Record<string, string> = {},
): readonly string[] {
  const path = platform === 'win32' ? win32 : posix;
  const homeDir = { linux: '/home/me', darwin: '/Users/me', win32: 'C:\\Users\\me' }[platform];
  return peerNamed(id).places({ platform, path, homeDir, env });
}

const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

/** What Codex leaves behind a login. */
export const codexLogin = (user: string) => ({
  tokens: {
    access_token: `sk-dummy-${user}`,
    account_id: 'org-1',
    id_token: jwt({
      email: `${user}@example.com`,
      'https://api.openai.com/auth': { chatgpt_user_id: user, chatgpt_account_id: 'org-1' },
    }),
  },
});

/** What Claude Code leaves behind one, in two files. */
export const claudeLogin = (user: string) => ({
  credentials: { claudeAiOauth: { accessToken: `sk-dummy-${user}`, refreshToken: 'r', expiresAt: 9e12 } },
  config: {
    oauthAccount: { accountUuid: user, emailAddress: `${user}@example.com`, organizationUuid: 'org' },
  },
});
