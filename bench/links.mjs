import { mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fsExtra from 'fs-extra';
import { built } from './built.mjs';
import { median, shuffled } from './samples.mjs';

const count = 20;

/**
 * The links of one home made, replaced and looked at again, against fs-extra's ensureSymlink doing the same on the same
 * disk, in turn; and the calls of the system alone, below which nobody comes.
 */
export async function linkRows(scratch, { isQuick }) {
  const makers = makersWith(await built('state/make-link.ts', 'platform/node-host.ts'));
  const rounds = [];
  for (let round = 0; round < (isQuick ? 40 : 120); round += 1)
    rounds.push(await timesOf(makers, join(scratch, `${round}`)));
  const ratio = (act, name, to) =>
    median(rounds.slice(5).map((times) => times[act][name] / times[to].theirs)).toFixed(3);
  return [
    ['make', ratio('make', 'ours', 'make'), '<= 0.1'],
    ['symlink alone', ratio('make', 'bare', 'make'), ''],
    ['replace, old or new', ratio('replace', 'ours', 'make'), '<= 0.1'],
    ['symlink and rename alone', ratio('replace', 'bare', 'make'), ''],
    ['look again', ratio('look', 'ours', 'look'), '<= 0.03'],
    ['readlink alone', ratio('look', 'bare', 'look'), ''],
    ['look again, and whether each leads to something', ratio('alive', 'ours', 'look'), ''],
  ];
}

/** By what is done to a link, and by who does it. */
function makersWith({ isLinkTo, lookAt, makeLink, nodeHost, replaceLink }) {
  const host = nodeHost();
  const ensure = (target, path) => fsExtra.ensureSymlink(target, path, 'dir');
  const isRight = (target, path) => isLinkTo(host, lookAt(host, path), target);
  return {
    make: {
      theirs: ensure,
      ours: (target, path) => makeLink(host, target, path, 'dir') === 'made',
      bare: (target, path) => symlinkSync(target, path, 'dir'),
    },
    replace: {
      ours: (target, path) => replaceLink(host, target, path, 'dir') === 'made',
      bare: (target, path) => {
        symlinkSync(target, `${path}.new`, 'dir');
        renameSync(`${path}.new`, path);
      },
    },
    look: {
      theirs: ensure,
      ours: isRight,
      bare: (_target, path) => readlinkSync(path) !== '',
    },
    alive: { ours: (target, path) => isRight(target, path) && host.files.stat(path) !== undefined },
  };
}

async function timesOf(makers, folder) {
  const links = Object.fromEntries(
    ['theirs', 'ours', 'bare'].map((name) => [name, linksIn(join(folder, name))]),
  );
  const times = {};
  for (const [act, by] of Object.entries(makers)) {
    times[act] = {};
    for (const name of shuffled(Object.keys(by))) times[act][name] = await timeOf(links[name], by[name]);
  }
  return times;
}

function linksIn(folder) {
  mkdirSync(join(folder, 'home'), { recursive: true });
  return Array.from({ length: count }, (_, nth) => {
    const target = join(folder, 'shared', `n${nth}`);
    mkdirSync(target, { recursive: true });
    return { target, path: join(folder, 'home', `n${nth}`) };
  });
}

/** Milliseconds. Nobody is made to wait for a promise who has none. */
async function timeOf(links, act) {
  const start = performance.now();
  for (const { target, path } of links) {
    const done = act(target, path);
    if ((done instanceof Promise ? await done : done) === false)
      throw new Error('it did not do what is measured');
  }
  return performance.now() - start;
}
