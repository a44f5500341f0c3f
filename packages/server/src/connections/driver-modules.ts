import { pathToFileURL } from 'node:url';
import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { ConfigError } from '#platform/configuration.ts';
import { type Driver, DriverFailure, defineDriver } from './model/driver.ts';
import { choice, flag, integer, object, secret, text, url } from './model/schema.ts';

// Custom drivers: TypeScript or JavaScript files listed in ERRAND_CONNECTION_DRIVERS. They are loaded at startup, so
// that a broken file stops the process with a clear message.

/** Passed to each module, so that it needs no imports. */
export type DriverKit = typeof kit;

const NAME = 'ERRAND_CONNECTION_DRIVERS';
const kit = {
  defineDriver,
  DriverFailure,
  schema: { choice, flag, integer, object, secret, text, url },
};

export async function loadDriverModules(paths: string[]): Promise<Driver[]> {
  const drivers: Driver[] = [];
  for (const path of paths) drivers.push(...(await loadModule(path)));
  return drivers;
}

async function loadModule(path: string): Promise<Driver[]> {
  let exported: unknown;
  try {
    ({ default: exported } = (await import(pathToFileURL(path).href)) as { default: unknown });
    if (typeof exported === 'function') exported = await exported(kit);
  } catch (error) {
    throw new ConfigError(`${NAME}: ${path} cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
  const drivers = Array.isArray(exported) ? exported : [exported];
  for (const driver of drivers) {
    const problem = findProblem(driver);
    if (problem !== undefined) throw new ConfigError(`${NAME}: ${path}: ${problem}`);
  }
  return drivers;
}

function findProblem(value: unknown): string | undefined {
  const { connector, test } = (value ?? {}) as Partial<Driver>;
  if (typeof test !== 'function' || typeof connector !== 'object' || connector === null)
    return 'the default export must be the result of defineDriver, or a function that returns it.';
  const { id, display_name: name, description } = connector;
  if (![id, name, description].every((one) => typeof one === 'string' && one !== ''))
    return 'the connector must have id, display_name and description.';
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(id))
    return `'${id}' is not a valid id. Must be lower-case letters, digits and underscores, beginning with a letter.`;
  const [schemaProblem] = [connector.config_schema, connector.auth_schema].flatMap((one) => findSchemaProblems(one));
  return schemaProblem === undefined ? undefined : `invalid schema of ${id}: ${schemaProblem}`;
}
