import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReferenceProblems, MASK, maskConfig, secretKeys, storeConfig, withoutMasks } from './secret-config.ts';

const engine = {
  configSchema: {
    properties: { url: { 'x-accepts-secrets': true }, secret: { writeOnly: true }, prompt: {} },
  },
};
const box = {
  seal: async (place: string, value: string) => `${place}=${value}`,
  open: async (_place: string, sealed: string) => sealed,
};
const as = (role: 'admin' | 'member') => ({ orgId: 'org', role }) as never;
const noDatabase = undefined as never;

test('a literal is masked, whatever is stored; nothing, and the name of a secret, are shown', () => {
  assert.deepEqual(secretKeys(engine), ['secret']);
  assert.deepEqual(maskConfig(engine, { secret: 'hush', prompt: 'x' }), { secret: MASK, prompt: 'x' });
  for (const secret of ['', null, '${secret.NAME}']) assert.deepEqual(maskConfig(engine, { secret }), { secret });
  assert.deepEqual(maskConfig(undefined, { secret: 'of no known engine' }), { secret: 'of no known engine' });
  assert.deepEqual(withoutMasks(engine, { secret: MASK, prompt: MASK }), { prompt: MASK });
});

test('a secret may be named where the engine keeps it to itself, and nowhere else', () => {
  const names = { url: 'https://x/${secret.A}', secret: '${secret.B}' };
  assert.deepEqual(findReferenceProblems(engine, names), []);
  assert.match(
    findReferenceProblems(engine, { prompt: 'Say ${secret.A}' })[0]!,
    /'prompt' cannot refer to the secret A/,
  );
});

test('a value is stored sealed in its place, and a mask stands for it', async () => {
  const stored = await storeConfig(noDatabase, box, as('member'), { engine, config: { secret: 'hush' } });
  assert.equal(stored.engineConfig.secret, MASK);
  assert.match(stored.sealedConfig!.secret!, /="hush"$/);
  const plain = await storeConfig(noDatabase, undefined, as('member'), { engine, config: { prompt: 'x' } });
  assert.equal(plain.sealedConfig, null);
});

test('a mask keeps the earlier value, but a member cannot send it to another address', async () => {
  const base = {
    engineConfig: { secret: MASK, url: 'https://ours' },
    sealedConfig: { secret: 'sealed' },
    secretNames: [],
  };
  const keep = (url: string, role: 'admin' | 'member') =>
    storeConfig(noDatabase, box, as(role), { engine, config: { secret: MASK, url }, base });
  assert.deepEqual((await keep('https://ours', 'member')).sealedConfig, { secret: 'sealed' });
  assert.deepEqual((await keep('https://theirs', 'admin')).sealedConfig, { secret: 'sealed' });
  await assert.rejects(keep('https://theirs', 'member'), /needs the role admin/);
});

test('a mask without an earlier value is refused, never stored as the value', async () => {
  const config = { secret: MASK };
  await assert.rejects(storeConfig(noDatabase, box, as('admin'), { engine, config }), (error: any) =>
    JSON.stringify(error).includes('no value is stored'),
  );
});
