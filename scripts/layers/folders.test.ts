import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMutualFolders } from './folders.ts';
import { readModules } from './modules.ts';

const jobs = 'packages/server/src/jobs';
const check = (files: Record<string, string>): string[] =>
  checkMutualFolders(readModules(new Map(Object.entries(files)))).map(({ message }) => message);

test('folders that import each other are found once, with a folder and the one around it too', () => {
  const files = {
    [`${jobs}/a.ts`]: `import './queue/b.ts';`,
    [`${jobs}/queue/b.ts`]: '',
    [`${jobs}/queue/c.ts`]: `import '../d.ts';`,
    [`${jobs}/d.ts`]: '',
  };
  assert.deepEqual(check(files), ['server/jobs ↔ server/jobs/queue: folders import each other']);
});

test('imports in one direction, and inside a folder, are fine', () => {
  const files = {
    [`${jobs}/a.ts`]: `import './queue/b.ts'; import './d.ts';`,
    [`${jobs}/d.ts`]: `import './queue/b.ts';`,
    [`${jobs}/queue/b.ts`]: '',
  };
  assert.deepEqual(check(files), []);
});
