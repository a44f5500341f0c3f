import pg from 'pg';
import { splitTls, tlsOptions } from './database-tls.ts';
import { parseDatabaseUrl, type SessionKind } from './database-url.ts';

// Opens all connections to PostgreSQL. If the address names several hosts, they are tried in turn, the last good one
// first. A session is used only if it is of the wanted kind, so after a failover the next connection goes to the new
// primary.

export type Hosts = {
  count: number;
  /** Returns the address of the host to try next. */
  current(): string;
  /** Tries the other hosts first from now on. */
  avoid(url: string): void;
  prefer(url: string): void;
  /** Throws if the session is not of the wanted kind. Undefined if any kind is accepted. */
  verify: ((client: Pick<pg.Client, 'query'>) => Promise<void>) | undefined;
};

export type ClientConfig = Omit<pg.ClientConfig, 'connectionString'> & { connectionString: string };

/** With several hosts, one that does not respond must not use up the caller's time. */
const HOST_MS_MAX = 3_000;

const known = new Map<string, Hosts>();

/** Returns the hosts of an address. All connections of the process share them, and what was learnt about them. */
export function hostsOf(url: string): Hosts {
  let hosts = known.get(url);
  if (hosts === undefined) {
    hosts = createHosts(url);
    known.set(url, hosts);
  }
  return hosts;
}

/** Opens one connection. Throws the error of the last host that was tried. */
export async function connectClient({ connectionString, ...config }: ClientConfig): Promise<pg.Client> {
  const hosts = hostsOf(connectionString);
  for (let tries = 1; ; tries += 1) {
    const url = hosts.current();
    const client = new pg.Client(toHost(hosts, config, url));
    // The in-flight statement or the event `end` reports a lost connection.
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

/** Creates a pool whose connections try the hosts in turn. `lend` returns a connection, like `pool.connect`. */
export function createHostPool({ connectionString, ...config }: pg.PoolConfig & { connectionString: string }): {
  pool: pg.Pool;
  lend(): Promise<pg.PoolClient>;
} {
  const hosts = hostsOf(connectionString);
  const { verify } = hosts;
  const hostOf = new WeakMap<pg.Client, string>();
  // The pool creates its connections with `new`, which returns what this function returns.
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

/** Has the code of a write on a read-only server, so that callers treat it as an outage. */
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

/** False for a wrong password or database, which is wrong on every host, and for a pool without a free connection. */
function isWorthAnotherHost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return !/^(28...|3D000)$/.test(String(code ?? '')) && message !== 'timeout exceeded when trying to connect';
}
