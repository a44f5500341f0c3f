// Keeps the PostgreSQL of a checkout running until no run has used it for a while, then stops it and removes its
// folder.
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { withLock } from './folder-lock.ts';
import { openPostgres } from './own-postgres.ts';
import { keeperName, listRuns } from './run-databases.ts';
import { idleSeconds, keeperLock, stopChannel } from './warm-postgres.ts';

const lookMs = 2_000;

const folder = process.argv[2]!;
const postgres = await openPostgres(folder);
const application_name = `${keeperName}, process ${process.pid}`;
const client = new pg.Client({ connectionString: postgres.url, application_name });
// PostgreSQL died. The next run starts it again, with a new keeper.
client.on('error', () => process.exit(1));
await client.connect();
const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [keeperLock]);
if (rows[0].taken) await keep();
await client.end();
await postgres.stop();

async function keep(): Promise<void> {
  const told = Promise.withResolvers<void>();
  let limitMs = idleSeconds * 1_000;
  client.on('notification', () => {
    limitMs = 0;
    told.resolve();
  });
  process.once('SIGTERM', () => client.emit('notification'));
  await client.query(`listen ${stopChannel}`);
  let usedAt = Date.now();
  for (;;) {
    await Promise.race([told.promise, delay(lookMs)]);
    if (await isUsed()) {
      usedAt = Date.now();
      if (limitMs === 0) await delay(lookMs);
    } else if (Date.now() - usedAt >= limitMs && (await withLock(`${folder}.lock`, end))) return;
  }
}

async function isUsed(): Promise<boolean> {
  return (await listRuns(client)).length > 0;
}

/** Ends PostgreSQL. No run can join in the meantime. */
async function end(): Promise<boolean> {
  if (await isUsed()) return false;
  client.removeAllListeners('error').on('error', () => undefined);
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return true;
}
