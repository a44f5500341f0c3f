import type { TLSSocket } from 'node:tls';
import type pg from 'pg';
import type { Check, Verdict } from '#platform/check.ts';
import { connectClient } from '#platform/connect.ts';
import { splitTls } from '#platform/database-tls.ts';
import { describeHosts, parseDatabaseUrl } from '#platform/database-url.ts';
import { explainTls } from '#platform/explain-tls.ts';

const CONNECT_MS_MAX = 5_000;
const DAY_MS = 86_400_000;
/** Leaves the operator time to renew the certificate. */
const DAYS_MIN = 14;

/** Checks that the connection to PostgreSQL is encrypted and its certificate verified. One check per address. */
export const databaseTlsChecks = (addresses: string[]): Check[] =>
  addresses
    .filter((address) => !isLocal(address))
    .map((address) => ({ name: 'Database TLS', look: () => lookAtWay(address) }));

async function lookAtWay(address: string): Promise<Verdict> {
  const where = describeHosts(address);
  const mode = splitTls(parseDatabaseUrl(address).urls[0]!).tls?.mode;
  let client: pg.Client;
  try {
    client = await connectClient({ connectionString: address, connectionTimeoutMillis: CONNECT_MS_MAX });
  } catch (error) {
    return { detail: `${where} cannot be reached`, fix: explainTls(error, where) ?? (error as Error).message };
  }
  try {
    const { stream } = (client as unknown as { connection: { stream: TLSSocket } }).connection;
    if (!stream.encrypted)
      return {
        detail: `${where}: not encrypted; use sslmode=verify-full if others share the network`,
      };
    const days = Math.floor((Date.parse(stream.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    const how = `encrypted (${stream.getProtocol()})`;
    if (mode === 'no-verify')
      return {
        detail: `${where}: ${how} but not verified`,
        fix: "Set ERRAND_DATABASE_CA to the authority's certificate and use sslmode=verify-full. Without verification, an impostor can get the password.",
      };
    const detail = `${where}: ${how} and verified${mode === 'verify-ca' ? ', except the host name' : ''}; the certificate has ${days} days left`;
    return days >= DAYS_MIN
      ? { detail }
      : { detail, fix: 'Renew the certificate of PostgreSQL and reload it. Once it expires, new connections fail.' };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Tells whether an address is a socket or this machine, and does not ask for TLS. */
function isLocal(address: string): boolean {
  return parseDatabaseUrl(address).urls.every((url) => {
    const { url: bare, tls } = splitTls(url);
    if (tls !== undefined && tls.mode !== 'disable') return false;
    const host =
      new URLSearchParams(bare.split('?')[1]).get('host') ?? new URL(bare.replace('@/', '@localhost/')).hostname;
    return /^(\/|%2f|localhost$|127\.|\[?::1\]?$)/i.test(host);
  });
}
