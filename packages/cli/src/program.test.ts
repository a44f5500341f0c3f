import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandName } from './program.ts';

test('commands are printed as they were called, so that they can be pasted', () => {
  const script = '/srv/errand/node_modules/.bin/errand';
  assert.equal(commandName({ npm_command: 'exec' }, script), 'npx errand');
  assert.equal(commandName({ npm_command: 'run', npm_lifecycle_event: 'errand' }, 'src/main.ts'), 'npm run errand --');
  assert.equal(commandName({}, script), 'errand');
  assert.equal(commandName({}, '/srv/errand/packages/cli/src/main.ts'), 'npx errand');
  assert.equal(commandName({ npm_command: 'run', npm_lifecycle_event: 'start' }, 'main.ts'), 'npx errand');
});
