import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** The files of a run take at most half a GiB. Its processes need the rest. */
const SPACE_MIN = 2 * GIB;
const MEMORY_MIN = 8 * GIB;

/**
 * Finds the folder for the tests' files: in memory, if there is plenty, because creating and dropping hundreds of
 * databases on a disk takes a tenth of a run. If TMPDIR is set, it is used.
 */
export async function findTemporaryFolder(): Promise<string> {
  if (process.env.TMPDIR !== undefined || process.availableMemory() < MEMORY_MIN) return tmpdir();
  const found = await statfs(IN_MEMORY).catch(() => undefined);
  if (found === undefined || found.bavail * found.bsize < SPACE_MIN) return tmpdir();
  return (await runsPrograms(IN_MEMORY)) ? IN_MEMORY : tmpdir();
}

/** Whether programs can run in the folder. Containers often forbid it for memory file systems. */
async function runsPrograms(folder: string): Promise<boolean> {
  const inside = await mkdtemp(join(folder, 'errand-try-')).catch(() => undefined);
  if (inside === undefined) return false;
  const program = join(inside, 'program');
  await writeFile(program, '#!/bin/sh\nexit 0\n');
  await chmod(program, 0o755);
  const { status } = spawnSync(program);
  await rm(inside, { recursive: true });
  return status === 0;
}
