import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readModules } from './modules.ts';
import { checkModule } from './rules.ts';

const server = 'packages/server/src';

/** Returns the violations of the first file among the others. */
function check(files: Record<string, string>): string[] {
  const modules = new Map(readModules(new Map(Object.entries(files))).map((module) => [module.path, module]));
  return checkModule([...modules.values()][0]!, modules).map(({ message }) => message);
}

test('imports point down; a violation names line and layers', () => {
  const up = { [`${server}/platform/db.ts`]: `import '#jobs/a.ts';`, [`${server}/jobs/a.ts`]: '' };
  assert.match(check(up).join(), /platform must not import jobs/);
  const down = { [`${server}/jobs/a.ts`]: `import '#platform/db.ts';`, [`${server}/platform/db.ts`]: '' };
  assert.deepEqual(check(down), []);
});

test('a file that takes a request may use the HTTP kit, also without being a route', () => {
  const http = { [`${server}/http/body.ts`]: 'export const a = 1;' };
  const store = { [`${server}/jobs/store.ts`]: `import '#http/body.ts';`, ...http };
  const upload = { [`${server}/jobs/upload.ts`]: `import '#http/body.ts'; import 'fastify';`, ...http };
  assert.equal(check(store).length, 1);
  assert.deepEqual(check(upload), []);
});
