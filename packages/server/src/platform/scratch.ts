import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The pid in a name may be of another container, so only folders untouched for this long are removed. */
const FORGOTTEN_MS = 3_600_000;
const swept = new Set<string>();

/**
 * Creates a private folder for this process. The caller removes it. Folders of killed processes are removed by the next
 * process that creates one.
 */
export async function makeScratch(base: string, name: string): Promise<string> {
  if (!swept.has(`${base} ${name}`)) {
    swept.add(`${base} ${name}`);
    await removeLeftovers(base, name);
  }
  return mkdtemp(join(base, `${name}-${process.pid}-`));
}

async function removeLeftovers(base: string, name: string): Promise<void> {
  for (const entry of await readdir(base).catch(() => [])) {
    const [, pid] = new RegExp(`^${name}-(\\d+)-\\w+$`).exec(entry) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(base, entry);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > FORGOTTEN_MS) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
