import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#platform/db.ts';
import { unstoredPlace } from '#platform/domain.ts';
import { createSecretBox, MissingKey } from './box.ts';
import type { Keyring, SecretKey } from './keyring.ts';
import { openSecrets } from './open-secrets.ts';

const one = unstoredPlace('org/one');
const key = (id: string): SecretKey => ({ id, bytes: Buffer.alloc(32, id) });
const ringOf = (...keys: SecretKey[]): Keyring =>
  ({
    find: async (id: string) => keys.find((one) => one.id === id),
    ensure: async () => keys[0]!,
  }) as unknown as Keyring;

/** A fake of the table `installation`. */
function createInstallation() {
  let named: string | undefined;
  return {
    query: async () => (named === undefined ? [] : [{ value: named }]),
    run: async (_sql: string, [, id]: string[]) => {
      if (named !== undefined) return 0;
      named = id;
      return 1;
    },
  } as unknown as Db;
}

test('a value that is sealed for one column and row opens only there', async () => {
  const box = createSecretBox(createInstallation(), ringOf(key('a'.repeat(12))));
  const sealed = await box.seal(one, 'hush');
  assert.ok(!sealed.includes('hush'));
  assert.equal(await box.open(one, sealed), 'hush');
  await assert.rejects(box.open(unstoredPlace('org/two'), sealed));
});

test('a process with another key neither opens what is there nor seals anything of its own', async () => {
  const installation = createInstallation();
  const sealed = await createSecretBox(installation, ringOf(key('a'.repeat(12)))).seal(one, 'hush');
  const other = createSecretBox(installation, ringOf(key('b'.repeat(12))));
  await assert.rejects(
    other.open(one, sealed),
    (error) => error instanceof MissingKey && /ERRAND_SECRET_KEY/.test(error.message),
  );
  await assert.rejects(other.seal(one, 'mine'), (error: any) =>
    /ERRAND_SECRET_KEY/.test(JSON.stringify(error.body ?? error.message ?? error)),
  );
});

test('without names nothing is asked of the database', async () => {
  const nobody = { query: () => assert.fail('asked') } as unknown as Db;
  assert.equal((await openSecrets(nobody, undefined as never, 'org', [])).size, 0);
});
