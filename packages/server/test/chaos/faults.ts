import { readdir, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { Promotion } from './database-pair.ts';
import type { Role } from './members.ts';

// What happens to the database and to the way there. Each fault is written down with its time, for the judge.

/** Of one process. These alone are proof that a step was interrupted. */
export type ProcessFault = 'kill' | 'pause' | 'term' | 'crash' | 'clock';

/** Of something that all share. */
export type SharedFault =
  | 'postgres'
  | 'cut'
  | 'lost'
  | 'promotion'
  | 'turned'
  | 'read_only'
  | 'locked'
  | 'silent'
  | 'standby'
  | 'storage'
  | 'full';

export type FaultKind = ProcessFault | SharedFault;

export type Fault = {
  kind: FaultKind;
  role: Role | 'shared';
  pid: number;
  at: number;
  /** When it was over; undefined: at once, or not yet. */
  until?: number;
  /** What exactly. */
  note?: string;
};

/** While one of these lasts, nothing can be written. */
export const OUTAGES: FaultKind[] = ['postgres', 'promotion', 'turned', 'read_only', 'silent', 'standby'];

export async function during(
  { faults }: Pick<Cluster, 'faults'>,
  kind: SharedFault,
  note: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const fault: Fault = { kind, role: 'shared', pid: 0, at: Date.now(), note };
  faults.push(fault);
  try {
    await work();
  } finally {
    fault.until = Date.now();
  }
}

/** As a managed database at its disk limit, or before a planned switchover. */
export const makeReadOnly = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'read_only', `${ms} ms`, async () => {
    await direct(cluster, async (client) => {
      await client.query('alter system set default_transaction_read_only = on');
      await client.query('select pg_reload_conf()');
      await delay(ms);
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
    });
  });

/** As a migration or a careless operator. */
export const lockTable = (cluster: Cluster, table: string, ms: number): Promise<void> =>
  during(cluster, 'locked', `${table} ${ms} ms`, () =>
    direct(cluster, async (client) => {
      await client.query('begin');
      await client.query(`lock table ${table} in access exclusive mode`);
      await delay(ms);
      await client.query('rollback');
    }),
  );

/** As a network that swallows everything. */
export const silenceDatabase = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'silent', `${ms} ms`, async () => {
    cluster.address.silence();
    await delay(ms);
    cluster.address.speak();
  });

/** Commits wait for a standby that does not confirm. */
export const loseStandby = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'standby', `${ms} ms`, async () => {
    pairOf(cluster).loseStandby();
    await delay(ms);
    pairOf(cluster).returnStandby();
  });

/** The standby takes over, and the address moves with it. The old primary is a standby again when this resolves. */
export async function promote(cluster: Cluster, promotion: Promotion): Promise<void> {
  const pair = pairOf(cluster);
  const note = `${promotion.how}, ${promotion.recoveringMs ?? 0} ms recovering`;
  await during(cluster, 'promotion', note, () => pair.promote(cluster.address, promotion));
  await pair.rejoin();
}

/** As a balancer whose check is wrong for a while: the address leads to the standby, which takes no writes, and back. */
export const turnAddress = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'turned', `${ms} ms`, async () => {
    const { standbyPath, socketPath } = pairOf(cluster);
    cluster.address.moveTo(standbyPath());
    await delay(ms);
    cluster.address.moveTo(socketPath());
  });

export const stallStorage = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'storage', `${ms} ms`, async () => {
    if (cluster.storage === undefined) throw new Error('This cluster has no storage that can stall.');
    cluster.storage.silence();
    await delay(ms);
    cluster.storage.speak();
  });

/** Real: the folder lies on a small file system, and something else takes the rest of it. */
export const fillStorage = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'full', `${ms} ms`, async () => {
    if (cluster.disk === undefined) throw new Error('This cluster has no disk that can be filled.');
    await cluster.disk.fill();
    await delay(ms);
    await cluster.disk.free();
  });

/** As an unmounted disk: the folder is gone with its files, and comes back with them. */
export const removeStorage = (cluster: Cluster, ms: number): Promise<void> =>
  during(cluster, 'storage', `removed for ${ms} ms`, async () => {
    const { storageFolder: folder } = cluster;
    if (folder === undefined) throw new Error('The storage of this cluster is no plain folder.');
    await rename(folder, `${folder}-away`);
    await delay(ms);
    const files = await readdir(folder, { recursive: true }).catch(() => undefined);
    if (files !== undefined) {
      cluster.unexpected.push(`The storage folder was removed, and made anew with ${files.length} files.`);
      await rm(folder, { recursive: true });
    }
    await rename(`${folder}-away`, folder);
  });

function pairOf(cluster: Cluster) {
  if (cluster.pair === undefined) throw new Error('This cluster has no standby.');
  return cluster.pair;
}

async function direct(cluster: Cluster, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
