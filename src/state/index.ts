export { clearDeadLock } from './break-dead-lock.ts';
export { claimFile } from './claim-file.ts';
export { copyFile, copyUnseen, placeNew } from './copy-file.ts';
export { copyTree } from './copy-tree.ts';
export { discardFolder } from './discard-folder.ts';
export { ensureFolder } from './ensure-folder.ts';
export { type ForeignLock, takeForeignLock } from './foreign-lock.ts';
export {
  forgetEntry,
  type JournalEntry,
  type JournalRecord,
  noteDone,
  readJournal,
  sweepJournal,
  writeJournal,
} from './journal.ts';
export {
  type Conflict,
  keepConflict,
  listConflicts,
  sweepConflicts,
} from './keep-conflict.ts';
export { checkLayout, ensureLayout, foldersAbove, layoutVersion } from './layout.ts';
export { isLockFolder, readHolder } from './lock-folder.ts';
export { makeFolder } from './make-folder.ts';
export {
  canLink,
  isLinkTo,
  lookAt,
  makeLink,
  type Place,
  replaceLink,
} from './make-link.ts';
export { moveEntry } from './move-entry.ts';
export { quietly } from './quietly.ts';
export { namesIn, readFolder } from './read-folder.ts';
export { readJson } from './read-json.ts';
export { type RealPathHost, realPath } from './real-path.ts';
export { removeEmpty } from './remove-empty.ts';
export { isLink, removeTree } from './remove-tree.ts';
export type {
  AccountFile,
  InstallationFile,
  LinksFile,
  ManagedProgram,
  PendingFile,
  PluginConfigFile,
  PluginFile,
  PluginSecretsFile,
  SettingsFile,
  SharedRootFile,
  SharingChoice,
  StoredFiles,
  StoredProgram,
  TrustFile,
} from './stored-files.ts';
export {
  isAccountFile,
  isDefaultFile,
  isInstallationFile,
  isLinksFile,
  isPendingFile,
  isPluginConfigFile,
  isPluginFile,
  isPluginSecretsFile,
  isPluginStateFile,
  isProcessMark,
  isRootRecordFile,
  isSecretFile,
  isSettingsFile,
  isSharedRootFile,
  isShellFilesFile,
  isStoredProgram,
  isTrustFile,
} from './stored-shapes.ts';
export { isLitterName, isOldLitter, sweepHalfWritten, sweepLitter } from './sweep-litter.ts';
export { keptDays } from './time-name.ts';
export {
  emptyTrash,
  listTrash,
  moveToTrash,
  sweepTrash,
  type TrashEntry,
  takeFromTrash,
  trashValues,
} from './trash.ts';
export { type TreeSize, treeSize } from './tree-size.ts';
export { updateJson } from './update-json.ts';
export { type HeldLock, type LockOptions, withLock } from './with-lock.ts';
export { confirmEntry, stageWrite, writeAtomic } from './write-atomic.ts';
export { writeFailed } from './write-failed.ts';
export { removeFleeting, type WritingHost, writeFleeting } from './write-fleeting.ts';
export { writeJson } from './write-json.ts';
