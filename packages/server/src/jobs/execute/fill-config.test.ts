import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK } from '#agents/secret-config.ts';
import { EngineFailure } from '#engines/engine/engine.ts';
import { MissingKey } from '#secrets/box.ts';
import { createRedactor } from '#secrets/redact.ts';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { fillConfig } from './fill-config.ts';

type Options = Parameters<typeof fillConfig>[0];

/** Stored secrets are written as `sealed value`. */
function fill(version: object, over: Partial<Options> = {}) {
  const redactor = createRedactor();
  const db = scriptedDb({
    'from secrets': ([, names]) =>
      (names as string[]).includes('TOKEN') ? [{ name: 'TOKEN', sealed: 'sealed hush-token' }] : [],
  });
  const filled = fillConfig({
    db,
    box: { seal: async () => '', open: async (_place, sealed) => sealed.replace('sealed ', '') },
    orgId: 'org',
    version: { engineConfig: {}, sealedConfig: null, secretNames: [], inputDefinitions: [], ...version } as never,
    engine: { configSchema: { properties: { password: { writeOnly: true } } } } as never,
    inputs: {},
    redactor,
    ...over,
  });
  return { filled, redactor, db };
}

test('a configuration without secrets asks for none', async () => {
  const { filled, db } = fill({ engineConfig: { url: 'https://example.com/' } });
  assert.deepEqual(await filled, { url: 'https://example.com/' });
  assert.equal(db.sent.length, 0);
});

test('a masked value is replaced by the one that was sealed, and never shown again', async () => {
  const { filled, redactor } = fill({
    engineConfig: { password: MASK },
    sealedConfig: { password: 'sealed "hunter22"' },
  });
  assert.deepEqual(await filled, { password: 'hunter22' });
  assert.equal(redactor.text('It was hunter22.'), `It was ${MASK}.`);
});

test('a value that is no longer masked wins over the sealed one', async () => {
  const { filled } = fill({ engineConfig: { password: 'newer' }, sealedConfig: { password: 'sealed "older"' } });
  assert.deepEqual(await filled, { password: 'newer' });
});

test('named secrets are hidden under their names', async () => {
  const { filled, redactor } = fill({ engineConfig: {}, secretNames: ['TOKEN'] });
  await filled;
  assert.match(redactor.text('hush-token'), /\[secret TOKEN\]/);
});

const isFailure =
  (code: string, more: object = {}) =>
  (error: EngineFailure) => {
    assert.ok(error instanceof EngineFailure);
    assert.deepEqual({ code: error.code, postpone: error.postponeSeconds ?? null }, { code, postpone: null, ...more });
    return true;
  };

test('a secret that the organization does not have fails the job and is named', async () => {
  const { filled } = fill({ secretNames: ['TOKEN', 'GONE'] });
  await assert.rejects(filled, isFailure('errand.secrets.missing'));
  await assert.rejects(fill({ secretNames: ['GONE'] }).filled, /GONE/);
});

test('a process without the key postpones the job, because another one may have it', async () => {
  const box = { seal: async () => '', open: () => Promise.reject(new MissingKey('abc')) };
  const { filled } = fill({ secretNames: ['TOKEN'] }, { box });
  await assert.rejects(filled, isFailure('errand.secrets.no_key', { postpone: 30 }));
});
