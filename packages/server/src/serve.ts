import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { splitTls } from '#platform/database-tls.ts';
import { parseDatabaseUrl } from '#platform/database-url.ts';
import { openDatabase } from '#platform/db.ts';
import { createLog, type Logger } from '#platform/log.ts';
import { awaitStopRequest } from '#platform/signals.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { startTelemetry } from '#platform/telemetry.ts';
import { type Config, ConfigError, type ProcessRole, readConfig } from './config/config.ts';
import { refuseRoot } from './config/refuse-root.ts';
import { version } from './config/version.ts';
import { describeStart } from './operator/banner.ts';
import { credentialsFile, ensureHeaderFile } from './operator/credentials.ts';
import type { Access } from './operator/first-start.ts';
import { followClock, openInstallation, type PostgresLog, prepareSchema } from './operator/installation.ts';
import type { Rollback } from './operator/recovery/storage-owner.ts';

/** Beyond the time that jobs get: closing connections, and the database's own stop. */
const stopMarginMs = 8_000;
/** Nobody is connected any more, or nobody who counts: PostgreSQL needs a moment. */
const databaseStopMs = 2_000;

/** Runs the service until it is told to stop. Throws what keeps it from starting; nothing is left running then. */
export async function serve({ role }: { role?: ProcessRole | undefined } = {}): Promise<void> {
  const config = readConfig({ ...process.env, ...(role !== undefined && { ERRAND_ROLE: role }) });
  refuseRoot(config);
  refuseLonelyRole(config);
  const log = createLog(config.logLevel);
  for (const sentence of config.ignoredSettings) log.warn({ event: 'config.ignored' }, sentence);
  if (goesUnverified(config)) log.warn({ event: 'database.unverified' }, UNVERIFIED);
  exitOnCrash(log);
  const stop = awaitStopRequest({
    onRepeat: () =>
      say(
        `Already stopping: running work has up to ${(config.drainMs + config.shutdownMs) / 1_000} s to finish. Press again to force it.`,
      ),
    onInsist: () => process.exit(130),
  });
  let closeDatabase: () => Promise<void> = async () => undefined;
  stop.promise.then(() => limitStop(config, log, () => closeDatabase()));

  await using parts = new AsyncDisposableStack();
  const telemetry = await startTelemetry(process.env, config.proxies.env);
  parts.defer(async () => telemetry?.stop());
  // The bulk of the program is loaded while PostgreSQL starts.
  const loading = import('./service.ts');
  loading.catch(() => undefined);
  const installation = await openInstallation(config, 'server', postgresLog(log));
  closeDatabase = () => installation.close();
  parts.defer(() => closeDatabase());
  await refuseTakenPort(config);
  const applied = await prepareSchema(installation.directUrl, (line) =>
    log.info({ event: 'database.migrating' }, line),
  );
  if (applied.length > 0) log.info({ event: 'database.migrated', applied }, 'schema brought up to date');
  const rollback = await meet(config, installation.directUrl, log);
  const access = config.role === 'worker' ? undefined : await enter(config, installation.url);
  const { url: databaseUrl, directUrl, embedded } = installation;
  const { createService } = await loading;
  const service = await createService({ config, databaseUrl, directUrl, log, alone: embedded });
  parts.defer(() => service.stop());
  if (stop.requested()) return;
  await service.start().catch((error) => {
    throw listenError(config, error) ?? error;
  });
  process.stdout.on('error', () => undefined);
  process.stdout.write(
    describeStart({
      version,
      role: config.role,
      address: service.address(),
      publicUrl: config.publicUrl,
      credentialsFile: credentialsFile(config.dataDir),
      headerFile: access && (await ensureHeaderFile(config.dataDir, access.apiKey)),
      access,
      signInCode: access?.signInCode,
      rollback,
    }),
  );
  log.info({ event: 'service.started', role: config.role, version, address: service.address() }, 'ready');

  await stop.promise;
  log.info({ event: 'service.stopping' }, 'stopping');
  await parts.disposeAsync();
  log.info({ event: 'service.stopped' }, 'stopped');
}

