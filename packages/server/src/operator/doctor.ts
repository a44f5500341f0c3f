import type { Check } from '#platform/check.ts';
import { openDatabase } from '#platform/db.ts';
import { migrate, readSchemaState } from '#platform/migrate.ts';
import type { Config } from '../config/config.ts';
import { addressChecks } from './doctor/address-checks.ts';
import { archiveChecks } from './doctor/archive-checks.ts';
import { type Finding, runChecks } from './doctor/check.ts';
import { databaseChecks, schemaChecks } from './doctor/database-checks.ts';
import { domainChecks } from './doctor/domain-checks.ts';
import { identityChecks } from './doctor/identity-checks.ts';
import { machineChecks } from './doctor/machine-checks.ts';
import { secretChecks } from './doctor/secret-checks.ts';
import { workChecks } from './doctor/work-checks.ts';
import { type Installation, openInstallation, prepareSchema, refuseMissing, unlessAborted } from './installation.ts';

export type { Finding };

// Checks everything that an installation needs, and says how to fix each fault. Changes nothing, except that a new
// database of DATABASE_URL gets its schema.

export async function examine(config: Config, signal: AbortSignal): Promise<Finding[]> {
  try {
    refuseMissing(config);
  } catch (error) {
    return [
      { name: 'Installation', ok: false, detail: `not found in ${config.dataDir}`, fix: (error as Error).message },
    ];
  }
  const findings = await runChecks(machineChecks(config));
  let installation: Installation;
  try {
    installation = await openInstallation(config, 'operator');
  } catch (error) {
    return [...findings, { name: 'PostgreSQL', ok: false, detail: 'cannot be used', fix: (error as Error).message }];
  }
  try {
    return [...findings, ...(await unlessAborted(signal, examineDatabase(installation, config)))];
  } finally {
    await installation.close();
  }
}

async function examineDatabase(installation: Installation, config: Config): Promise<Finding[]> {
  const url = installation.directUrl;
  const database = openDatabase({ url, systemConnectionsMax: 2, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  try {
    const [found] = await database.system.query<{ is_new: boolean }>(
      `select to_regclass('schema_migrations') is null as is_new`,
    );
    if (found!.is_new) await prepareSchema(url);
    const findings = await runChecks([...databaseChecks(database, installation.embedded), migrationsCheck(url)]);
    // The other checks query tables that may not exist yet.
    if (findings.some(({ name, ok }) => name === 'Migrations' && !ok)) return findings;
    return [
      ...findings,
      ...(await runChecks([
        ...addressChecks(installation),
        ...schemaChecks(database),
        ...domainChecks(database),
        ...workChecks(database),
        ...secretChecks(database, config),
        ...identityChecks(database, config),
        ...archiveChecks(database, config),
      ])),
    ];
  } finally {
    await database.close();
  }
}

const migrationsCheck = (url: string): Check => ({
  name: 'Migrations',
  async look() {
    const { pending, deferred, isOpen } = await readSchemaState(url);
    if (pending.length > 0) {
      return {
        detail: `not applied: ${pending.join(', ')}`,
        fix: 'Run npx errand migrate, then npx errand doctor again.',
      };
    }
    // With nothing pending, this only compares, and refuses the schema of a newer version.
    await migrate(url);
    if (!isOpen) return { detail: 'up to date' };
    const later = deferred.length > 0 ? ` (deferred migrations: ${deferred.length})` : '';
    return { detail: `up to date; run npx errand migrate --contract once the previous release is gone${later}` };
  },
});
