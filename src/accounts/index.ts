export {
  type Account,
  type Identity,
  type StoredAccount,
  systemAccount,
  systemLabel,
} from './account.ts';
export type { AccountStatus } from './account-status.ts';
export { type AdoptionStatus, adoptionFaults, adoptionOf } from './adopt/adoption-status.ts';
export { hindranceWords, leftWords } from './adopt/adoption-words.ts';
export type { AdoptionPlan } from './adopt/plan-adoption.ts';
export { bindingFileName } from './bindings/binding-file.ts';
export { bindingHere, labelOf } from './bindings/binding-here.ts';
export type { TrustChange } from './bindings/change-trust.ts';
export { directoryNamed } from './bindings/directories.ts';
export { bindingFilesHere } from './bindings/found-file.ts';
export { linkedDirectory, linkOf, readLinks } from './bindings/links.ts';
export { type ListedLink, listLinks } from './bindings/list-links.ts';
export {
  ignoredLines,
  type JudgedRequirement,
  judgeRequirement,
  requirementUnmet,
} from './bindings/requirement.ts';
export { entryOf, readTrust } from './bindings/trust.ts';
export {
  bindingFileNamed,
  type ReadFile,
  readBindingFile,
  type TrustedFile,
  trustedFiles,
} from './bindings/trusted-files.ts';
export {
  type Choice,
  chooseAccount,
  everyToolVariable,
  isToolVariable,
  othersOfVariable,
  toolVariable,
} from './choose-account.ts';
export { clauseOf } from './clause-of.ts';
export type { AccountsContext, ReliedOn } from './context.ts';
export { type InstallationFacts, type KeptVersion, keptVersions } from './describe-installation.ts';
export { mayBeShown, shownIn } from './fast/answer-record.ts';
export { descriptorsMark } from './fast/descriptors-mark.ts';
export { keepAnswer } from './fast/keep-answer.ts';
export { recordMark } from './fast/launch-record.ts';
export { variableTest } from './fast/shell-conditions.ts';
export { shellForm } from './fast/shell-record.ts';
export { stampOf } from './fast/stamp.ts';
export { runningDaemons } from './home/at-rest.ts';
export { credentialIn } from './home/credential.ts';
export { environmentFacts } from './home/environment-facts.ts';
export { type Fingerprint, fingerprintOf, organizationFingerprint } from './home/fingerprint.ts';
export { type HomePaths, pathsOf } from './home/home-paths.ts';
export { describeIdentity } from './home/identity.ts';
export { loginState } from './home/login-state.ts';
export { modeProblem, openFiles } from './home/open-files.ts';
export { requireOurFolder } from './home/our-folder.ts';
export { foreignHome, liesElsewhere, ownersLink } from './home/own-home.ts';
export { sourceProblem } from './home/secret-source.ts';
export { assertSettings } from './home/settings-assertion.ts';
export { readToolFile } from './home/tool-file.ts';
export { userVariables } from './home/user-environment.ts';
export { installationFor, installationOf } from './installation-of.ts';
export { requireNotRunning } from './installation-users.ts';
export { lastUsed } from './last-used.ts';
export type { LastingEnvironment } from './launch/lasting-environment.ts';
export type { LaunchRequest } from './launch/launch-request.ts';
export { isClosed, probeLeaks } from './launch/leak-probe.ts';
export { askForSecret } from './launch/loaded-later.ts';
export { environmentOf, environmentWithout } from './launch/shell-environment.ts';
export {
  accountStatus,
  addAccount,
  adoptSystem,
  bringToRest,
  changeSetting,
  confirmAccount,
  describeInstallation,
  environmentHere,
  environmentRecorded,
  hasLeftLogin,
  importAccount,
  lastingEnvironment,
  launch,
  launchRecorded,
  leaveRecorded,
  linkDirectory,
  loginAccount,
  loginHolders,
  logoutAccount,
  moveAccount,
  planAdoption,
  planImport,
  planLaunch,
  planMove,
  planRestore,
  planSeed,
  planSharing,
  prepareAccount,
  relinkAccount,
  removeAccount,
  removeInstallation,
  renameAccount,
  requireNoLogin,
  reserveAccount,
  restoreAccount,
  restoreInstallation,
  restoreLink,
  restoreSetting,
  restoreTrust,
  revokeTrust,
  seedRoot,
  settleAdoption,
  settleTool,
  shareAccount,
  shareStatus,
  syncAccounts,
  trustFile,
  undoAdoption,
  uninstallTool,
  unlinkDirectory,
} from './loaded-later.ts';
export type { OtherIdentity } from './login/login-options.ts';
export { isLiveMark, ourTree } from './our-tree.ts';
export type { ImportPlan, LoginHolders } from './plan-import.ts';
export {
  type Extensions,
  type FoundDirectory,
  type ListColumn,
  noExtensions,
  type Provider,
} from './ports.ts';
export type { Relinked, RootUse } from './relink-account.ts';
export type { RemovedAccount } from './remove-account.ts';
export { requireRemovable, rootStateOf } from './remove-installation.ts';
export { whyNotRestorable } from './restore-installation.ts';
export type { SeedPlan } from './seed-root.ts';
export type { SharingChange, SharingPlan } from './share-account.ts';
export type { SharedItem, ShareStatus } from './share-status.ts';
export type { SharingRequest } from './sharing/choose-sharing.ts';
export { danglingLinks } from './sharing/dangling-links.ts';
export { type Disclosure, type SharedParts, sharedParts } from './sharing/disclosure.ts';
export { expandEntries } from './sharing/expand-entries.ts';
export type { FormerHome } from './sharing/former-home.ts';
export { canLieAtOrBelow, homeDirectories, homePathOf, pathsTo, placeIn } from './sharing/home-facts.ts';
export { isMerged, type SharedEntry, sharedEntries, sharePlan } from './sharing/share-plan.ts';
export { readRoot } from './sharing/shared-root.ts';
export { accountIds, storedTools } from './store/account-folders.ts';
export {
  keyFingerprint,
  readKey,
  referKey,
  removeKey,
  replaceKey,
  requireOneKey,
} from './store/account-key.ts';
export {
  type AccountListing,
  accountOfLabel,
  findAccount,
  findStoredAccount,
  homeProblem,
  labelsStartingWith,
  listAccounts,
} from './store/account-store.ts';
export { clearDefault, readDefault, restoreDefault, setDefault } from './store/default-account.ts';
export { foldLabel, nearestLabel } from './store/label.ts';
export { labelClaims } from './store/label-claim.ts';
export {
  liveProcesses,
  requireAtRest,
  sweepLiveMarks,
  writeLiveMark,
} from './store/live-mark.ts';
export { livePending } from './store/pending-account.ts';
export { isVariableRef, ownSchemes, parseSecretRef, pluginSchemes } from './store/secret-ref.ts';
export { unfinishedAccounts } from './store/unfinished-accounts.ts';
export { updateAccount } from './store/update-account.ts';
export { quietly, withJournal, withJournalOfParts } from './store/with-journal.ts';
export { notShared } from './sync/settle-newcomer.ts';
export type { SyncedAccount } from './sync-accounts.ts';
