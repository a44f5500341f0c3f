import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lab, Tenant } from './lab.ts';
import type { Running } from './scenarios/end-to-end.ts';

type TheirLab = Pick<typeof import('./lab.ts'), 'createTenant' | 'runRequest' | 'withDatabase'>;

/** Starts the server of another checkout, with its own packages, schema and keys, on our PostgreSQL. */
export async function startOther(lab: Lab, folder: string): Promise<Running> {
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
  const { migrate } = (await load('packages/server/src/platform/migrate.ts')) as {
    migrate(url: string): Promise<unknown>;
  };
  const { createTenant, runRequest, withDatabase } = (await load('bench/lab.ts')) as TheirLab;
  const { url, name } = await lab.createDatabase('empty');
  await migrate(url);
  const program = await lab.start(join(folder, 'bench/children/server.ts'), { DATABASE_URL: url });
  const tenant: Tenant = await withDatabase(url, (database) => createTenant(database, program.port));
  return { url, database: name, program, request: runRequest(tenant, 'async/'), results: 'job_results' };
}
