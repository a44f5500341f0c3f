import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { RECOUNT } from '#jobs/figures/verify.ts';
import { findUnregisteredWorkers, giveBackJobs } from '#jobs/queue/release.ts';
import { connectClient } from '#platform/connect.ts';
import type { Db } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { TRANSFER_SETTINGS } from './export-database.ts';
import { lockForFilling } from './transactions.ts';
import {
  createDumpReader,
  type DumpReader,
  damaged,
  FORMAT,
  FORMAT_VERSION,
  FORMAT_VERSION_WITH_FILES,
  type Header,
  type Progress,
  type SequenceState,
  TransferError,
} from './transfer-format.ts';
import { type Objects, writeObjects } from './transfer-objects.ts';
import { listSequences, listTables, type Partition, readSchemaVersion } from './transfer-schema.ts';

export type Imported = Header & { objects?: Objects };

/** Fills an empty installation from an export, all or nothing. Content goes to `storage`, if the export has it. */
export async function importDatabase(
  url: string,
  source: Readable,
  onProgress: Progress,
  storage?: Storage,
): Promise<Imported> {
  const unzipped = source.pipe(createGunzip());
  source.once('error', (error) => unzipped.destroy(error));
  // The reader gets the error, but it may occur before reading begins.
  unzipped.on('error', () => undefined);
  const reader = createDumpReader(unzipped);
  const client = await connectClient({ connectionString: url, application_name: 'errand import' });
  try {
    const header = await readHeader(reader);
    await client.query('begin');
    await client.query(TRANSFER_SETTINGS);
    const objects = await fill(client, reader, header, onProgress, storage);
    await client.query('commit');
    // Without statistics about the new rows, the planner guesses badly.
    await client.query('analyze');
    return { ...header, ...(objects && { objects }) };
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
    // Also ends the transaction.
    await client.end();
  }
}

async function readHeader(reader: DumpReader): Promise<Header> {
  const header = await reader.json<Partial<Header> | null>();
  if (header?.format !== FORMAT) throw notAnExport();
  if (header.format_version !== FORMAT_VERSION && header.format_version !== FORMAT_VERSION_WITH_FILES) {
    throw new TransferError(
      `The file was created by errand ${header.errand_version}. Import it with that version or a newer one.`,
    );
  }
  return header as Header;
}

async function fill(
  client: pg.Client,
  reader: DumpReader,
  header: Header,
  onProgress: Progress,
  storage: Storage | undefined,
): Promise<Objects | undefined> {
  const db = statementsOf(client);
  await lockForFilling(db);
  refuseOtherSchema(header, await readSchemaVersion(client));
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join()]));
  await refuseFilled(client, [...known.keys()]);
  // A secret created here by an earlier command would conflict with the one that signed the users' tokens.
  await client.query('delete from installation');
  await createPartitions(client, header.partitions, known);

  let bytes = 0;
  for (const { name, columns, rows } of header.tables) {
    const { table } = await reader.json<{ table: string }>();
    if (table !== name || known.get(name) !== columns.join()) throw damaged();
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
    await pipeline(async function* () {
      for await (const chunk of reader.rows()) {
        bytes += chunk.length;
        onProgress({ table: name, bytes });
        yield chunk;
      }
    }, target);
    if (target.rowCount !== rows) throw damaged();
  }
  const { sequences } = await reader.json<{ sequences: SequenceState[] }>();
  const objects =
    header.format_version === FORMAT_VERSION_WITH_FILES && storage
      ? await writeObjects(reader, storage, onProgress)
      : undefined;
  const digest = reader.digest();
  const { sha256 } = await reader.json<{ sha256: string }>();
  if (sha256 !== digest || !(await reader.atEnd())) throw damaged();
  await restoreSequences(client, sequences);
  // The export has the stats of deleted jobs; the next passes count the other jobs.
  for (const statement of RECOUNT) await client.query(statement);
  // Jobs that ran at the source start again here, without counting as failed.
  const reason = 'The job was running when the database was exported; it starts again.';
  for (const workerId of await findUnregisteredWorkers(db)) await giveBackJobs(db, { workerId }, reason);
  return objects;
}

function refuseOtherSchema(header: Header, here: Record<string, string>): void {
  const missing = Object.keys(header.migrations).filter((name) => here[name] !== header.migrations[name]);
  if (missing.length > 0) {
    throw new TransferError(
      `The file has the schema of errand ${header.errand_version} (${missing[0]}), which differs from this one. Import it with that version, then upgrade.`,
    );
  }
  const extra = Object.keys(here).filter((name) => !(name in header.migrations));
  if (extra.length > 0) {
    throw new TransferError(
      `The file was created by errand ${header.errand_version} and lacks the migrations ${extra.join(', ')}. Run npx errand migrate of this version at the source, then export again.`,
    );
  }
}

async function refuseFilled(client: pg.Client, tables: string[]): Promise<void> {
  for (const table of tables) {
    if (table === 'installation') continue;
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`);
    if (rowCount) {
      throw new TransferError(
        `This installation is not empty (it has ${table}). Import into a new one: another ERRAND_DATA_DIR or DATABASE_URL.`,
      );
    }
  }
}

async function createPartitions(client: pg.Client, partitions: Partition[], known: Map<string, string>): Promise<void> {
  for (const { parent, name, from, to } of partitions) {
    if (!known.has(parent)) throw damaged();
    const { rows } = await client.query('select to_regclass($1) is not null as there', [pg.escapeIdentifier(name)]);
    if (rows[0].there) continue;
    await client.query(
      `create table ${pg.escapeIdentifier(name)} partition of ${pg.escapeIdentifier(parent)}
       for values from (${pg.escapeLiteral(from)}) to (${pg.escapeLiteral(to)})`,
    );
  }
}

async function restoreSequences(client: pg.Client, states: SequenceState[]): Promise<void> {
  const known = await listSequences(client);
  for (const { table, column, last_value, is_called } of states) {
    const sequence = known.find((one) => one.table === table && one.column === column)?.sequence;
    if (sequence === undefined) throw damaged();
    await client.query('select setval($1::regclass, $2::bigint, $3::boolean)', [sequence, last_value, is_called]);
  }
}

function statementsOf(client: pg.Client): Db {
  return {
    query: async (text, values) => (await client.query(text, values)).rows as never,
    run: async (text, values) => (await client.query(text, values)).rowCount ?? 0,
  };
}

/** Translates errors of zlib and PostgreSQL about broken content. */
function explain(error: unknown): unknown {
  const code = String((error as { code?: unknown }).code ?? '');
  if (/incorrect header check/.test((error as Error).message)) return notAnExport(error);
  return code.startsWith('Z_') || /^(22|23|42)/.test(code) ? damaged(error) : error;
}

const notAnExport = (cause?: unknown): TransferError =>
  new TransferError('This file was not created by npx errand db export.', { cause });
