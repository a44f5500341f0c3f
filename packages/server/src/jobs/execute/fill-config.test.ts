import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK } from '#agents/secret-config.ts';
import { createRedactor } from '#secrets/redact.ts';
import { fillConfig } from './fill-config.ts';

/** Stored secrets are written as `sealed value`. */
function fill(version: object) {
  const redactor = createRedactor();
  const filled = fillConfig({
    db: {} as never,
    box: { seal: async () => '', open: async (_place, sealed) => sealed.replace('sealed ', '') },
    orgId: 'org',
    version: { engineConfig: {}, sealedConfig: null, secretNames: [], inputDefinitions: [], ...version } as never,
    engine: { configSchema: { properties: { password: { writeOnly: true } } } } as never,
    inputs: {},
    redactor,
  });
  return { filled, redactor };
}

test('a configuration without secrets asks for none', async () => {
  const { filled } = fill({ engineConfig: { url: 'https://example.com/' } });
  assert.deepEqual(await filled, { url: 'https://example.com/' });
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
