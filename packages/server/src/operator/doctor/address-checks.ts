import type { Check, Verdict } from '#platform/check.ts';
import { connectClient } from '#platform/connect.ts';
import { describeHosts, parseDatabaseUrl } from '#platform/database-url.ts';
import { openDatabase } from '#platform/db.ts';
import { databaseTlsChecks } from './database-tls-checks.ts';

const HOST_MS_MAX = 5_000;

/** Checks the connection to PostgreSQL as a server makes it: through a pooler, and to one of several hosts. */
export const addressChecks = ({ url, directUrl }: { url: string; directUrl: string }): Check[] => [
  ...(parseDatabaseUrl(directUrl).urls.length > 1 ? [{ name: 'Hosts', look: () => lookAtHosts(directUrl) }] : []),
  { name: 'Connection', look: () => proveIsolation(url, directUrl) },
  ...databaseTlsChecks([...new Set([url, directUrl])]),
];

async function lookAtHosts(url: string): Promise<Verdict> {
  const seen = await Promise.all(
    parseDatabaseUrl(url).urls.map(async (one) => ({ place: describeHosts(one), state: await stateOf(one) })),
  );
  const detail = seen.map(({ place, state }) => `${place}: ${state}`).join(', ');
  if (!seen.some(({ state }) => state === 'primary'))
    return { detail, fix: 'None of the hosts takes writes. Promote a standby, or correct DATABASE_URL.' };
  const lost = seen.filter(({ state }) => state !== 'primary' && state !== 'standby');
  return lost.length === 0
    ? { detail }
    : { detail, fix: 'Start the servers that cannot be used. A failover needs them.' };
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

/** Runs the isolation test that a server runs before it listens. */
async function proveIsolation(url: string, directUrl: string): Promise<Verdict> {
  const small = { systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 };
  const database = openDatabase({ url, directUrl, ...small });
  try {
    await database.proveIsolation();
    const way = database.isPooled() ? 'through a pooler' : 'directly to PostgreSQL';
    return { detail: `${way}; organizations are isolated` };
  } catch (error) {
    return { detail: 'a server cannot start with this connection', fix: (error as Error).message };
  } finally {
    await database.close();
  }
}
