import { resolve } from 'node:path';
import { readMcpServers } from '#engines/mcp/servers-file.ts';
import { readModelSettings } from '#engines/models/settings.ts';
import { readWebSettings } from '#engines/web/settings.ts';
import { readTrustedProxies } from '#http/trusted-proxies.ts';
import { readTypologies } from '#knowledge/catalog/catalog.ts';
import { readOAuthSettings } from '#oauth/settings.ts';
import { readOidcSettings } from '#orgs/oidc-settings.ts';
import {
  readBoolean as boolean,
  ConfigError,
  refuseValue as fail,
  readInteger as integer,
  readText as text,
} from '#platform/configuration.ts';
import { withAuthority } from '#platform/database-tls.ts';
import { parseDatabaseUrl } from '#platform/database-url.ts';
import { readLimits } from '#platform/limits.ts';
import { isLogLevel, type LogLevel } from '#platform/log.ts';
import { type Network, parseNetwork } from '#platform/outbound/addresses.ts';
import { readProxySettings } from '#platform/outbound/proxy-settings.ts';
import { parseStorageUrl } from '#platform/storage/storage-url.ts';
import { readTlsSettings } from '#platform/tls/settings.ts';
import { readKeySettings } from '#secrets/keyring.ts';
import { readWorkspaceSettings } from '#workspace/engine/settings.ts';
import { watchSettings } from './ignored-settings.ts';
import { readInternalListener } from './internal-listener.ts';
import { ownFolder } from './own-folder.ts';

export const processRoles = ['all', 'api', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];

/** The output folder of `npm run build`. */
const BUILT_CONSOLE = ownFolder('console', 'packages/console/dist');

export { ConfigError };

export type Config = ReturnType<typeof readConfig>;

export function readConfig(given: NodeJS.ProcessEnv = process.env) {
  const { env, listIgnored } = watchSettings(given);
  const settings = readSettings(env);
  return { ...settings, ignoredSettings: listIgnored() };
}

function readSettings(env: NodeJS.ProcessEnv) {
  const dataDir = resolve(text(env, 'ERRAND_DATA_DIR', '.errand'));
  return {
    port: integer(env, 'PORT', 8700, 0, 65_535),
    host: text(env, 'HOST', '127.0.0.1'),
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: databaseUrl(env, 'ERRAND_DATABASE_DIRECT_URL'),
    dataDir,
    postgresBin: optionalPath(env, 'ERRAND_POSTGRES_BIN'),
    walArchive: optionalPath(env, 'ERRAND_WAL_ARCHIVE'),
    role: oneOf(env, 'ERRAND_ROLE', processRoles, 'all'),
    bootstrapApiKey: bootstrapApiKey(env),
    publicUrl: publicUrl(env),
    jwtSecret: jwtSecret(env),
    oidc: readOidcSettings(env),
    oauth: readOAuthSettings(env),
    secretKeys: readKeySettings(env, dataDir),
    storage: storage(env, dataDir),
    workerConcurrency: integer(env, 'ERRAND_WORKER_CONCURRENCY', 32, 1, 1_000),
    orgConcurrency: integer(env, 'ERRAND_ORG_CONCURRENCY', 0, 0, 100_000),
    webhookConcurrency: integer(env, 'ERRAND_WEBHOOK_CONCURRENCY', 64, 1, 1_000),
    outboundAllow: networks(env, 'ERRAND_OUTBOUND_ALLOW'),
    proxies: readProxySettings(env),
    databaseConnections: integer(env, 'ERRAND_DATABASE_CONNECTIONS', 12, 4, 500),
    storageTimeoutMs: integer(env, 'ERRAND_STORAGE_TIMEOUT_SECONDS', 30, 1, 600) * 1_000,
    storageGraceDays: integer(env, 'ERRAND_STORAGE_GRACE_DAYS', 0, 0, 3_650),
    internal: readInternalListener(env),
    metricsToken: token(env, 'ERRAND_METRICS_TOKEN'),
    limits: readLimits(env),
    requestTimeoutMs: integer(env, 'ERRAND_REQUEST_TIMEOUT_SECONDS', 300, 1, 7_200) * 1_000,
    ratePerSecond: integer(env, 'ERRAND_RATE_LIMIT', 0, 0, 1_000_000),
    archiveAfterMonths: integer(env, 'ERRAND_ARCHIVE_AFTER_MONTHS', 12, 0, 1_200),
    jobTimeoutSeconds: integer(env, 'ERRAND_JOB_TIMEOUT_SECONDS', 7_200, 1, 7_200),
    drainMs: integer(env, 'ERRAND_DRAIN_SECONDS', 5, 0, 600) * 1_000,
    shutdownMs: integer(env, 'ERRAND_SHUTDOWN_SECONDS', 20, 1, 600) * 1_000,
    consoleDir: resolve(text(env, 'ERRAND_CONSOLE_DIR', BUILT_CONSOLE)),
    models: readModelSettings(env),
    web: readWebSettings(env),
    workspace: readWorkspaceSettings(env),
    engineModules: paths(env, 'ERRAND_ENGINE_MODULES'),
    connectionDrivers: paths(env, 'ERRAND_CONNECTION_DRIVERS'),
    mcpServers: readMcpServers(env),
    typologies: readTypologies(env),
    mcpTaskMs: integer(env, 'ERRAND_MCP_TASK_SECONDS', 10, 0, 7_200) * 1_000,
    trustedProxies: readTrustedProxies(env),
    tls: readTlsSettings(env),
    allowRoot: boolean(env, 'ERRAND_ALLOW_ROOT', true),
    traceUrl: traceUrl(env),
    traceContent: oneOf(env, 'ERRAND_TRACE_CONTENT', ['on', 'off'], 'off') === 'on',
    logLevel: logLevel(env),
  };
}

