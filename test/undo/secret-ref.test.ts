import { beforeEach, describe, expect, test } from 'vitest';
import { addAccount, findStoredAccount, loginAccount, removeAccount } from '../../src/accounts/index.ts';
import { readHistory, undoChange } from '../../src/undo/index.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../accounts/login-world.ts';

let world: LoginWorld;
beforeEach(() => {
  world = loginWorld();
});

const refer = (keyFrom: string) =>
  loginAccount(world.ctx, world.tool('codex'), 'ci', { keyFrom, confirmOther: async () => true });
const reference = () => findStoredAccount(world.ctx, 'codex', 'ci', 'test').keyFrom;

describe('tools undo after login --secret-ref', () => {
  test('brings the former reference back, and forward again', async () => {
    await addAccount(world.ctx, 'codex', 'ci', { keyFrom: 'env:FIRST' });
    await refer('env:SECOND');
    const undone = await undoChange(world.ctx);
    expect(undone).toMatchObject({
      change: 'login --secret-ref codex#ci',
      outcome: 'undone',
      now: ['the key of codex#ci is asked for in env:FIRST'],
    });
    expect(reference()).toBe('env:FIRST');
    await undoChange(world.ctx, undone.again ?? 'none');
    expect(reference()).toBe('env:SECOND');
  });

  test('brings no key back that was held: it is gone for good, and that is said', async () => {
    await addAccount(world.ctx, 'codex', 'ci', { key: 'sk-dummy-0' });
    await refer('env:SECOND');
    const error = (await rejectionOf(undoChange(world.ctx))) as Error & { hint: string };
    expect(error.message).toContain('a key that was held is gone');
    expect(error.hint).toBe('tools login codex -a ci --with-api-key --yes');
    expect(reference()).toBe('env:SECOND');
  });

  test('changes nothing once the account has another key, or is gone', async () => {
    await addAccount(world.ctx, 'codex', 'ci', { keyFrom: 'env:FIRST' });
    await refer('env:SECOND');
    await loginAccount(world.ctx, world.tool('codex'), 'ci', {
      key: 'sk-dummy-0',
      confirmOther: async () => true,
    });
    const { changes } = readHistory(world.ctx);
    const id = changes.find(({ record }) => record.verb === 'login --secret-ref')?.record.id ?? '';
    expect(await rejectionOf(undoChange(world.ctx, id))).toMatchObject({ code: 'UNDO_CHANGED_SINCE' });
    await removeAccount(world.ctx, 'codex', 'ci');
    expect(await rejectionOf(undoChange(world.ctx, id))).toMatchObject({ code: 'UNDO_CHANGED_SINCE' });
  });
});
