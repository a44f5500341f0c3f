import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.ts';
import { copyCold, copyRunning, createNode, makeStandby, type PostgresNode } from './postgres-node.ts';
import { type Address, startProxy } from './proxy.ts';

// A primary with a synchronous standby, and what an operator's tools do with them. A commit is answered when the standby
// has it too, so a promotion loses nothing that was answered.

export type DatabasePair = Awaited<ReturnType<typeof startPair>>;

export type Promotion = {
  /**
   * kill -9 of the primary, an orderly stop as in a planned switchover, or a network that swallows everything on the way
   * to it: nobody hears of its end.
   */
  how: 'crash' | 'switchover' | 'silence';
  /** For so long the address leads to the standby before that takes writes. */
  recoveringMs?: number;
};

/** After so long, the operator's tools take a silent primary for dead. */
const NOTICED_MS = 15_000;

export async function startPair(folder: string) {
  const folders = ['first', 'second'].map((name) => join(folder, name)) as [string, string];
  for (const each of folders) await mkdir(each, { recursive: true });
  const first = await createNode(folders[0]);
  await copyCold(first.place, folders[1]);
  const second = await createNode(folders[1]);
  await first.start();
  await first.query('create database errand').catch(ignoreExisting);
  /** The way of the standby to its primary. */
  const wire = await startProxy(first.socketPath);
  /** Like the address of the service, without its faults: for the judge. */
  const observer = await startProxy(first.socketPath);
  let primary = first;
  let standby = second;
  await makeStandby(standby, wire.port);
  await standby.start();

  /** From now on a commit waits for the standby. */
  async function synchronize(): Promise<void> {
    await primary.configure({ synchronous_standby_names: 'standby' });
    await until(async () => {
      const rows = await primary.query(`select from pg_stat_replication where sync_state = 'sync'`);
      return rows.length === 1;
    }, 'the standby to be in step');
  }

  async function promote(address: Address, { how, recoveringMs = 0 }: Promotion): Promise<void> {
    const old = primary;
    if (how === 'crash') await old.kill();
    if (how === 'switchover') await old.stop();
    wire.silence();
    if (how === 'silence') {
      address.silence();
      await delay(NOTICED_MS);
    }
    if (recoveringMs > 0) {
      address.moveTo(standby.socketPath);
      await delay(recoveringMs);
    }
    await standby.query('select pg_promote(true, 300)');
    primary = standby;
    standby = old;
    if (how === 'silence') {
      address.leave(primary.socketPath);
      await old.kill();
    } else address.moveTo(primary.socketPath);
    observer.moveTo(primary.socketPath);
    wire.speak();
  }

  /** Makes the old primary the standby of the new one. */
  async function rejoin(): Promise<void> {
    await copyRunning(primary, standby.place.dataDir);
    wire.moveTo(primary.socketPath);
    await makeStandby(standby, wire.port);
    await standby.start();
    await synchronize();
  }

  await synchronize();
  return {
    url: databaseUrl(observer.port, first.password),
    socketPath: (): string => primary.socketPath,
    primary: (): PostgresNode => primary,
    standbyPath: (): string => standby.socketPath,
    /** The standby confirms nothing any more: commits do not end. */
    loseStandby: (): void => wire.silence(),
    returnStandby: (): void => wire.speak(),
    promote,
    rejoin,
    async restartPrimary(): Promise<void> {
      await primary.kill();
      await primary.start();
    },
    async stop(): Promise<void> {
      wire.speak();
      // A primary that stops in order waits for its standby.
      await primary.configure({ synchronous_standby_names: '' }).catch(() => undefined);
      await primary.stop();
      await standby.stop();
      await wire.stop();
      await observer.stop();
    },
  };
}

export const databaseUrl = (port: number, password: string): string =>
  `postgres://errand:${password}@127.0.0.1:${port}/errand?sslmode=disable`;

function ignoreExisting(error: { code?: string }): void {
  if (error.code !== '42P04') throw error;
}
