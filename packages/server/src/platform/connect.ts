import pg from 'pg';
import { splitTls, tlsOptions } from './database-tls.ts';
import { parseDatabaseUrl, type SessionKind } from './database-url.ts';

// The only place where connections to PostgreSQL are opened. Where the address names several hosts they are tried in
// turn, the last good one first, and a session counts only when it is of the wanted kind: after a failover, the next
// connection goes to the new primary.

export type Hosts = {
  count: number;
  /** The address of the host to try next. */
  current(): string;
  /** The other hosts come first from now on. */
  avoid(url: string): void;
  prefer(url: string): void;
  /** Throws when the session is not of the wanted kind. Undefined when any will do. */
  verify: ((client: Pick<pg.Client, 'query'>) => Promise<void>) | undefined;
};

export type ClientConfig = Omit<pg.ClientConfig, 'connectionString'> & { connectionString: string };

/** With several hosts, one that does not respond must not take the whole time of the caller. */
const HOST_MS_MAX = 3_000;

const known = new Map<string, Hosts>();

/** All connections of a process share what was learnt of the hosts. */
export function hostsOf(url: string): Hosts {
  let hosts = known.get(url);
  if (hosts === undefined) {
    hosts = createHosts(url);
    known.set(url, hosts);
  }
  return hosts;
}

/** Opens one connection; throws the error of the last host that was tried. */
export async function connectClient({ connectionString, ...config }: ClientConfig): Promise<pg.Client> {
  const hosts = hostsOf(connectionString);
  for (let tries = 1; ; tries += 1) {
    const url = hosts.current();
    const client = new pg.Client(toHost(hosts, config, url));
    // A lost connection is reported by the statement in flight, or by the event `end`.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await hosts.verify?.(client);
      hosts.prefer(url);
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      hosts.avoid(url);
      if (tries >= hosts.count || !isWorthAnotherHost(error)) throw error;
    }
  }
}

/** A pool whose connections go to the hosts in turn. `lend` gives a connection, as `pool.connect` does. */
export function createHostPool({ connectionString, ...config }: pg.PoolConfig & { connectionString: string }): {
  pool: pg.Pool;
  lend(): Promise<pg.PoolClient>;
} {
  const hosts = hostsOf(connectionString);
  const { verify } = hosts;
  const hostOf = new WeakMap<pg.Client, string>();
  // The pool makes its connections with `new`, which gives what the function returns.
  function Client(options: pg.ClientConfig): pg.Client {
    const url = hosts.current();
    const client = new pg.Client(toHost(hosts, options, url));
    hostOf.set(client, url);
    const connect = client.connect.bind(client) as (callback: (error: Error | null) => void) => void;
    client.connect = ((callback: (error: Error | null) => void) =>
      connect((error) => {
        if (error) hosts.avoid(url);
        callback(error);
      })) as never;
    return client;
  }
  const pool = new pg.Pool({
    ...config,
    Client,
    ...(verify && {
      async onConnect(client: pg.Client) {
        await verify(client).catch((error) => {
          hosts.avoid(hostOf.get(client)!);
          throw error;
        });
      },
    }),
  } as unknown as pg.PoolConfig);

  async function lendFromAny(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await pool.connect();
      } catch (error) {
        if (tries >= hosts.count || !isWorthAnotherHost(error)) throw error;
      }
    }
  }

  return { pool, lend: hosts.count > 1 ? lendFromAny : () => pool.connect() };
}

function createHosts(url: string): Hosts {
  const { urls, session } = parseDatabaseUrl(url);
  let at = 0;
  return {
    count: urls.length,
    current: () => urls[at]!,
    avoid(failed) {
      if (urls[at] === failed) at = (at + 1) % urls.length;
    },
    prefer(good) {
      at = Math.max(0, urls.indexOf(good));
    },
    verify: session === 'any' ? undefined : (client) => verifySession(client, session),
  };
}

function toHost(hosts: Hosts, config: pg.ClientConfig, address: string): pg.ClientConfig {
  const { url, tls } = splitTls(address);
  return {
    ...config,
    ...tlsOptions(tls),
    connectionString: url,
    ...(hosts.count > 1 && {
      connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis || HOST_MS_MAX, HOST_MS_MAX),
    }),
  };
}

const LOOK: Record<Exclude<SessionKind, 'any'>, string> = {
  'read-write': `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as refused`,
  primary: 'select pg_is_in_recovery() as refused',
};

/** With the code of a write that a read-only server refuses: callers know it as an outage. */
class WrongSession extends Error {
  readonly code = '25006';
}

async function verifySession(client: Pick<pg.Client, 'query'>, session: Exclude<SessionKind, 'any'>): Promise<void> {
  const { rows } = await client.query<{ refused: boolean }>(LOOK[session]);
  if (rows[0]!.refused)
    throw new WrongSession(
      `This PostgreSQL server is ${session === 'primary' ? 'a standby' : 'a standby or read-only'}, but target_session_attrs is ${session}.`,
    );
}

/** A wrong password or database is the same everywhere, and a pool without a free connection is no host's fault. */
function isWorthAnotherHost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return !/^(28...|3D000)$/.test(String(code ?? '')) && message !== 'timeout exceeded when trying to connect';
}
