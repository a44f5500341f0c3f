import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandWorks, listMissingIsolation } from './isolation.ts';

test('each missing isolation is named with its remedy', () => {
  assert.deepEqual(listMissingIsolation({ network: ['unshare'], privileges: ['setpriv'] }, 0), []);
  const missing = listMissingIsolation({ network: undefined, privileges: undefined }, 1_000).join();
  assert.match(missing, /only root.*allow user namespaces.*setpriv/);
});

test('a command that is refused or missing does not work; one that could not be tried is no answer', async () => {
  assert.equal(await commandWorks(['env']), true);
  assert.equal(await commandWorks(['sh', '-c', 'exit 1']), false);
  assert.equal(await commandWorks(['there-is-no-such-command']), false);
  await assert.rejects(commandWorks(['sh', '-c', 'kill -KILL $$']));
});
