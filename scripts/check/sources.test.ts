import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkJobStates, checkLengths, checkMachineNames } from './sources.ts';

test('found in sources: folders of one machine and package registries', () => {
  const home = ['', 'home', 'somebody', 'errand'].join('/');
  const sources = new Map([
    ['a.md', `fine\ncd ${home}`],
    ['b.json', `{ "resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/a.tgz" }`],
    ['c.ts', `const url = '/v1/agents/home/x'; fetch(base + '/root/');`],
  ]);
  assert.deepEqual(checkMachineNames(sources), [
    'a.md:2 names a folder of one machine',
    'b.json:1 names a package registry',
  ]);
});

test('a state of a job is compared by its name, not by its number', () => {
  const lines = (...texts: string[]) => texts.join('\n');
  const wrong = lines(
    'ok: job.status_code === 3,',
    '`where r.status in (3, 6)`',
    'where r.status = 4 and x',
    'status >= 3',
  );
  const right = lines('code === jobStatus.failure', 'r.status in (${succeeded})', 'status >= 400', 'let status = 200;');
  const found = checkJobStates(
    new Map([
      ['packages/cli/src/a.ts', wrong],
      ['packages/cli/src/b.ts', right],
      ['packages/cli/src/a.test.ts', wrong],
      ['packages/sdk/src/generated/a.ts', wrong],
    ]),
  );
  assert.deepEqual(
    found.map((problem) => problem.split(': ')[0]),
    [1, 2, 3, 4].map((line) => `packages/cli/src/a.ts:${line}`),
  );
});

test('a source of more than 400 lines fails, of more than 300 is asked about, a test may be long', () => {
  const text = (count: number) => 'x\n'.repeat(count);
  const { problems, notes } = checkLengths(
    new Map([
      ['packages/server/src/a.ts', text(401)],
      ['packages/server/src/b.ts', text(301)],
      ['packages/server/src/c.ts', text(300)],
      ['packages/server/src/a.test.ts', text(999)],
      ['packages/sdk/src/generated/errors.ts', text(999)],
    ]),
  );
  assert.deepEqual([problems.length, notes.length], [1, 1]);
  assert.match(problems[0]!, /a\.ts: 401 lines/);
  assert.match(notes[0]!, /b\.ts: 301 lines/);
});
