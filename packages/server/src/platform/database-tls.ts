import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { ConfigError } from './configuration.ts';

// TLS for connections to PostgreSQL, configured by libpq's parameters in the address. The client library also reads
// them, but gives `require` and `verify-ca` other meanings than libpq, and will change that. So they are removed from
// the address here. Files are read for every connection, so a renewed file needs no restart.

/** From weakest to strongest. `no-verify` encrypts, but trusts any server. */
export const sslModes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

export type DatabaseTls = {
  mode: SslMode;
  /** Paths of files. The root `system` stands for the authorities that this machine trusts. */
  root?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  keyPassword?: string | undefined;
  minVersion?: string | undefined;
  direct: boolean;
};

const NAMES = [
  'sslmode',
  'ssl',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslpassword',
  'ssl_min_protocol_version',
  'sslnegotiation',
  'uselibpqcompat',
];

/** Separates the TLS parameters from an address with one host. */
export function splitTls(url: string, name = 'DATABASE_URL'): { url: string; tls: DatabaseTls | undefined } {
  const at = url.indexOf('?');
  if (at < 0) return { url, tls: undefined };
  const query = new URLSearchParams(url.slice(at + 1));
  const tls = readTls(query, name);
  for (const one of NAMES) query.delete(one);
  const bare = `${url.slice(0, at)}${query.size > 0 ? `?${query}` : ''}`;
  // Unix sockets use no TLS, as in libpq.
  const isSocket = /^\/|^%2f/i.test(query.get('host') ?? '') || /(@|\/\/)%2f[^@]*$/i.test(url.slice(0, at));
  return { url: bare, tls: isSocket ? undefined : tls };
}

/** Adds the authority of `ERRAND_DATABASE_CA` to the address. */
export function withAuthority(url: string, file: string, name: string): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const mode = query.get('sslmode');
  if (mode === 'disable' || mode === 'no-verify')
    throw new ConfigError(
      `ERRAND_DATABASE_CA cannot be used with sslmode=${mode} in ${name}, which verifies nothing. Use sslmode=verify-full.`,
    );
  const more = new URLSearchParams();
  if (mode === null) more.set('sslmode', 'verify-full');
  if (!query.has('sslrootcert')) more.set('sslrootcert', file);
  return more.size === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${more}`;
}

function readTls(query: URLSearchParams, name: string): DatabaseTls | undefined {
  const asked = query.get('sslmode') ?? (/^(true|1)$/.test(query.get('ssl') ?? '') ? 'require' : null);
  const value = (one: string): string | undefined => query.get(one) || undefined;
  const direct = value('sslnegotiation') === 'direct';
  if (asked === null) {
    const lonely = ['sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'].find((one) => value(one) !== undefined);
    if (lonely !== undefined) throw new ConfigError(`${name} has ${lonely} without sslmode. Add sslmode=verify-full.`);
    return undefined;
  }
  const mode = sslModes.find((one) => one === asked);
  if (mode === undefined) throw new ConfigError(explainMode(asked, name));
  const tls = {
    mode,
    root: value('sslrootcert'),
    cert: value('sslcert'),
    key: value('sslkey'),
    keyPassword: value('sslpassword'),
    minVersion: value('ssl_min_protocol_version'),
    direct,
  };
  if (mode === 'verify-ca' && (tls.root === undefined || tls.root === 'system'))
    throw new ConfigError(
      `sslmode=verify-ca in ${name} does not check the host name, so it needs your own certificate authority. Set ERRAND_DATABASE_CA, or use sslmode=verify-full.`,
    );
  if ((tls.cert === undefined) !== (tls.key === undefined))
    throw new ConfigError(`${name} has only one of sslcert and sslkey. A client certificate needs both.`);
  if (tls.minVersion !== undefined && !/^TLSv1\.[23]$/.test(tls.minVersion))
    throw new ConfigError(`ssl_min_protocol_version in ${name} must be TLSv1.2 or TLSv1.3.`);
  return tls;
}

function explainMode(mode: string, name: string): string {
  const choices = `one of ${sslModes.join(', ')}`;
  return mode === 'prefer' || mode === 'allow'
    ? `sslmode=${mode} in ${name} would silently fall back to an unencrypted connection. It must be ${choices}.`
    : `sslmode in ${name} is ${JSON.stringify(mode)}, but must be ${choices}.`;
}

/** Returns the options of the client library. They are empty if the address has no TLS parameters. */
export function tlsOptions(tls: DatabaseTls | undefined): {
  ssl?: ConnectionOptions | false;
  sslnegotiation?: 'direct';
} {
  if (tls === undefined) return {};
  if (tls.mode === 'disable') return { ssl: false };
  const { mode, root, cert, key, keyPassword, minVersion, direct } = tls;
  const ssl: ConnectionOptions = {
    minVersion: (minVersion ?? 'TLSv1.2') as 'TLSv1.2',
    ...(mode === 'no-verify' ? { rejectUnauthorized: false } : { ca: readRoot(root) }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(cert !== undefined && { cert: readPart(cert, 'sslcert') }),
    ...(key !== undefined && { key: readPart(key, 'sslkey') }),
    ...(keyPassword !== undefined && { passphrase: keyPassword }),
  };
  return { ssl, ...(direct && { sslnegotiation: 'direct' }) };
}

function readRoot(root: string | undefined): string | string[] {
  if (root !== undefined && root !== 'system') return readPart(root, 'sslrootcert or ERRAND_DATABASE_CA');
  return [...getCACertificates('default'), ...getCACertificates('system')];
}

function readPart(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    // Without a cause, because the ENOENT of a file must not look like a missing socket.
    throw new Error(`${name} names the file ${JSON.stringify(path)}, which cannot be read (${code}).`);
  }
}
