import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { loadModules } from '#platform/load-modules.ts';
import { type Driver, DriverFailure, defineDriver } from './model/driver.ts';
import { choice, flag, integer, object, secret, text, url } from './model/schema.ts';

// Custom drivers: the files listed in ERRAND_CONNECTION_DRIVERS.

/** Passed to each module, so that it needs no imports. */
export type DriverKit = typeof kit;

const kit = {
  defineDriver,
  DriverFailure,
  schema: { choice, flag, integer, object, secret, text, url },
};

export const loadDriverModules = (paths: string[]): Promise<Driver[]> =>
  loadModules<Driver>({ setting: 'ERRAND_CONNECTION_DRIVERS', paths, kit, findProblem });

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
