import { accountRows } from './account-rows.ts';
import { auditRows } from './audit-rows.ts';
import { bindingRows } from './binding-rows.ts';
import { cliRows } from './cli-rows.ts';
import { doctorRows } from './doctor-rows.ts';
import { documentRows } from './document-rows.ts';
import { importRows } from './import-rows.ts';
import { installRows } from './install-rows.ts';
import { launchRows } from './launch-rows.ts';
import { loginRows } from './login-rows.ts';
import { manifestRows } from './manifest-rows.ts';
import { peerRows } from './peer-rows.ts';
import { pluginFindingRows } from './plugin-finding-rows.ts';
import { pluginNewRows } from './plugin-new-rows.ts';
import { pluginRows } from './plugin-rows.ts';
import { processRows } from './process-rows.ts';
import { registrationRows } from './registration-rows.ts';
import { secretRows } from './secret-rows.ts';
import { settingsRows } from './settings-rows.ts';
import { sharingRows } from './sharing-rows.ts';
import { shellRows } from './shell-rows.ts';
import { shimRows } from './shim-rows.ts';
import { stateRows } from './state-rows.ts';
import { undoRows } from './undo-rows.ts';
import { wireRows } from './wire-rows.ts';

/**
 * Every way of failing: its code, its exit code, its sentence and the command to type next. Codes are never
 * renamed and never used again. Exit codes: 1 failed · 2 usage · 3 no such tool, account or key · 4 login
 * needed, refused, or the wrong identity · 5 busy · 6 our state is damaged or newer than us · 7 a write was
 * aborted and did not happen · 126/127 cannot start · 130 cancelled.
 */
export const errorTable = {
  ...accountRows,
  ...bindingRows,
  ...launchRows,
  ...loginRows,
  ...manifestRows,
  ...pluginFindingRows,
  ...pluginRows,
  ...processRows,
  ...pluginNewRows,
  ...registrationRows,
  ...secretRows,
  ...sharingRows,
  ...shellRows,
  ...shimRows,
  ...settingsRows,
  ...stateRows,
  INTERNAL: {
    exit: 1,
    message: (d: { what: string }) => `internal error: ${d.what}`,
    hint: () => 'TOOLS_DEBUG=1 tools … shows the stack',
  },
  TOOL_NOT_FOUND: {
    exit: 3,
    message: (d: { tool: string }) => `there is no tool "${d.tool}".`,
    /** `isStored`: there are accounts of it, so a plugin brought it once. */
    hint: (d: { tool: string; closest?: string | undefined; isStored?: boolean }) => {
      if (d.isStored) return 'tools plugin list';
      return d.closest ? `tools info ${d.closest}` : 'tools tools';
    },
  },
  ...documentRows,
  ...importRows,
  ...peerRows,
  ...installRows,
  ...cliRows,
  ...doctorRows,
  ...auditRows,
  ...undoRows,
  ...wireRows,
} as const satisfies Record<string, Row<never>>;

export interface Row<Data> {
  readonly exit: number;
  readonly message: (data: Data) => string;
  readonly hint: (data: Data) => string;
}

/** The name of a row of `errorTable`. */
export type ErrorCode = keyof typeof errorTable;
/** What an error of this code says about itself. */
export type ErrorData<Code extends ErrorCode> = Parameters<(typeof errorTable)[Code]['message']>[0] &
  HintData<(typeof errorTable)[Code]['hint']>;
type HintData<Hint> = Hint extends (data: infer Data) => string
  ? unknown extends Data
    ? unknown
    : Data
  : unknown;
