import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { type DatabasePair, startPair } from './database-pair.ts';

// The database of a cluster: the one that the service brings, which starts itself again, or a primary with a standby.

export type LabPostgres = {
  /** For the judge: leads to whoever is the primary, past all faults of the network. */
  url: string;
  /** Of the primary. */
  socketPath(): string;
  pid(): Promise<number>;
  /** kill -9, and a start. It may still be recovering when this resolves. */
  crash(): Promise<void>;
  pair?: DatabasePair;
  stop(): Promise<void>;
};

export async function openLabPostgres(folder: string, options: { standby: boolean }): Promise<LabPostgres> {
  return options.standby ? openPair(folder) : openSingle(join(folder, 'database'));
}

async function openSingle(dataDir: string): Promise<LabPostgres> {
  await prepareDataFolder(dataDir);
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'server', settings: { max_connections: '300' } });
  const { searchParams, port } = new URL(postgres.url);
  const pid = async (): Promise<number> =>
    Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return {
    url: postgres.url,
    socketPath: () => `${searchParams.get('host')}/.s.PGSQL.${port}`,
    pid,
    async crash() {
      process.kill(await pid(), 'SIGKILL');
    },
    stop: postgres.stop,
  };
}

async function openPair(folder: string): Promise<LabPostgres> {
  const pair = await startPair(folder);
  return {
    url: pair.url,
    socketPath: pair.socketPath,
    pid: async () => pair.primary().pid(),
    crash: pair.restartPrimary,
    pair,
    stop: pair.stop,
  };
}
