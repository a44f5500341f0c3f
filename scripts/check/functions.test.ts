import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFunctions } from './functions.ts';

test('a function of more than 100 lines fails, unless it is an exception; an exception that is none fails too', () => {
  const lines = (count: number) => 'x();\n'.repeat(count);
  const sources = new Map([
    ['packages/server/src/a.ts', `\nexport function long() {\n${lines(99)}}\nfunction fine() {\n${lines(98)}}`],
    ['packages/server/src/b.ts', `const arrow = () => {\n${lines(99)}};\napp.get('/', () => {\n${lines(110)}});`],
    ['packages/server/src/c.ts', `const x = { method() {\n${lines(99)}} };`],
    ['packages/server/src/a.test.ts', `test('x', () => {\n${lines(500)}});`],
    ['packages/server/test/harness.ts', `function start() {\n${lines(500)}}`],
  ]);
  assert.deepEqual(checkFunctions(sources, ['arrow', 'gone']), [
    'packages/server/src/a.ts:2 long: 101 lines, more than 100',
    'packages/server/src/b.ts:102 in app.get(): 112 lines, more than 100',
    'packages/server/src/c.ts:1 method: 101 lines, more than 100',
    'gone: no longer too long; take it out of scripts/check/functions.ts',
  ]);
});
