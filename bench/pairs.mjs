import { watchOthers } from './others.mjs';
import { median, shuffled } from './samples.mjs';

/** Of one core; beyond it a figure says more about the machine than about us. */
const quiet = 0.1;
const groupSize = 6;

/**
 * Starts each variant in rounds, against the base: a round is cut into groups of a few variants in shuffled order,
 * each group has a start of the base of its own, and one during which other programs used the processors is made
 * again. Half as many as there are in all are made again at the most.
 * @param timed starts a variant; milliseconds, `wall` and `cpu`
 * @returns by name the medians of the ratios, and how quiet it was, in words
 */
export function againstBase(base, variants, timed, { rounds }) {
  const pairs = new Map(variants.map(({ name }) => [name, []]));
  for (let round = 0; round < 2; round += 1) for (const each of [base, ...variants]) timed(each);
  const groups = Array.from({ length: rounds }, () => groupsOf(shuffled(variants))).flat();
  const wanted = groups.length;
  const noises = [];
  for (const group of groups) {
    const others = watchOthers();
    const times = new Map(shuffled([base, ...group]).map((each) => [each, timed(each)]));
    const noise = others();
    if (noise > quiet && groups.length < wanted * 1.5) {
      groups.push(group);
      continue;
    }
    noises.push(noise);
    const { wall, cpu } = times.get(base);
    for (const each of group)
      pairs.get(each.name).push({ wall: times.get(each).wall / wall, cpu: times.get(each).cpu / cpu });
  }
  return { ratios: new Map([...pairs].map(([name, of]) => [name, mediansOf(of)])), said: inWords(noises) };
}

function groupsOf(variants) {
  const count = Math.ceil(variants.length / groupSize);
  return Array.from({ length: count }, (_, nth) => variants.filter((__, at) => at % count === nth));
}

function mediansOf(pairs) {
  return { wall: median(pairs.map(({ wall }) => wall)), cpu: median(pairs.map(({ cpu }) => cpu)) };
}

function inWords(noises) {
  if (noises.includes(undefined))
    return 'Whether other programs used the processors meanwhile is not known here.';
  const noisy = noises.filter((noise) => noise > quiet);
  if (noisy.length === 0) return 'The machine was quiet.';
  const cores = (noisy.reduce((sum, noise) => sum + noise, 0) / noisy.length).toFixed(1);
  return (
    `NOT QUIET: in ${noisy.length} of ${noises.length} groups other programs used ${cores} cores; ` +
    'wall, and less so cpu, says as much about them as about us.'
  );
}
