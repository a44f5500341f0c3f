import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../test/until.ts';
import { openIdleGroup } from './idle-group.ts';

/** A number that no process has. */
const DEAD = 2 ** 22 + 1;

/** Where the group of a process is in the file system. */
function folderOf(pid: number): string {
  const line = readFileSync(`/proc/${pid}/cgroup`, 'utf8')
    .split('\n')
    .find((one) => one.includes('errand-idle-'))!;
  const [, kinds, path] = line.split(':') as [string, string, string];
  return join('/sys/fs/cgroup', kinds, path);
}

test('a process that is put into the idle group gets only what others leave; the group goes with the service', async (t) => {
  const group = openIdleGroup();
  if (group === undefined) {
    t.skip('needs root, and a system that groups processes by session');
    return;
  }
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    if (!group.add(child.pid!)) {
      t.skip('this system lets nobody into the group');
      return;
    }
    const folder = folderOf(child.pid!);
    assert.equal(readFileSync(join(folder, 'cpu.idle'), 'utf8').trim(), '1');
    group.remove();
    assert.equal(existsSync(folder), true, 'somebody is in it');
    child.kill('SIGKILL');
    await once(child, 'close');
    // What a killed service left behind is removed by the next.
    const left = join(dirname(folder), `errand-idle-${DEAD}`);
    mkdirSync(left);
    // The kernel may take a moment to notice that nobody is in it any more.
    await until(async () => {
      openIdleGroup()!.remove();
      return !existsSync(folder);
    }, 'the end of the group');
    assert.equal(existsSync(left), false);
    assert.equal(group.add(process.pid), false, 'it is gone');
  } finally {
    child.kill('SIGKILL');
    group.remove();
  }
});
