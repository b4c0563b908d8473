import type { ToolDescriptor } from './descriptor.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';
import { checkArgvPrograms, checkDerivedFields, checkProbeKeys, checkSuccessor } from './field-checks.ts';
import {
  checkGuards,
  checkKeyRules,
  checkMixedFiles,
  checkOwnParts,
  checkPathsOnce,
  checkRoots,
  checkSessionDirectories,
} from './path-checks.ts';
import {
  checkConfigDirVariable,
  checkHomeVariable,
  checkLinksBack,
  checkRelocationShape,
  checkVariablesOnce,
} from './relocation-checks.ts';
import {
  checkBirthmarks,
  checkOwnValues,
  checkPlaces,
  checkProcessFiles,
  checkRootMarks,
  checkSharedGuards,
} from './sharing-checks.ts';

/** Problems of fields that are right each by itself. */
type CrossCheck = (tool: ToolDescriptor) => readonly DescriptorProblem[];

/** What no JSON Schema of a descriptor can say: name, the fields of which one must be there, the check. */
export const descriptorChecks: readonly {
  readonly name: string;
  readonly fields: readonly (keyof ToolDescriptor | 'supportsSetup' | 'coloredTag')[];
  readonly check: CrossCheck;
}[] = [
  { name: 'no path is declared twice', fields: ['directories'], check: checkPathsOnce },
  {
    name: 'only files that can be parsed are mixed, and only they have rules',
    fields: ['directories'],
    check: checkMixedFiles,
  },
  {
    name: 'no pointer has two rules, and no rule shares secrets',
    fields: ['directories'],
    check: checkKeyRules,
  },
  {
    name: 'nothing that is private to an account is shared',
    fields: ['directories', 'sessionSubdirectories'],
    check: checkOwnParts,
  },
  {
    name: 'no session directory is identity',
    fields: ['sessionSubdirectories'],
    check: checkSessionDirectories,
  },
  {
    name: 'guards and governed paths are declared',
    fields: ['directories', 'retention'],
    check: checkGuards,
  },
  { name: 'what guards something shared is shared', fields: ['directories'], check: checkSharedGuards },
  {
    name: 'no file of a process or a lock is shared without what it is about',
    fields: ['daemons', 'live', 'locks'],
    check: checkProcessFiles,
  },
  {
    name: 'nothing shared lies in a value that belongs to one account',
    fields: ['login', 'relocation', 'retention'],
    check: checkOwnValues,
  },
  { name: 'what marks a birth is kept', fields: ['birthmarks'], check: checkBirthmarks },
  { name: 'no place of a home has two names', fields: ['directories'], check: checkPlaces },
  {
    name: 'nothing shared lies where a shared root has its mark',
    fields: ['directories', 'sessionSubdirectories'],
    check: checkRootMarks,
  },
  {
    name: 'a further root says where it lies',
    fields: [
      'directories',
      'identity',
      'login',
      'locks',
      'live',
      'retention',
      'birthmarks',
      'environment',
      'relocation',
    ],
    check: checkRoots,
  },
  {
    name: 'HOME is set only by a tool whose home it is',
    fields: ['relocation', 'environment', 'configDirEnvVar'],
    check: checkHomeVariable,
  },
  {
    name: 'the relocation has the variables of its shape',
    fields: ['relocation'],
    check: checkRelocationShape,
  },
  { name: 'no variable has two meanings', fields: ['relocation'], check: checkVariablesOnce },
  {
    name: 'the variable of the directory is one of the relocation',
    fields: ['configDirEnvVar'],
    check: checkConfigDirVariable,
  },
  { name: 'only a HOME of our own links back', fields: ['relocation'], check: checkLinksBack },
  {
    name: "commands start one of the tool's programs",
    fields: ['authLoginCommand', 'commands', 'execution', 'daemons'],
    check: checkArgvPrograms,
  },
  { name: 'probes name variables or pointers', fields: ['relocation'], check: checkProbeKeys },
  { name: 'no tool succeeds itself', fields: ['lifecycle'], check: checkSuccessor },
  {
    name: 'derived fields are as derived',
    fields: ['supportsSetup', 'coloredTag'],
    check: checkDerivedFields,
  },
];
