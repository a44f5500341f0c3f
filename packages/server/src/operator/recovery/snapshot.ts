import type { Db } from '#platform/db.ts';
import { deletedPrefix, readDeletedKey } from '#platform/storage/grace.ts';
import { type Storage, type StoredObject, temporaryPrefix } from '#platform/storage/storage.ts';
import { listSources, type Source } from './references.ts';
import { markKey } from './storage-owner.ts';

// Puts what the storage has and what the database names into temporary tables of one transaction. PostgreSQL compares
// them, so that millions of objects need no memory here.

const BATCH = 5_000;

export type Counted = { objects: number; bytes: number; deleted: number };

/** Fills `stored` (key, size), `deleted` (key, at_key) and `named` (key, size, sha256, source, job_id, lost). */
export async function takeSnapshot(
  tx: Db,
  storage: Storage,
  onProgress: (objects: number) => void,
): Promise<{ counted: Counted; sources: Source[] }> {
  await tx.run('set local statement_timeout = 0');
  await tx.run('set local idle_in_transaction_session_timeout = 0');
  await tx.run('create temp table stored (key text, size bigint) on commit drop');
  await tx.run('create temp table deleted (key text, at_key text) on commit drop');
  await tx.run(
    'create temp table named (key text, size bigint, sha256 text, source text, job_id uuid, lost boolean) on commit drop',
  );
  const counted = await fillStored(tx, storage, onProgress);
  const sources = await listSources(tx);
  for (const { name, select } of sources) {
    await tx.run(
      `insert into named (key, size, sha256, source, job_id, lost)
       select key, size, sha256, $1::text, job_id, lost from (${select}) as rows`,
      [name],
    );
  }
  await tx.run('create index on stored (key)');
  await tx.run('create index on named (key)');
  await tx.run('create index on deleted (key)');
  await tx.run('analyze stored');
  await tx.run('analyze named');
  return { counted, sources };
}

async function fillStored(tx: Db, storage: Storage, onProgress: (objects: number) => void): Promise<Counted> {
  const counted: Counted = { objects: 0, bytes: 0, deleted: 0 };
  let batch: StoredObject[] = [];
  const flush = async (): Promise<void> => {
    const gone = batch.flatMap(({ key }) => {
      const found = readDeletedKey(key);
      return found === undefined ? [] : [{ key: found.key, atKey: key }];
    });
    const there = batch.filter(({ key }) => !key.startsWith(deletedPrefix));
    await tx.run('insert into deleted select key, at_key from unnest($1::text[], $2::text[]) as d (key, at_key)', [
      gone.map(({ key }) => key),
      gone.map(({ atKey }) => atKey),
    ]);
    await tx.run('insert into stored select key, size from unnest($1::text[], $2::bigint[]) as s (key, size)', [
      there.map(({ key }) => key),
      there.map(({ size }) => size),
    ]);
    counted.deleted += gone.length;
    counted.objects += there.length;
    counted.bytes += there.reduce((sum, { size }) => sum + size, 0);
    onProgress(counted.objects);
    batch = [];
  };
  for await (const object of storage.list('')) {
    if (object.key === markKey || object.key.startsWith(temporaryPrefix)) continue;
    batch.push(object);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return counted;
}
