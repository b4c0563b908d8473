import type { CommandEntry } from '../command-entry.ts';

/** Every command, in the order of help. Only the one that is picked is loaded. */
export const commandTable: readonly CommandEntry[] = [
  {
    words: ['login'],
    synopsis: '<tool> -a <label> [-- arguments of its login]',
    load: async () => (await import('./login.ts')).LoginCommand,
  },
  { words: ['account add'], load: async () => (await import('./account/add.ts')).AccountAddCommand },
  {
    words: ['account confirm'],
    load: async () => (await import('./account/confirm.ts')).AccountConfirmCommand,
  },
  { words: ['account move'], load: async () => (await import('./account/move.ts')).AccountMoveCommand },
  {
    words: ['import'],
    synopsis: '<tool> --from <directory> [-a <label>]',
    load: async () => (await import('./import.ts')).ImportCommand,
  },
  { words: ['adopt'], load: async () => (await import('./adopt.ts')).AdoptCommand },
  { words: ['logout'], load: async () => (await import('./logout.ts')).LogoutCommand },
  { words: ['list', 'ls', 'account list'], load: async () => (await import('./list.ts')).ListCommand },
  {
    words: ['rename', 'account rename'],
    synopsis: '<tool> <label> <new label>',
    load: async () => (await import('./rename.ts')).RenameCommand,
  },
  {
    words: ['remove', 'rm', 'account remove'],
    load: async () => (await import('./remove.ts')).RemoveCommand,
  },
  {
    words: ['run'],
    synopsis: '<tool> [-a <label>] [-- arguments of the tool]',
    startsProgram: true,
    load: async () => (await import('./run.ts')).RunCommand,
  },
  {
    words: ['exec'],
    synopsis: '<tool> [-a <label>] -- <command> [arguments]',
    startsProgram: true,
    load: async () => (await import('./exec.ts')).ExecCommand,
  },
  { words: ['env'], load: async () => (await import('./env.ts')).EnvCommand },
  { words: ['use'], load: async () => (await import('./use.ts')).UseCommand },
  { words: ['default'], load: async () => (await import('./default.ts')).DefaultCommand },
  { words: ['status'], load: async () => (await import('./status.ts')).StatusCommand },
  { words: ['whoami'], load: async () => (await import('./whoami.ts')).WhoamiCommand },
  { words: ['which'], load: async () => (await import('./which.ts')).WhichCommand },
  { words: ['share status'], load: async () => (await import('./share/status.ts')).ShareStatusCommand },
  {
    words: ['share on'],
    synopsis: '<tool> -a <label>',
    load: async () => (await import('./share/on.ts')).ShareOnCommand,
  },
  {
    words: ['share off'],
    synopsis: '<tool> -a <label>',
    load: async () => (await import('./share/off.ts')).ShareOffCommand,
  },
  {
    words: ['share add'],
    synopsis: '<tool> -a <label> <path> [<path>]',
    load: async () => (await import('./share/add.ts')).ShareAddCommand,
  },
  {
    words: ['share remove'],
    synopsis: '<tool> -a <label> <path> [<path>]',
    load: async () => (await import('./share/remove.ts')).ShareRemoveCommand,
  },
  { words: ['share seed'], load: async () => (await import('./share/seed.ts')).ShareSeedCommand },
  { words: ['tools'], load: async () => (await import('./tools.ts')).ToolsCommand },
  { words: ['info'], load: async () => (await import('./info.ts')).InfoCommand },
  { words: ['install'], load: async () => (await import('./install.ts')).InstallCommand },
  { words: ['update'], load: async () => (await import('./update.ts')).UpdateCommand },
  { words: ['uninstall'], load: async () => (await import('./uninstall.ts')).UninstallCommand },
  {
    words: ['installations list', 'installations ls'],
    load: async () => (await import('./installations/list.ts')).InstallationsListCommand,
  },
  {
    words: ['installations show'],
    load: async () => (await import('./installations/show.ts')).InstallationsShowCommand,
  },
  {
    words: ['installations add'],
    synopsis: '<tool> <name> --path <executable>',
    load: async () => (await import('./installations/add.ts')).InstallationsAddCommand,
  },
  {
    words: ['installations remove'],
    synopsis: '<tool> <name>',
    load: async () => (await import('./installations/remove.ts')).InstallationsRemoveCommand,
  },
  { words: ['sync'], load: async () => (await import('./sync.ts')).SyncCommand },
  { words: ['doctor'], load: async () => (await import('./doctor.ts')).DoctorCommand },
  { words: ['audit'], load: async () => (await import('./audit.ts')).AuditCommand },
  { words: ['undo'], synopsis: '[<id>]', load: async () => (await import('./undo.ts')).UndoCommand },
  { words: ['completion'], load: async () => (await import('./completion.ts')).CompletionCommand },
  { words: ['help'], load: async () => (await import('./help.ts')).HelpCommand },
  { words: ['version'], load: async () => (await import('./version.ts')).VersionCommand },
];
