export {
  type Account,
  type Identity,
  type RecordedIdentity,
  type StoredAccount,
  type SystemAccount,
  systemLabel,
} from './account.ts';
// what the doctor looks at
export { accountIds, storedTools } from './account-folders.ts';
export { keyFingerprint, readKey, removeKey, replaceKey } from './account-key.ts';
// login and launch
export { type AccountStatus, accountStatus } from './account-status.ts';
// store
export {
  type AccountListing,
  findAccount,
  findStoredAccount,
  homeProblem,
  listAccounts,
} from './account-store.ts';
export { type AddOptions, addAccount } from './add-account.ts';
export { type Choice, type ChoiceRule, chooseAccount, toolVariable } from './choose-account.ts';
export { confirmAccount } from './confirm.ts';
export type { AccountsContext } from './context.ts';
export { credentialIn } from './credential.ts';
export { clearDefault, type DefaultChoice, readDefault, setDefault } from './default-account.ts';
export { environmentOf, environmentWithout, type ShellEnvironment } from './environment.ts';
export { type HomePaths, pathsOf } from './home-paths.ts';
export { describeIdentity } from './identity.ts';
export { foldLabel, type LabelProblem, labelProblem } from './label.ts';
export { labelClaims } from './label-claim.ts';
export { launch } from './launch.ts';
export { type LaunchPlan, type LaunchRequest, planLaunch } from './launch-plan.ts';
export { probeLeaks } from './leak-probe.ts';
export {
  type LiveMark,
  type LiveProcess,
  liveProcesses,
  requireAtRest,
  sweepLiveMarks,
  writeLiveMark,
} from './live-mark.ts';
export { type LoginOptions, type LoginResult, loginAccount, type OtherIdentity } from './login.ts';
export { type LoginState, loginState } from './login-state.ts';
export { logoutAccount } from './logout.ts';
export { livePending } from './pending-account.ts';
export { type ExtensionPoints, type Extensions, noExtensions } from './ports.ts';
export { type RemovedAccount, removeAccount } from './remove-account.ts';
export { renameAccount } from './rename-account.ts';
export { type NewAccount, type Reservation, reserveAccount } from './reserve-account.ts';
export { assertSettings } from './settings-assertion.ts';
export { type AccountChange, updateAccount } from './update-account.ts';
