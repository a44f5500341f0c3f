import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#platform/configuration.ts';
import { makeFolder } from '../../test/stop-at-end.ts';
import { loadDriverModules } from './driver-modules.ts';
import { createConnectors } from './registry.ts';

const folder = await makeFolder();
let count = 0;
const load = (code: string) => {
  const path = join(folder, `driver-${++count}.mjs`);
  writeFileSync(path, code);
  return loadDriverModules([path]);
};
const driver = (id: string, schemas = 'schema.object({})') => `defineDriver({
  connector: { id: '${id}', display_name: 'N', description: 'D', icon: '', category: '', config_schema: ${schemas},
    auth_schema: schema.object({}), dynamic_input_fields: {}, dynamic_input_test_fields: [], browser_session: null },
  test: async () => 'fine' })`;

test('the example of the docs is a connector with a delivery', async () => {
  const path = fileURLToPath(new URL('../../../../docs/examples/ntfy-driver.ts', import.meta.url));
  const connector = createConnectors(await loadDriverModules([path])).get('ntfy');
  assert.deepEqual([connector.available, connector.supports_delivery], [true, true]);
});

test('a driver of a type that is only described makes it available', async () => {
  const connectors = createConnectors(await load(`export default ({ defineDriver, schema }) => ${driver('stripe')};`));
  assert.equal(connectors.get('stripe').available, true);
  assert.equal(connectors.list().filter(({ id }) => id === 'stripe').length, 1);
});

describe('the start stops at a module that', () => {
  const bad: Record<string, string> = {
    'is no code': 'export default ((',
    throws: "throw new Error('no');",
    'gives something else': 'export default () => ({ connector: {} });',
    'has a type that cannot be one': `export default ({ defineDriver, schema }) => ${driver('No type')};`,
    'has a schema that is none': `export default ({ defineDriver, schema }) => ${driver('x', "{ type: 'nothing' }")};`,
  };
  for (const [title, code] of Object.entries(bad)) test(title, () => assert.rejects(load(code), ConfigError));
});
