import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectClient } from '#platform/connect.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { version } from '../config/version.ts';
import {
  END_OF_ROWS,
  FORMAT,
  FORMAT_VERSION,
  FORMAT_VERSION_WITH_FILES,
  type Header,
  type Progress,
  type SequenceState,
} from './transfer-format.ts';
import { readObjects } from './transfer-objects.ts';
import { listPartitions, listSequences, listTables, readSchemaVersion } from './transfer-schema.ts';

/** Streams a snapshot of the whole database while it stays in use. With `storage`, the stored content follows. */
export async function exportDatabase(
  url: string,
  target: Writable,
  onProgress: Progress,
  storage?: Storage,
): Promise<Header> {
  const client = await connectClient({ connectionString: url, application_name: 'errand export' });
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(TRANSFER_SETTINGS);
    const header = await readHeader(client, storage !== undefined);
    await pipeline(dump(client, header, onProgress, storage), createGzip(), target);
    await client.query('commit');
    return header;
  } finally {
    await client.end();
  }
}

/** Make text mean the same on every server, and make row-level security raise an error instead of hiding rows. */
export const TRANSFER_SETTINGS = `
  set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local row_security = off; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

async function readHeader(client: pg.Client, withFiles: boolean): Promise<Header> {
  const tables: Header['tables'] = [];
  for (const table of await listTables(client)) {
    const { rows } = await client.query(`select count(*)::float8 as count from ${pg.escapeIdentifier(table.name)}`);
    tables.push({ ...table, rows: rows[0].count });
  }
  return {
    format: FORMAT,
    format_version: withFiles ? FORMAT_VERSION_WITH_FILES : FORMAT_VERSION,
    errand_version: version,
    exported_at: new Date().toISOString(),
    migrations: await readSchemaVersion(client),
    partitions: await listPartitions(client),
    tables,
  };
}

async function* dump(
  client: pg.Client,
  header: Header,
  onProgress: Progress,
  storage: Storage | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  function hashed(chunk: Buffer): Buffer {
    hash.update(chunk);
    bytes += chunk.length;
    return chunk;
  }

  yield hashed(line(header));
  for (const { name, columns } of header.tables) {
    yield hashed(line({ table: name }));
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    // As a query, because a partitioned table cannot be copied by name.
    const rows: Readable = client.query(copyTo(`copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`));
    for await (const chunk of rows) {
      yield hashed(chunk);
      onProgress({ table: name, bytes });
    }
    yield hashed(END_OF_ROWS);
  }
  yield hashed(line({ sequences: await readSequences(client) }));
  // Read after the snapshot, so content that its rows name is there unless it was deleted meanwhile.
  if (storage) for await (const chunk of readObjects(storage, onProgress)) yield hashed(chunk);
  yield line({ sha256: hash.digest('hex') });
}

/** Sequences are not part of the snapshot. Read last, they are past every id in it. */
async function readSequences(client: pg.Client): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of await listSequences(client)) {
    const { rows } = await client.query(`select last_value::text, is_called from ${sequence}`);
    states.push({ table, column, ...rows[0] });
  }
  return states;
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
