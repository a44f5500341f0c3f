import { connectClient } from '#platform/connect.ts';
import { describeHosts, parseDatabaseUrl } from '#platform/database-url.ts';
import { openDatabase } from '#platform/db.ts';
import type { Check, Verdict } from './check.ts';
import { databaseTlsChecks } from './database-tls-checks.ts';

const HOST_MS_MAX = 5_000;

/** Checks of the way to PostgreSQL, as a server goes it: through a pooler, and to one of several hosts. */
export const addressChecks = ({ url, directUrl }: { url: string; directUrl: string }): Check[] => [
  ...(parseDatabaseUrl(directUrl).urls.length > 1 ? [{ name: 'Hosts', look: () => lookAtHosts(directUrl) }] : []),
  { name: 'Connection', look: () => proveWall(url, directUrl) },
  ...databaseTlsChecks([...new Set([url, directUrl])]),
];

async function lookAtHosts(url: string): Promise<Verdict> {
  const seen = await Promise.all(
    parseDatabaseUrl(url).urls.map(async (one) => ({ place: describeHosts(one), state: await stateOf(one) })),
  );
  const detail = seen.map(({ place, state }) => `${place}: ${state}`).join(', ');
  if (!seen.some(({ state }) => state === 'primary'))
    return { detail, fix: 'Promote a standby, or correct DATABASE_URL: none of its hosts takes writes.' };
  const lost = seen.filter(({ state }) => state !== 'primary' && state !== 'standby');
  return lost.length === 0
    ? { detail }
    : { detail, fix: 'Start the server that is missing: a failover has nowhere to go without it.' };
}

async function stateOf(url: string): Promise<string> {
  try {
    const client = await connectClient({ connectionString: url, connectionTimeoutMillis: HOST_MS_MAX });
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    await client.end();
    return rows[0].standby ? 'standby' : 'primary';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `cannot be used (${code ?? message})`;
  }
}

/** What the start of a server proves before it listens. */
async function proveWall(url: string, directUrl: string): Promise<Verdict> {
  const small = { systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 };
  const database = openDatabase({ url, directUrl, ...small });
  try {
    await database.proveWall();
    const way = database.isPooled() ? 'through a pooler' : 'to PostgreSQL itself';
    return { detail: `${way}; organizations are kept apart` };
  } catch (error) {
    return { detail: 'no server can start like this', fix: (error as Error).message };
  } finally {
    await database.close();
  }
}
