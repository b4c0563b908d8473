import { expect, test } from 'vitest';
import { addAccount } from '../../src/accounts/index.ts';
import { fakeTool } from '../support/fake-tool.ts';
import { tempHome } from '../support/temp-home.ts';
import { auditWorld } from './audit-world.ts';

test('a key that is only referred to is in no store of ours, which the audit says without asking for it', async () => {
  const home = tempHome();
  fakeTool(`${home}/bin`, 'op', () => undefined, { unused: true });
  const world = auditWorld({ env: { PATH: `${home}/bin:/usr/bin:/bin` } }, home);
  await addAccount(world.ctx, 'codex', 'ci', { keyFrom: 'op://Work/openai/key' });
  const { proofs } = await world.audit('codex', 'ci');
  const [oneStore] = proofs.filter(({ name }) => name === 'oneStore');
  expect(oneStore).toMatchObject({
    verdict: 'proven',
    findings: [],
    notes: ['the key of codex#ci is kept elsewhere (key from op)'],
  });
});
