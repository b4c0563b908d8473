export {
  type Account,
  type Identity,
  type RecordedIdentity,
  type StoredAccount,
  type SystemAccount,
  systemLabel,
} from './account.ts';
export type { AccountStatus } from './account-status.ts';
export type { AddOptions } from './add-account.ts';
export {
  type Choice,
  type ChoiceRule,
  chooseAccount,
  isToolVariable,
  toolVariable,
} from './choose-account.ts';
export type { AccountsContext } from './context.ts';
export { credentialIn } from './home/credential.ts';
export { type Fingerprint, fingerprintOf } from './home/fingerprint.ts';
export { type HomePaths, pathsOf } from './home/home-paths.ts';
export { describeIdentity } from './home/identity.ts';
export { type LoginState, loginState } from './home/login-state.ts';
export { requireOurFolder } from './home/our-folder.ts';
export { assertSettings } from './home/settings-assertion.ts';
export { readToolFile } from './home/tool-file.ts';
export type { LaunchPlan, LaunchRequest } from './launch/launch-plan.ts';
export { probeLeaks } from './launch/leak-probe.ts';
export { environmentOf, environmentWithout, type ShellEnvironment } from './launch/shell-environment.ts';
export {
  accountStatus,
  addAccount,
  confirmAccount,
  launch,
  loginAccount,
  logoutAccount,
  planLaunch,
  removeAccount,
  renameAccount,
  reserveAccount,
} from './loaded-later.ts';
export type { LoginResult } from './login/login.ts';
export type { LoginOptions, OtherIdentity } from './login/login-options.ts';
export { type ExtensionPoints, type Extensions, noExtensions } from './ports.ts';
export type { RemovedAccount } from './remove-account.ts';
export { accountIds, storedTools } from './store/account-folders.ts';
export { keyFingerprint, readKey, removeKey, replaceKey } from './store/account-key.ts';
export {
  type AccountListing,
  findAccount,
  findStoredAccount,
  homeProblem,
  listAccounts,
} from './store/account-store.ts';
export { clearDefault, type DefaultChoice, readDefault, setDefault } from './store/default-account.ts';
export { foldLabel, type LabelProblem, labelProblem } from './store/label.ts';
export { labelClaims } from './store/label-claim.ts';
export {
  type LiveMark,
  type LiveProcess,
  liveProcesses,
  requireAtRest,
  sweepLiveMarks,
  writeLiveMark,
} from './store/live-mark.ts';
export { livePending } from './store/pending-account.ts';
export type { NewAccount, Reservation } from './store/reserve-account.ts';
export { type AccountChange, updateAccount } from './store/update-account.ts';
