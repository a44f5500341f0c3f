import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** The files of a run are half a GiB at most; its processes need the rest. */
const SPACE_MIN = 2 * GIB;
const MEMORY_MIN = 8 * GIB;

/**
 * Where tests put their files: in memory, if there is plenty. Hundreds of databases are made and thrown away, and on a disk
 * that is a tenth of a run. A TMPDIR that somebody set is used as it is.
 */
export async function findTemporaryFolder(): Promise<string> {
  if (process.env.TMPDIR !== undefined || process.availableMemory() < MEMORY_MIN) return tmpdir();
  const found = await statfs(IN_MEMORY).catch(() => undefined);
  if (found === undefined || found.bavail * found.bsize < SPACE_MIN) return tmpdir();
  return (await runsPrograms(IN_MEMORY)) ? IN_MEMORY : tmpdir();
}

/** Containers often forbid it there. */
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
