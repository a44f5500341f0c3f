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

/** Added to the time that jobs get, for closing connections and stopping the database. */
const stopMarginMs = 8_000;
/** How long a shutdown that timed out still waits for PostgreSQL to stop. */
const databaseStopMs = 2_000;

/** Runs the service until it is told to stop. If it cannot start, it throws and leaves nothing running. */
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
        `Already stopping. Running work has up to ${(config.drainMs + config.shutdownMs) / 1_000} s to finish. Press again to exit at once.`,
      ),
    onInsist: () => process.exit(130),
    // A signal can end npm or its shell without reaching this process. Nobody would stop it then.
    followsParent: process.env.npm_lifecycle_event !== undefined,
  });
  let closeDatabase: () => Promise<void> = async () => undefined;
  stop.promise.then(() => limitStop(config, log, () => closeDatabase()));

  await using parts = new AsyncDisposableStack();
  const telemetry = await startTelemetry(process.env, config.proxies.env, config.traceContent);
  parts.defer(async () => telemetry?.stop());
  // Most of the code loads while PostgreSQL starts.
  const loading = import('./service.ts');
  loading.catch(() => undefined);
  const installation = await openInstallation(config, 'server', postgresLog(log));
  closeDatabase = () => installation.close();
  parts.defer(() => closeDatabase());
  await refuseTakenPort(config);
  const applied = await prepareSchema(installation.directUrl, (line) =>
    log.info({ event: 'database.migrating' }, line),
  );
  if (applied.length > 0) log.info({ event: 'database.migrated', applied }, 'database schema migrated');
  const rollback = await meet(config, installation.directUrl, log);
  const access = config.role === 'worker' ? undefined : await enter(config, installation.url);
  const { url: databaseUrl, directUrl, embedded } = installation;
  const { createService } = await loading;
  const { watchProcess } = await import('./watch-process.ts');
  const service = await createService({ config, databaseUrl, directUrl, log, telemetry, alone: embedded });
  parts.defer(() => service.stop());
  if (stop.requested()) return;
  await service.start().catch((error) => {
    throw listenError(config, error) ?? error;
  });
  const watchdog = watchProcess(service, {
    databaseUrl: directUrl ?? databaseUrl,
    logs: config.logLevel !== 'silent',
  });
  parts.defer(() => watchdog.stop());
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
  'sslmode=no-verify encrypts the connection to PostgreSQL but does not verify the server: an impostor would get the password; set ERRAND_DATABASE_CA';

const goesUnverified = ({ databaseUrl, databaseDirectUrl }: Config): boolean =>
  [databaseUrl, databaseDirectUrl].some(
    (url) => url !== undefined && parseDatabaseUrl(url).urls.some((one) => splitTls(one).tls?.mode === 'no-verify'),
  );

function postgresLog(log: Logger): PostgresLog {
  return (level, message, { error, ...fields }: { error?: unknown } = {}) => {
    log[level]({ event: 'postgres', ...fields, ...(error !== undefined && { err: error }) }, message);
  };
}

/** Refuses the storage of another database before anything is written. Reports a database that was rolled back. */
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
      say('ERRAND_BOOTSTRAP_API_KEY has no effect: it is used at the first start only. Run npx errand key create.');
    return access && { ...access, signInCode: await invite(database.system, access) };
  } finally {
    await database.close();
  }
}

function refuseLonelyRole({ role, databaseUrl }: Config): void {
  if (role === 'all' || databaseUrl !== undefined) return;
  throw new ConfigError(
    `The role ${role} needs a database that other processes can reach. Set DATABASE_URL to a PostgreSQL server, or use the role all.`,
  );
}

/**
 * Checks the port before the first start creates an API key. The key is shown only once, so the start must not fail
 * afterwards because of a port.
 */
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
        `Port ${port} on ${host} is in use. Stop the program that listens there, or set ${name} to another port.`,
      );
    case 'EACCES':
      return new ConfigError(`This user may not listen on port ${port}. Set ${name} to a port above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(
        `${hostName} is ${JSON.stringify(host)}, but this machine has no such address. Try 127.0.0.1 or 0.0.0.0.`,
      );
  }
}

/** Exits after an uncaught error, because the state is unknown. Others take its jobs when their lease ends. */
function exitOnCrash(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ event: 'process.crashed', err: error }, 'unexpected error');
    say(`Unexpected error, the process exits: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  });
}

function limitStop({ drainMs, shutdownMs }: Config, log: Logger, closeDatabase: () => Promise<void>): void {
  setTimeout(
    async () => {
      log.fatal({ event: 'service.stop_timeout' }, 'shutdown timed out');
      say('The shutdown took too long and was cut short. The next start resumes the unfinished work.');
      await Promise.race([closeDatabase().catch(() => undefined), delay(databaseStopMs)]);
      process.exit(1);
    },
    drainMs + shutdownMs + stopMarginMs,
  ).unref();
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
