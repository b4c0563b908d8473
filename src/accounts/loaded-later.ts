import { loadLater } from '../platform/index.ts';

// Static paths, so that the bundler finds them.
export const accountStatus = loadLater(async () => (await import('./account-status.ts')).accountStatus);
export const addAccount = loadLater(async () => (await import('./add-account.ts')).addAccount);
export const adoptSystem = loadLater(async () => (await import('./adopt/adopt.ts')).adoptSystem);
export const confirmAccount = loadLater(
  async () => (await import('./login/confirm-account.ts')).confirmAccount,
);
export const importAccount = loadLater(async () => (await import('./import-account.ts')).importAccount);
export const describeInstallation = loadLater(
  async () => (await import('./describe-installation.ts')).describeInstallation,
);
export const environmentHere = loadLater(
  async () => (await import('./launch/environment-here.ts')).environmentHere,
);
export const lastingEnvironment = loadLater(
  async () => (await import('./launch/lasting-environment.ts')).lastingEnvironment,
);
export const environmentRecorded = loadLater(
  async () => (await import('./fast/launch-recorded.ts')).environmentRecorded,
);
export const launchRecorded = loadLater(
  async () => (await import('./fast/launch-recorded.ts')).launchRecorded,
);
export const leaveRecorded = loadLater(async () => (await import('./fast/leave-recorded.ts')).leaveRecorded);
export const launch = loadLater(async () => (await import('./launch/launch.ts')).launch);
export const hasLeftLogin = loadLater(async () => (await import('./login/logins-under-way.ts')).hasLeftLogin);
export const requireNoLogin = loadLater(
  async () => (await import('./login/logins-under-way.ts')).requireNoLogin,
);
export const loginAccount = loadLater(async () => (await import('./login/login.ts')).loginAccount);
export const logoutAccount = loadLater(async () => (await import('./login/logout.ts')).logoutAccount);
export const planAdoption = loadLater(async () => (await import('./adopt/adopt.ts')).planAdoption);
export const loginHolders = loadLater(async () => (await import('./plan-import.ts')).loginHolders);
export const planImport = loadLater(async () => (await import('./plan-import.ts')).planImport);
export const planLaunch = loadLater(async () => (await import('./launch/launch-plan.ts')).planLaunch);
export const planSeed = loadLater(async () => (await import('./seed-root.ts')).planSeed);
export const planRestore = loadLater(async () => (await import('./restore-account.ts')).planRestore);
export const restoreAccount = loadLater(async () => (await import('./restore-account.ts')).restoreAccount);
export const restoreInstallation = loadLater(
  async () => (await import('./restore-installation.ts')).restoreInstallation,
);
export const relinkAccount = loadLater(async () => (await import('./relink-account.ts')).relinkAccount);
export const removeAccount = loadLater(async () => (await import('./remove-account.ts')).removeAccount);
export const removeInstallation = loadLater(
  async () => (await import('./remove-installation.ts')).removeInstallation,
);
export const renameAccount = loadLater(async () => (await import('./rename-account.ts')).renameAccount);
export const reserveAccount = loadLater(
  async () => (await import('./store/reserve-account.ts')).reserveAccount,
);
export const settleAdoption = loadLater(
  async () => (await import('./adopt/settle-adoption.ts')).settleAdoption,
);
export const prepareAccount = loadLater(
  async () => (await import('./launch/prepare-account.ts')).prepareAccount,
);
export const settleTool = loadLater(async () => (await import('./store/settle-account.ts')).settleTool);
export const uninstallTool = loadLater(async () => (await import('./uninstall-tool.ts')).uninstallTool);
export const undoAdoption = loadLater(async () => (await import('./adopt/adopt.ts')).undoAdoption);
export const moveAccount = loadLater(async () => (await import('./move-account.ts')).moveAccount);
export const planMove = loadLater(async () => (await import('./move-account.ts')).planMove);
export const planSharing = loadLater(async () => (await import('./share-account.ts')).planSharing);
export const shareAccount = loadLater(async () => (await import('./share-account.ts')).shareAccount);
export const shareStatus = loadLater(async () => (await import('./share-status.ts')).shareStatus);
export const seedRoot = loadLater(async () => (await import('./seed-root.ts')).seedRoot);
export const syncAccounts = loadLater(async () => (await import('./sync-accounts.ts')).syncAccounts);
export const bringToRest = loadLater(async () => (await import('./login/bring-to-rest.ts')).bringToRest);
export const changeSetting = loadLater(async () => (await import('./change-setting.ts')).changeSetting);
export const restoreSetting = loadLater(async () => (await import('./change-setting.ts')).restoreSetting);
export const linkDirectory = loadLater(
  async () => (await import('./bindings/change-links.ts')).linkDirectory,
);
export const unlinkDirectory = loadLater(
  async () => (await import('./bindings/change-links.ts')).unlinkDirectory,
);
export const restoreLink = loadLater(async () => (await import('./bindings/change-links.ts')).restoreLink);
export const trustFile = loadLater(async () => (await import('./bindings/change-trust.ts')).trustFile);
export const revokeTrust = loadLater(async () => (await import('./bindings/change-trust.ts')).revokeTrust);
export const restoreTrust = loadLater(async () => (await import('./bindings/change-trust.ts')).restoreTrust);
