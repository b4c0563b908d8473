import { mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fsExtra from 'fs-extra';
import { built } from './built.mjs';

const count = 20;

/** The links of one home made, replaced and looked at again, against fs-extra's ensureSymlink doing the same. */
export async function linkRows() {
  const { isLinkTo, lookAt, makeLink, nodeHost, replaceLink } = await built(
    'state/make-link.ts',
    'platform/node-host.ts',
  );
  const host = nodeHost();
  const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-links-'));
  const rounds = { ensure: [], make: [], replace: [], ensureAgain: [], read: [], verify: [], alive: [] };
  try {
    for (let round = 0; round < 41; round += 1) {
      const [ours, theirs] = [linksIn(scratch, `ours-${round}`), linksIn(scratch, `theirs-${round}`)];
      const ensure = async () => {
        for (const { target, path } of theirs) await fsExtra.ensureSymlink(target, path, 'dir');
      };
      const each = (act) => () => ours.every(({ target, path }) => act(target, path));
      const isRight = (target, path) => isLinkTo(host, lookAt(host, path), target);
      rounds.ensure.push(await timeOf(ensure));
      rounds.make.push(await timeOf(each((target, path) => makeLink(host, target, path, 'dir') === 'made')));
      rounds.replace.push(
        await timeOf(each((target, path) => replaceLink(host, target, path, 'dir') === 'made')),
      );
      rounds.ensureAgain.push(await timeOf(ensure));
      rounds.read.push(await timeOf(each((_target, path) => readlinkSync(path) !== '')));
      rounds.verify.push(await timeOf(each(isRight)));
      rounds.alive.push(
        await timeOf(each((target, path) => isRight(target, path) && host.files.stat(path) !== undefined)),
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const ratio = (name, to) => (median(rounds[name]) / median(rounds[to])).toFixed(3);
  const ms = (name) => median(rounds[name]).toFixed(2);
  return [
    [`ensureSymlink of ${count} links`, '1.000', '', ms('ensure')],
    ['make', ratio('make', 'ensure'), '<= 0.1', ms('make')],
    ['replace, old or new', ratio('replace', 'ensure'), '<= 0.1', ms('replace')],
    ['ensureSymlink again', '1.000', '', ms('ensureAgain')],
    ['readlinkSync alone', ratio('read', 'ensureAgain'), '', ms('read')],
    ['look again', ratio('verify', 'ensureAgain'), '<= 0.03', ms('verify')],
    ['look again, and whether each leads to something', ratio('alive', 'ensureAgain'), '', ms('alive')],
  ];
}

function linksIn(scratch, name) {
  return Array.from({ length: count }, (_, nth) => {
    const target = join(scratch, name, 'shared', `n${nth}`);
    mkdirSync(target, { recursive: true });
    mkdirSync(join(scratch, name, 'home'), { recursive: true });
    return { target, path: join(scratch, name, 'home', `n${nth}`) };
  });
}

async function timeOf(call) {
  const start = performance.now();
  if ((await call()) === false) throw new Error('it did not do what is measured');
  return performance.now() - start;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
