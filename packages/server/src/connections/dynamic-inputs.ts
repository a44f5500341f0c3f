import type { FieldErrors } from '@errand/contract/errors.ts';
import { isJsonObject } from '#platform/json.ts';

// Placeholders `${name}` in a connection that each use fills in. A value is encoded, so that it stays inside its place
// of an address.

const PLACEHOLDER = /\$\{([A-Za-z_]\w{0,63})\}/g;
const NAME = /^[A-Za-z_]\w{0,63}$/;

type Places = Record<string, string[]>;

export function findInputProblems(
  places: Places,
  config: Record<string, unknown>,
  inputs: Record<string, string>,
): FieldErrors {
  const problems = Object.keys(inputs).flatMap((name) =>
    NAME.test(name) ? [] : [`'${name.slice(0, 60)}': letters, digits and underscores only, not a digit first.`],
  );
  const unknown = listPlaceholders(config).filter(({ name }) => !Object.hasOwn(inputs, name));
  const misplaced = listPlaceholders(config).filter(
    ({ name, member }) => Object.hasOwn(inputs, name) && !places.config?.includes(member),
  );
  return {
    ...(problems.length > 0 && { dynamic_inputs: problems }),
    ...(unknown.length + misplaced.length > 0 && {
      config: [
        ...unknown.map(({ name, member }) => `'${member}' has the placeholder '${name}', which is no dynamic input.`),
        ...misplaced.map(({ member }) => `'${member}' cannot have placeholders.`),
      ],
    }),
  };
}

/** Why a test is not possible: a dynamic input has no value to test with. */
export function testDisabledReason(inputs: Record<string, string>): string | null {
  const empty = Object.entries(inputs).flatMap(([name, value]) => (value === '' ? [name] : []));
  return empty.length === 0 ? null : `Give a value to test with for: ${empty.join(', ')}.`;
}

/** The configuration with its placeholders filled: by what is given, else by the connection's own values. */
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
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, fill(value, encodeURIComponent)]));
}

function listPlaceholders(config: Record<string, unknown>): { name: string; member: string }[] {
  return Object.entries(config).flatMap(([member, value]) =>
    [...JSON.stringify(value).matchAll(PLACEHOLDER)].map(([, name]) => ({ name: name!, member })),
  );
}