function oneOf<T extends string>(env: NodeJS.ProcessEnv, name: string, values: readonly T[], fallback: T): T {
  const value = text(env, name, fallback);
  return values.includes(value as T) ? (value as T) : fail(name, value, `one of ${values.join(', ')}`);
}

function logLevel(env: NodeJS.ProcessEnv): LogLevel {
  const value = text(env, 'LOG_LEVEL', 'info').toLowerCase();
  return isLogLevel(value) ? value : fail('LOG_LEVEL', value, 'fatal, error, warn, info, debug, trace or silent');
}

function optionalPath(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name, '');
  return value === '' ? undefined : resolve(value);
}

/** Reads a comma-separated list of paths. */
function paths(env: NodeJS.ProcessEnv, name: string): string[] {
  const parts = text(env, name, '').split(',');
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => resolve(part));
}

function networks(env: NodeJS.ProcessEnv, name: string): Network[] {
  const parts = text(env, name, '')
    .split(/[\s,]+/)
    .filter((part) => part !== '');
  return parts.map(
    (part) => parseNetwork(part) ?? fail(name, part, 'networks like 127.0.0.0/8 or fd00::/8, separated by commas'),
  );
}

function databaseUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name, '');
  if (value === '') return undefined;
  const authority = text(env, 'ERRAND_DATABASE_CA', '');
  const address = authority === '' ? value : withAuthority(value, resolve(authority), name);
  parseDatabaseUrl(address, name);
  return address;
}

function token(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name, '');
  if (value === '') return undefined;
  if (/^[\x21-\x7e]{16,200}$/.test(value)) return value;
  throw new ConfigError(`${name} must be 16 to 200 printable ASCII characters without spaces.`);
}

function bootstrapApiKey(env: NodeJS.ProcessEnv): string | undefined {
  const value = env.ERRAND_BOOTSTRAP_API_KEY;
  if (value === undefined || value === '') return undefined;
  if (/^[\x21-\x7e]{32,200}$/.test(value)) return value;
  throw new ConfigError('ERRAND_BOOTSTRAP_API_KEY must be 32 to 200 printable ASCII characters without spaces.');
}

function jwtSecret(env: NodeJS.ProcessEnv): string | undefined {
  const value = env.ERRAND_JWT_SECRET;
  if (value === undefined || value === '') return undefined;
  if (value.length >= 32) return value;
  throw new ConfigError('ERRAND_JWT_SECRET must have at least 32 characters.');
}

function storage(env: NodeJS.ProcessEnv, dataDir: string): string {
  const value = text(env, 'ERRAND_STORAGE', resolve(dataDir, 'storage'));
  if (parseStorageUrl(value) !== undefined) return value;
  // The value may contain a password, so the message does not repeat it.
  throw new ConfigError('ERRAND_STORAGE must be a folder or s3://bucket/prefix.');
}

function httpUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name, '');
  if (value === '') return undefined;
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? value
    : fail(name, value, 'an http or https URL');
}

function traceUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = httpUrl(env, 'ERRAND_TRACE_URL');
  return url === undefined || url.includes('{trace_id}')
    ? url
    : fail('ERRAND_TRACE_URL', url, 'an address that contains {trace_id}');
}

function publicUrl(env: NodeJS.ProcessEnv): string | undefined {
  return httpUrl(env, 'ERRAND_PUBLIC_URL')?.replace(/\/+$/, '');
}
