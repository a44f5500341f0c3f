import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';
import { createRandom, createTenants, type Kind, type Load, startLoad, type Tenant } from './load.ts';
import type { Role } from './members.ts';
import { watchReadiness } from './readiness.ts';
import { heal, type Report, verify } from './verify.ts';

// One run of the crash suite: processes, load, faults by the caller, then healing and the verdict.

export type Run = {
  cluster: Cluster;
  tenants: Tenant[];
  load: Load;
  /** Ends the load, waits until nothing is queued and judges everything since the start. */
  judge(options?: { healMs?: number }): Promise<Report>;
  /** Whatever state it is in. */
  stop(): Promise<void>;
};

type RoundOptions = {
  seed?: number;
  clients?: number;
  pauseMs?: number;
  kinds?: Kind[];
  /** Asks every process whether it is ready, and judges what they say. */
  readiness?: boolean;
};

export async function startRun(options: RoundOptions & ClusterOptions & { roles: Role[] }): Promise<Run> {
  const { env, standby, s3 } = options;
  const cluster = await startCluster({ ...(env && { env }), ...(standby && { standby }), ...(s3 && { s3 }) });
  try {
    await Promise.all(options.roles.map((role) => cluster.spawn(role)));
    const tenants = await createTenants(cluster);
    const round = beginRound(cluster, tenants, options);
    const stop = async (): Promise<void> => {
      const stopped = round.load.stop();
      await cluster.stop();
      await stopped;
    };
    return { ...round, cluster, tenants, stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** A round on processes that run already; the judgement is about its own jobs only. */
export function beginRound(cluster: Cluster, tenants: Tenant[], options: RoundOptions): Pick<Run, 'load' | 'judge'> {
  const since = Date.now();
  const { seed = 1, clients = 6, pauseMs = 40, kinds } = options;
  const random = createRandom(seed);
  const readiness = options.readiness ? watchReadiness(cluster) : undefined;
  const load = startLoad(cluster, tenants, { random, clients, pauseMs, ...(kinds && { kinds }) });
  return {
    load,
    async judge({ healMs: limitMs = 60_000 } = {}) {
      await load.stop();
      const healMs = await heal(cluster, limitMs);
      await readiness?.stop();
      const { entries } = load;
      return verify(cluster, { tenants, entries, since, healMs, ...(readiness && { readiness }) });
    },
  };
}
