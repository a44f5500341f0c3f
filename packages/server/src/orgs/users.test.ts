import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/harness.ts';
import { createUser, displayName, ensureUser, findUserByEmail } from './users.ts';

const { database } = await openTestDatabase();

test('an address is one user in any case, also when it is made twice at the same moment', async () => {
  const both = await Promise.all([
    ensureUser(database.system, { email: 'Ann@Example.com' }),
    ensureUser(database.system, { email: 'ann@example.com' }),
  ]);
  assert.deepEqual(both.map(({ created }) => created).sort(), [false, true]);
  assert.equal(both[0].user.id, both[1].user.id);
  assert.equal((await findUserByEmail(database.system, 'ANN@example.com'))?.id, both[0].user.id);
  await assert.rejects(createUser(database.system, { email: 'aNN@example.com' }), { code: 'conflict' });
});

test('a text that is no mailbox address is refused', async () => {
  for (const email of [
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'a b@example.com',
    'ann@example.com1',
    `${'a'.repeat(250)}@example.com`,
  ])
    await assert.rejects(createUser(database.system, { email }), { code: 'invalid_fields' }, email);
});

test('a user is shown by name, else by what stands before the @', () => {
  assert.equal(displayName({ email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee' }), 'Ann Lee');
  assert.equal(displayName({ email: 'ann@example.com', first_name: '', last_name: 'Lee' }), 'Lee');
  assert.equal(displayName({ email: 'ann@example.com', first_name: '', last_name: '' }), 'ann');
});
