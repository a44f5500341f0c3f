import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFunctions } from './functions.ts';

test('a function of more than 120 lines fails, unless it is an exception; an exception that is none fails too', () => {
  const lines = (count: number) => 'x();\n'.repeat(count);
  const sources = new Map([
    ['packages/server/src/a.ts', `\nexport function long() {\n${lines(119)}}\nfunction fine() {\n${lines(118)}}`],
    ['packages/server/src/b.ts', `const arrow = () => {\n${lines(119)}};\napp.get('/', () => {\n${lines(130)}});`],
    ['packages/server/src/c.ts', `const x = { method() {\n${lines(119)}} };`],
    ['packages/server/src/a.test.ts', `test('x', () => {\n${lines(500)}});`],
    ['packages/server/test/harness.ts', `function start() {\n${lines(500)}}`],
  ]);
  assert.deepEqual(checkFunctions(sources, ['arrow', 'gone']), [
    'packages/server/src/a.ts:2 long: 121 lines, more than 120',
    'packages/server/src/b.ts:122 in app.get(): 132 lines, more than 120',
    'packages/server/src/c.ts:1 method: 121 lines, more than 120',
    'gone: no longer too long; take it out of scripts/check/functions.ts',
  ]);
});
