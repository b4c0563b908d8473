import { expect, test } from 'vitest';
import { type ExecutionProfile, executionRoles, profileSatisfies } from '../../src/registry/index.ts';

const one: ExecutionProfile = 'one_shot_command';
const session: ExecutionProfile = 'session_bound_command';
const persistent: ExecutionProfile = 'persistent_process';

test.each([
  [one, 'batch', undefined],
  [one, 'conversation', 'profileTooLow'],
  [one, 'chat', 'profileTooLow'],
  [session, 'batch', undefined],
  [session, 'conversation', undefined],
  [session, 'chat', 'profileTooLow'],
  [persistent, 'batch', undefined],
  [persistent, 'conversation', undefined],
  [persistent, 'chat', undefined],
  [undefined, 'batch', 'profileUnknown'],
  [persistent, 'cortex', 'roleUnknown'],
  [persistent, 'toString', 'roleUnknown'],
])('%s in the role %s: %s', (profile, role, reason) => {
  const found = profileSatisfies(profile === undefined ? {} : { execution: { profile } }, role);
  expect(found).toEqual({
    satisfied: reason === undefined,
    role,
    required: Object.hasOwn(executionRoles, role)
      ? executionRoles[role as keyof typeof executionRoles]
      : undefined,
    actual: profile,
    reason,
  });
});
