import type { ToolsError } from '../errors/index.ts';

/** What is to be proven, and what it means when nothing speaks against it. */
export const claims = {
  oneStore: 'no credential lies in two stores',
  noSecretShared: 'no credential can be reached through what accounts share',
  nothingPrivateShared: 'no identity path or key is shared',
  nothingUnknownShared: 'nothing unknown is shared',
  ownLinks: 'no link leads from one account into another, and no identity file is a link',
  guarded: 'what is shared is shared with its guard',
  retained: 'no home deletes what it shares by itself',
  closed: 'nobody else can look into homes and logins',
} as const;

export type Claim = keyof typeof claims;

export const everyClaim = Object.keys(claims) as readonly Claim[];

/** Something that could not be looked at. */
export interface Gap {
  readonly what: string;
  readonly why: string;
}

export interface Proof {
  readonly name: Claim;
  readonly claim: string;
  /** `notProven`: nothing was found, and not everything could be looked at. */
  readonly verdict: 'proven' | 'found' | 'notProven';
  /** How many things were looked at. */
  readonly checked: number;
  /** What speaks against it, each as the error it would be. */
  readonly findings: readonly ToolsError[];
  readonly gaps: readonly Gap[];
  /** What is so, and is no fault. */
  readonly notes: readonly string[];
}

/** Where everything that is seen is written down. */
export interface Book {
  count(claim: Claim, number?: number): void;
  found(claim: Claim, finding: ToolsError): void;
  gap(claims: readonly Claim[], gap: Gap): void;
  note(claim: Claim, text: string): void;
  proofs(): readonly Proof[];
}

export function openBook(): Book {
  const pages = new Map(everyClaim.map((name) => [name, emptyPage()]));
  const pageOf = (claim: Claim): Page => pages.get(claim) ?? emptyPage();
  return {
    count: (claim, number = 1) => {
      pageOf(claim).checked += number;
    },
    found: (claim, finding) => void pageOf(claim).findings.set(`${finding.code} ${finding.message}`, finding),
    gap: (names, gap) => {
      for (const name of names) pageOf(name).gaps.set(`${gap.what} ${gap.why}`, gap);
    },
    note: (claim, text) => void pageOf(claim).notes.add(text),
    proofs: () => [...pages].map(([name, page]) => proofOf(name, page)),
  };
}

interface Page {
  checked: number;
  readonly findings: Map<string, ToolsError>;
  readonly gaps: Map<string, Gap>;
  readonly notes: Set<string>;
}

function emptyPage(): Page {
  return { checked: 0, findings: new Map(), gaps: new Map(), notes: new Set() };
}

function proofOf(name: Claim, { checked, findings, gaps, notes }: Page): Proof {
  const verdict = findings.size > 0 ? 'found' : gaps.size > 0 ? 'notProven' : 'proven';
  return {
    name,
    claim: claims[name],
    verdict,
    checked,
    findings: [...findings.values()],
    gaps: [...gaps.values()],
    notes: [...notes],
  };
}
