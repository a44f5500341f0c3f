import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { serveRoutes } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import { archiveChecks } from './doctor/archive-checks.ts';
import { type Finding, runChecks } from './doctor/check.ts';
import { databaseChecks, schemaChecks } from './doctor/database-checks.ts';
import { domainChecks } from './doctor/domain-checks.ts';
import { machineChecks } from './doctor/machine-checks.ts';
import { organizationChecks } from './doctor/organization-checks.ts';
import { listWorkers, type WorkerView } from './workers.ts';

/** Findings are kept this long, so that reloading the page does not repeat all checks. */
const KEPT_MS = 10_000;

export const service = serveRoutes(addHealthRoutes);

/** Shows the checks of `errand doctor` to administrators. Only the first organization sees the installation's. */
function addHealthRoutes(app: FastifyInstance, { database, config }: { database: Database; config: Config }) {
  let installation: { at: number; findings: Promise<Finding[]> } | undefined;

  function examineInstallation(): Promise<Finding[]> {
    if (installation === undefined || Date.now() - installation.at > KEPT_MS) {
      const checks = [
        ...machineChecks(config),
        ...databaseChecks(database, config.databaseUrl === undefined),
        ...schemaChecks(database),
        ...domainChecks(database).filter(({ isSlow }) => !isSlow),
        ...archiveChecks(database, config, { quick: true }),
      ];
      installation = { at: Date.now(), findings: runChecks(checks) };
    }
    return installation.findings;
  }

  endpoint(app, operations.organizations.health, {
    async handler({ caller: { orgId } }) {
      const own = runChecks(organizationChecks(database.tenant(orgId), database.system, orgId));
      const isFirst = (await findFirstOrganization(database)) === orgId;
      return {
        version,
        checked_at: new Date().toISOString(),
        organization: (await own).map(toFinding),
        installation: isFirst ? (await examineInstallation()).map(toFinding) : null,
        workers: isFirst ? (await listWorkers(database.system)).map(toWorker) : null,
      };
    },
  });
}

const toWorker = (worker: WorkerView) => ({
  ...worker,
  started_at: worker.started_at.toISOString(),
  last_seen_at: worker.last_seen_at.toISOString(),
});

const toFinding = ({ name, ok, detail, fix }: Finding) => ({ name, ok, detail, fix: fix ?? null });

async function findFirstOrganization({ system }: Database): Promise<string | undefined> {
  const [row] = await system.query<{ id: string }>('select id from organizations order by created_at, id limit 1');
  return row?.id;
}
