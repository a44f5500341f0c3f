import { ConfigError } from './configuration.ts';
import { splitTls } from './database-tls.ts';

// DATABASE_URL may name several hosts, as in libpq: postgres://user@one:5432,two:5432/errand. The client library
// accepts only one, so this makes one address per host. Errors never repeat the value, which may contain a password.

/** What a session must allow before it is used. */
export const sessionKinds = ['any', 'read-write', 'primary'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export type DatabaseAddress = {
  /** One per host, in the given order. */
  urls: string[];
  session: SessionKind;
};

/** Parses an address. `name` is the variable that errors name. */
export function parseDatabaseUrl(text: string, name = 'DATABASE_URL'): DatabaseAddress {
  const [, scheme, authority = '', path = '', search = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(\?[^#]*)?$/i.exec(text) ?? [];
  if (scheme === undefined) {
    const starts = /^postgres(ql)?:\/\//i.test(text);
    throw new ConfigError(starts ? malformed(name) : `${name} must start with postgres:// or postgresql://.`);
  }
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, at + 1);
  const query = new URLSearchParams(search);
  const wanted = query.get('target_session_attrs');
  query.delete('target_session_attrs');
  const named = namedHosts(query, name);
  const hosts = named === undefined ? authority.slice(at + 1).split(',') : [authority.slice(at + 1)];
  const searches = named ?? [query];
  const urls = hosts.flatMap((host) => searches.map((one) => `${scheme}${user}${host}${path}${toSearch(one)}`));
  if (!urls.every((url) => URL.canParse(withHost(url)))) throw new ConfigError(malformed(name));
  for (const url of urls) splitTls(url, name);
  return { urls, session: readSession(wanted, name) ?? (urls.length > 1 ? 'read-write' : 'any') };
}

/** Returns the hosts, ports and database of an address, without user and password. */
export function describeHosts(text: string): string {
  const { urls } = parseDatabaseUrl(text);
  const places = urls.map((url) => {
    const { host, searchParams } = new URL(withHost(url));
    return searchParams.get('host') ?? host;
  });
  return `${places.join(' or ')}${new URL(withHost(urls[0]!)).pathname}`;
}

/** Splits `?host=one,two&port=5432,5433` into the parameters of each host. Undefined if there are not several hosts. */
function namedHosts(query: URLSearchParams, name: string): URLSearchParams[] | undefined {
  const hosts = query.get('host')?.split(',') ?? [];
  if (hosts.length < 2) return undefined;
  const ports = query.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new ConfigError(
      `${name} has ${hosts.length} hosts and ${ports.length} ports. Use one port for all hosts, or one port per host.`,
    );
  return hosts.map((host, index) => {
    const own = new URLSearchParams(query);
    own.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port) own.set('port', port);
    return own;
  });
}

function readSession(wanted: string | null, name: string): SessionKind | undefined {
  if (wanted === null) return undefined;
  const found = sessionKinds.find((kind) => kind === wanted);
  if (found !== undefined) return found;
  throw new ConfigError(
    `target_session_attrs in ${name} is ${JSON.stringify(wanted)}, but must be one of ${sessionKinds.join(', ')}, because the service writes.`,
  );
}

/** Adds a host to an address with a user and no host. The driver accepts such an address, but URL does not. */
const withHost = (url: string): string => url.replace('@/', '@localhost/');

const toSearch = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : '');

const malformed = (name: string): string =>
  `${name} is not a valid URL. Use postgres://user:password@host:5432/database, or postgres://user:password@one:5432,two:5432/database for several hosts. Write @ : / ? # and % in a password as %40 %3A %2F %3F %23 and %25.`;
