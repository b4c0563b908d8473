import type { NotUndoable, Undoer } from '../undoer.ts';
import {
  confirmedStays,
  loginStays,
  logoutStays,
  undoAdding,
  undoRemoving,
  undoRestoring,
} from './account.ts';
import { adoptAgain, undoAdopting } from './adopt.ts';
import { undoDefault } from './default.ts';
import { mendingStays } from './doctor.ts';
import { undoInit } from './init.ts';
import { undoRemovingInstallation, undoRestoringInstallation } from './installation.ts';
import { undoLink } from './link.ts';
import { undoPartsWith } from './parts.ts';
import {
  undoConfiguring,
  undoDisablingPlugin,
  undoEnablingPlugin,
  undoLinking,
  undoUnlinking,
} from './plugin.ts';
import { undoProgram } from './program.ts';
import { undoRename } from './rename.ts';
import { undoReferring } from './secret-ref.ts';
import { seedStays } from './seed.ts';
import { undoSetting } from './setting.ts';
import { undoSharing } from './sharing.ts';
import { undoDisabling, undoEnabling } from './shim.ts';
import { emptyingStays } from './trash.ts';
import { undoTrust } from './trust.ts';
import { uninstallEnds } from './uninstall.ts';

/** What is done about the changes of each verb. A new verb that journals what it does is a line here. */
export const undoers: Readonly<Record<string, Undoer | NotUndoable>> = {
  'account add': undoAdding,
  'account confirm': confirmedStays,
  'account move': undoSharing,
  'account restore': undoRestoring,
  adopt: undoAdopting,
  'adopt --undo': adoptAgain,
  default: undoDefault,
  'doctor --fix': mendingStays,
  import: undoAdding,
  'import from': undoPartsWith(() => undoers, 'import from --undo'),
  'import from --undo': undoPartsWith(() => undoers, 'import from'),
  'init --remove': undoInit,
  'init --write': undoInit,
  install: undoProgram,
  'installations add': undoProgram,
  'installations remove': undoRemovingInstallation,
  'installations restore': undoRestoringInstallation,
  link: undoLink,
  login: loginStays,
  'login --secret-ref': undoReferring,
  logout: logoutStays,
  'plugin config': undoConfiguring,
  'plugin disable': undoDisablingPlugin,
  'plugin enable': undoEnablingPlugin,
  'plugin link': undoLinking,
  'plugin remove': undoUnlinking,
  'plugin restore': undoLinking,
  'plugin unlink': undoUnlinking,
  remove: undoRemoving,
  rename: undoRename,
  'self uninstall': uninstallEnds,
  'settings set': undoSetting,
  'share add': undoSharing,
  'share off': undoSharing,
  'share on': undoSharing,
  'share remove': undoSharing,
  'share seed': seedStays,
  'shim disable': undoDisabling,
  'shim enable': undoEnabling,
  'trash empty': emptyingStays,
  trust: undoTrust,
  uninstall: undoProgram,
  unlink: undoLink,
  'update --rollback': undoProgram,
};
