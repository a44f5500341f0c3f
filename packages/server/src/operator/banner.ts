import type { Access } from './first-start.ts';
import type { Rollback } from './recovery/storage-owner.ts';

// The text that `errand serve` prints on stdout once it is ready: the address, how to sign in, and a command to try.

type Facts = {
  version: string;
  role: 'all' | 'api' | 'worker';
  /** The address on which the server listens. */
  address: string;
  publicUrl: string | undefined;
  credentialsFile: string;
  /** A file with the header of `access`, unless it could not be written. */
  headerFile: string | undefined;
  access: Access | undefined;
  /** The code of a sign-in link that works once. */
  signInCode?: string | undefined;
  /** The database was restored to an earlier time. */
  rollback?: Rollback | undefined;
};

export function describeStart(facts: Facts): string {
  const local = reachable(facts.address);
  if (facts.role === 'worker') {
    return lines([`Errand ${facts.version} is running jobs (role worker).`, '', `  Health    ${local}/health/`]);
  }
  const base = facts.publicUrl ?? local;
  return lines([
    `Errand ${facts.version} is ready.`,
    '',
    `  Console   ${base}/`,
    ...(facts.signInCode === undefined
      ? []
      : [
          `  Sign in   ${base}/sign-in#code=${facts.signInCode}`,
          '            opens the console and signs you in; works once, within an hour',
        ]),
    `  API       ${base}`,
    ...describeKey(facts),
    ...describeRestore(facts),
    '',
    facts.access?.agentId === undefined ? 'List your agents:' : 'Run the sample agent:',
    '',
    `  ${curlLine(local, facts)}`,
    '',
    'Ctrl-C stops it.',
  ]);
}

function describeRestore({ rollback }: Facts): string[] {
  if (rollback === undefined) return [];
  return [
    `  Restored  the database goes back to ${rollback.databaseUntil} or a minute later; later work is lost or runs again`,
    '            npx errand restore check compares it with the storage; see docs/recovery.md',
  ];
}

function describeKey({ access, credentialsFile }: Facts): string[] {
  if (access === undefined) {
    return [
      '  API key   not known on this machine; create one: npx errand key create --org ID (IDs: npx errand org list)',
    ];
  }
  if (access.origin === 'given') return ['  API key   the value of ERRAND_BOOTSTRAP_API_KEY'];
  if (access.origin === 'kept') return [`  API key   in ${credentialsFile}`];
  return [`  API key   ${access.apiKey}`, `            shown only once; kept in ${credentialsFile}`];
}

/** Uses the local address, which works before any proxy does. */
function curlLine(local: string, { access, headerFile }: Facts): string {
  const sample = access?.agentId;
  const [path, body] = sample === undefined ? ['/v1/agents/', ''] : [`/v1/agents/run/${sample}/`, ' -d name=Ada'];
  return `curl -sS ${local}${path} -H ${header(access, headerFile)}${body}`;
}

function header(access: Access | undefined, headerFile: string | undefined): string {
  if (access?.origin === 'made') return quote(`Authorization: Bearer ${access.apiKey}`);
  if (headerFile !== undefined) return quote(`@${headerFile}`);
  return access?.origin === 'given'
    ? '"Authorization: Bearer $ERRAND_BOOTSTRAP_API_KEY"'
    : quote('Authorization: Bearer YOUR_API_KEY');
}

/** A server that listens on all addresses is reached through the loopback address. */
function reachable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

const quote = (text: string): string => (/^[\w@/.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const lines = (all: string[]): string => `${all.join('\n')}\n`;
