import type { Connector } from '@errand/contract/connections.ts';
import { AppError } from '#platform/errors.ts';
import { offices } from './catalog/offices.ts';
import { payments } from './catalog/payments.ts';
import { customApi } from './drivers/custom-api.ts';
import { customMcp } from './drivers/custom-mcp.ts';
import { modelProviders } from './drivers/model-providers.ts';
import { postgres } from './drivers/postgres.ts';
import { s3 } from './drivers/s3.ts';
import { slack } from './drivers/slack.ts';
import { smtp } from './drivers/smtp.ts';
import type { ConnectorText, Driver } from './model/driver.ts';
import { policySchema } from './policy-schema.ts';

// The connectors of this server: those with a driver, and those that are only described.

export type Connectors = {
  list(): Connector[];
  find(type: string): Connector | undefined;
  /** Throws not found, with a list of the known types. */
  get(type: string): Connector;
  findDriver(type: string): Driver | undefined;
  close(): Promise<void>;
};

const builtIn: Driver[] = [customApi, customMcp, postgres, s3, slack, smtp, ...modelProviders];

/** `own` are drivers from modules. They replace built-in drivers of the same type. */
export function createConnectors(own: Driver[] = []): Connectors {
  const drivers = new Map([...builtIn, ...own].map((driver) => [driver.connector.id, driver]));
  const described = [...payments, ...offices].filter(({ id }) => !drivers.has(id)).map(withoutDriver);
  const connectors = [...[...drivers.values()].map(ofDriver), ...described].sort((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(connectors.map((connector) => [connector.id, connector]));
  return {
    list: () => connectors,
    find: (type) => byId.get(type),
    get(type) {
      const found = byId.get(type);
      if (found !== undefined) return found;
      const known = [...byId.keys()].join(', ');
      throw new AppError('not_found', { detail: `Unknown connector type. Must be one of: ${known}.` });
    },
    findDriver: (type) => drivers.get(type),
    async close() {
      for (const driver of drivers.values()) await driver.close?.();
    },
  };
}

const ofDriver = (driver: Driver): Connector => ({
  ...driver.connector,
  policy_schema: policySchema(driver),
  supports_delivery: driver.deliveries !== undefined,
  delivery_config_schema: driver.deliveries === undefined ? null : deliverySchema(driver.deliveries),
  available: true,
  unavailable_reason: null,
  supports_sql: driver.rows !== undefined || driver.files !== undefined,
});

const withoutDriver = (connector: ConnectorText): Connector => ({
  ...connector,
  supports_delivery: false,
  delivery_config_schema: null,
  available: false,
  policy_schema: null,
  supports_sql: false,
  unavailable_reason: `This server has no driver for ${connector.display_name}.`,
});

/** The parameters of each operation, which `param_mappings` of a post action fills. */
function deliverySchema(deliveries: NonNullable<Driver['deliveries']>): Record<string, unknown> {
  const operations = Object.entries(deliveries).map(([operation, { description, params }]) => ({
    type: 'object',
    title: operation,
    description,
    properties: Object.fromEntries(
      Object.entries(params).map(([name, param]) => [name, { type: 'string', description: param.description }]),
    ),
    required: Object.entries(params).flatMap(([name, param]) => (param.required ? [name] : [])),
    additionalProperties: false,
  }));
  return { oneOf: operations };
}