const UNVERIFIED =
  'sslmode=no-verify: the connection to PostgreSQL is encrypted but not verified, so whoever answers gets the password; set ERRAND_DATABASE_CA';

const goesUnverified = ({ databaseUrl, databaseDirectUrl }: Config): boolean =>
  [databaseUrl, databaseDirectUrl].some(
    (url) => url !== undefined && parseDatabaseUrl(url).urls.some((one) => splitTls(one).tls?.mode === 'no-verify'),
  );

function postgresLog(log: Logger): PostgresLog {
  return (level, message, { error, ...fields }: { error?: unknown } = {}) => {
    log[level]({ event: 'postgres', ...fields, ...(error !== undefined && { err: error }) }, message);
  };
}

/** Before anything is written: whether the storage is the one of this database, and as old as it. */
async function meet(config: Config, url: string, log: Logger): Promise<Rollback | undefined> {
  const { meetStorage } = await import('./operator/recovery/follow-storage.ts');
  const database = openDatabase({ url, systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  const storage = await openStorage(config.storage, config.storageTimeoutMs);
  try {
    await followClock(database);
    return await meetStorage(database.system, storage, log);
  } finally {
    await storage.close();
    await database.close();
  }
}

async function enter(config: Config, url: string): Promise<(Access & { signInCode: string | undefined }) | undefined> {
  const { ensureFirstStart, findAccess, invite, isIgnoredKey } = await import('./operator/first-start.ts');
  const database = openDatabase({ url, systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  try {
    await followClock(database);
    const access = (await ensureFirstStart(database.system, config)) ?? (await findAccess(database.system, config));
    if (await isIgnoredKey(database.system, config))
      say('ERRAND_BOOTSTRAP_API_KEY opens nothing here: it counts at the first start only. Use npx errand key create.');
    return access && { ...access, signInCode: await invite(database.system, access) };
  } finally {
    await database.close();
  }
}

function refuseLonelyRole({ role, databaseUrl }: Config): void {
  if (role === 'all' || databaseUrl !== undefined) return;
  throw new ConfigError(
    `The role ${role} shares a database with other processes: set DATABASE_URL to a PostgreSQL server, or use the role all.`,
  );
}

/** Asked before the first start makes a key: it is shown once, so that start should not fail for a port. */
async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', (error) => reject(listenError(config, error) ?? error));
  probe.listen({ port: config.port, host: config.host }, () => probe.close(() => resolve()));
  await promise;
}

function listenError(config: Config, error: unknown): ConfigError | undefined {
  const { internal, tls } = config;
  const places = [
    ...(internal ? [{ ...internal, name: internal.portName, hostName: internal.hostName }] : []),
    ...(tls?.redirectPort === undefined
      ? []
      : [{ port: tls.redirectPort, host: config.host, name: 'ERRAND_REDIRECT_PORT', hostName: 'HOST' }]),
  ];
  const found = places.find((place) => place.port === (error as { port?: unknown }).port);
  const { host, port, name, hostName } = found ?? { ...config, name: 'PORT', hostName: 'HOST' };
  switch ((error as { code?: unknown }).code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${port} on ${host} is in use. Stop what listens there, or set ${name} to another one.`,
      );
    case 'EACCES':
      return new ConfigError(`Port ${port} may not be used by this user. Set ${name} to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `${hostName} is ${JSON.stringify(host)}, but this machine has no such address. Try 127.0.0.1 or 0.0.0.0.`,
      );
  }
}

/** What nobody caught leaves the process in an unknown state. Its jobs are taken over when their lease ends. */
function exitOnCrash(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'process.crashed', err: error }, 'unexpected error');
    say(`Unexpected error, the process ends: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  });
}

function limitStop({ drainMs, shutdownMs }: Config, log: Logger, closeDatabase: () => Promise<void>): void {
  setTimeout(
    async () => {
      log.fatal({ event: 'service.stop_timeout' }, 'the stop took too long');
      say('The stop took too long and was cut short. The next start picks up what is left.');
      await Promise.race([closeDatabase().catch(() => undefined), delay(databaseStopMs)]);
      process.exit(1);
    },
    drainMs + shutdownMs + stopMarginMs,
  ).unref();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
