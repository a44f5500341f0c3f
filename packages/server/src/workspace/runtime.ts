import type { Connections } from '#connections/use-connection.ts';
import type { Database } from '#platform/db.ts';
import { findIsolation, listMissingIsolation } from '#platform/isolation.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createLimits } from './engine/limits.ts';
import { openEngine } from './engine/open-engine.ts';
import type { WorkspaceSettings } from './engine/settings.ts';
import { createSlots } from './engine/slots.ts';
import type { SystemTables } from './model/system-table.ts';
import type { Agents } from './queries/agents.ts';
import { createRunner } from './queries/runner.ts';
import { removeLeftovers } from './sandbox/leftovers.ts';
import { createCollector } from './tables/collect.ts';
import { createCompactor } from './tables/compact.ts';
import { createImporter } from './tables/importer.ts';

// Assembles the parts of the workspace for one process.

export type WorkspaceOptions = {
  kit: WorkKit;
  database: Database;
  storage: Storage;
  log: Logger;
  agents: Agents;
  connections: Pick<Connections, 'open'>;
  system: SystemTables;
  settings: WorkspaceSettings;
  /** Parent of the processes' folders and of cached remote segments. */
  folder: string;
  /** Whether this process claims queries. Without claims it runs only its own sync queries. */
  claims: boolean;
};

export type Workspace = ReturnType<typeof createWorkspace>;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Concurrent reads through connections. Each may be slow and holds a batch of rows in memory. */
const READERS_MAX = 16;

export function createWorkspace(options: WorkspaceOptions) {
  const { database, storage, log, agents, connections, system, settings, folder, kit, claims } = options;
  const sql = openEngine({ storage, settings, log, folder });
  const { engine } = sql;
  const findLimits = createLimits(database.system, settings);
  const slots = createSlots(settings.concurrency, findLimits);
  const shared = { database, storage, engine, slots, agents, log };
  const compactor = createCompactor({ ...shared, timeoutMs: settings.importTimeoutMs });
  const runner = createRunner(
    {
      ...shared,
      compact: compactor.start,
      connections,
      system,
      readers: createSemaphore({ max: READERS_MAX }),
      connectionBytesMax: settings.connectionBytesMax,
      callsMax: settings.jobsMax,
      agentTimeoutMs: settings.agentTimeoutMs,
      findLimits,
    },
    { kit, keptDays: settings.keptDays },
  );
  const imports = { ...shared, importTimeoutMs: settings.importTimeoutMs };
  const importer = createImporter(imports, { kit, keptDays: settings.keptDays });
  const collector = createCollector({ db: database.system, storage });
  let maintainTimer: NodeJS.Timeout | undefined;
  let maintaining: Promise<unknown> = Promise.resolve();

  async function maintain(): Promise<void> {
    await compactor.startAll();
    await collector.collect({ olderThanMs: 24 * HOUR_MS, unnamedForMs: HOUR_MS });
  }

  return {
    ...shared,
    settings,
    system,
    findLimits,
    runner,
    importer,
    imports,
    collector,
    /** Starts a process ahead of a query or import that is likely to follow. */
    expectQuery: sql.prepare,
    async start(): Promise<void> {
      await removeLeftovers(folder);
      warnOfMissingIsolation(log).catch((err) =>
        log.warn({ event: 'sql.isolation', err }, 'cannot determine which sandbox isolation works'),
      );
      runner.start();
      importer.start();
      if (!claims) return;
      maintainTimer = setInterval(() => {
        maintaining = maintain().catch((error) =>
          log.warn({ err: error, event: 'workspace.maintain' }, 'cannot delete unused segments'),
        );
      }, HOUR_MS + MINUTE_MS);
    },
    async stop(): Promise<void> {
      clearInterval(maintainTimer);
      await runner.stop();
      await importer.stop();
      await compactor.stop();
      await sql.stop();
      await maintaining;
    },
  };
}

/** Logs which parts of the sandbox are missing. */
async function warnOfMissingIsolation(log: Logger): Promise<void> {
  const missing = listMissingIsolation(await findIsolation());
  if (missing.length > 0) log.warn({ event: 'sql.isolation', missing }, 'the SQL sandbox runs without some isolation');
}
