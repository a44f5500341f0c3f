import type { FieldErrors } from '@errand/contract/errors.ts';
import { isJsonObject } from '#platform/json.ts';
import { DriverFailure } from './model/driver.ts';

// Placeholders `${name}` in a connection, filled in at each use. Values are URL-encoded in top-level members, such as
// addresses, so that they cannot change the structure of an address. In nested members they are inserted unchanged.

const PLACEHOLDER = /\$\{([A-Za-z_]\w{0,63})\}/g;
const NAME = /^[A-Za-z_]\w{0,63}$/;

type Places = Record<string, string[]>;

export function findInputProblems(
  places: Places,
  config: Record<string, unknown>,
  inputs: Record<string, string>,
): FieldErrors {
  const problems = Object.keys(inputs).flatMap((name) =>
    NAME.test(name)
      ? []
      : [`'${name.slice(0, 60)}' must be letters, digits and underscores, and must not begin with a digit.`],
  );
  const unknown = listPlaceholders(config).filter(({ name }) => !Object.hasOwn(inputs, name));
  const misplaced = listPlaceholders(config).filter(
    ({ name, member }) => Object.hasOwn(inputs, name) && !places.config?.includes(member),
  );
  return {
    ...(problems.length > 0 && { dynamic_inputs: problems }),
    ...(unknown.length + misplaced.length > 0 && {
      config: [
        ...unknown.map(
          ({ name, member }) => `'${member}' has the placeholder '${name}', which is not a dynamic input.`,
        ),
        ...misplaced.map(({ member }) => `'${member}' cannot have placeholders.`),
      ],
    }),
  };
}

/** Explains why a test is impossible: a dynamic input has no value to test with. Returns null if it is possible. */
export function testDisabledReason(inputs: Record<string, string>): string | null {
  const empty = Object.entries(inputs).flatMap(([name, value]) => (value === '' ? [name] : []));
  return empty.length === 0 ? null : `A test needs values for these dynamic inputs: ${empty.join(', ')}.`;
}

/** Fills the placeholders with the given values, or else with the connection's own. */
export function fillInputs(
  config: Record<string, unknown>,
  inputs: Record<string, string>,
  given: Record<string, string> = {},
): Record<string, unknown> {
  if (Object.keys(inputs).length === 0) return config;
  const fill = (value: unknown, encode: (text: string) => string): unknown => {
    if (typeof value === 'string')
      return value.replace(PLACEHOLDER, (whole, name: string) =>
        Object.hasOwn(inputs, name) ? encode(given[name] ?? inputs[name]!) : whole,
      );
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, String)]));
  };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const filled = fill(value, encodeURIComponent);
      if (typeof value === 'string') refuseDots(key, value, filled as string);
      return [key, filled];
    }),
  );
}

/** Encoding keeps dots, and a segment of dots would lead out of the folder that the address names. */
function refuseDots(member: string, template: string, filled: string): void {
  const parts = filled.split('/');
  const leads = template.split('/').some((part, at) => part !== parts[at] && /^\.{1,2}$/.test(parts[at]!));
  if (leads) throw new DriverFailure(`A value for '${member}' must not make a path segment '.' or '..'.`);
}

function listPlaceholders(config: Record<string, unknown>): { name: string; member: string }[] {
  return Object.entries(config).flatMap(([member, value]) =>
    [...JSON.stringify(value).matchAll(PLACEHOLDER)].map(([, name]) => ({ name: name!, member })),
  );
}
