import type { Peer } from './peer.ts';
import { agents } from './readers/agents.ts';
import { aisw } from './readers/aisw.ts';
import { caam } from './readers/caam.ts';
import { ccs } from './readers/ccs.ts';
import { claudeAcc } from './readers/claude-acc.ts';
import { codexAuth } from './readers/codex-auth.ts';
import { cswap } from './readers/cswap.ts';
import { homes } from './readers/homes.ts';
import { mat } from './readers/mat.ts';
import { orrery } from './readers/orrery.ts';

/** Everything that can be imported from, by what is typed. */
export const allPeers: readonly Peer[] = [
  agents,
  aisw,
  caam,
  ccs,
  claudeAcc,
  codexAuth,
  cswap,
  homes,
  mat,
  orrery,
];
