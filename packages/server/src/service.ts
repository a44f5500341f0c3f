import type { FastifyInstance } from 'fastify';
import { addAgentRoutes } from '#agents/routes.ts';
import type { Engine } from '#engines/engine.ts';
import { createEngineRegistry } from '#engines/registry.ts';
import { addEngineRoutes } from '#engines/routes.ts';
import { createApp } from '#http/app.ts';
import { createIdentity } from '#orgs/identity.ts';
import { addOrganizationRoutes } from '#orgs/routes.ts';
import { openDatabase } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Config } from './config.ts';

export type Service = {
  app: FastifyInstance;
  address(): string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type ServiceOptions = { config: Config; databaseUrl: string; log: Logger; engines?: Engine[] };

/** The composition root: config → platform → domains → http. Hands each layer what it needs from above. */
export async function createService({ config, databaseUrl, log, engines = [] }: ServiceOptions): Promise<Service> {
  const database = openDatabase({
    url: databaseUrl,
    systemConnectionsMax: Math.ceil(config.databaseConnections / 2),
    tenantConnectionsMax: Math.floor(config.databaseConnections / 2),
    onError: (error) => log.warn({ err: error, event: 'database.connection' }, 'database connection lost'),
  });
  const storage = await openStorage(config.storage);
  const metrics = createMetrics();
  const registry = createEngineRegistry(engines);
  const identity = await createIdentity({ database, jwtSecret: config.jwtSecret, jwksUrl: config.jwksUrl });
  const app = await createApp({
    log,
    identity,
    publicUrl: config.publicUrl,
    bodyBytesMax: config.bodyBytesMax,
    requestTimeoutMs: config.requestTimeoutMs,
    version: '0.1.0',
  });
  addOrganizationRoutes(app, { database, identity });
  addEngineRoutes(app, { registry });
  addAgentRoutes(app, { database, engines: registry });
  void metrics;
  void storage;

  return {
    app,
    address() {
      const address = app.server.address();
      if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
      return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
    },
    async start() {
      await app.listen({ port: config.port, host: config.host });
    },
    async stop() {
      await app.close();
      await database.close();
      await storage.close();
    },
  };
}
