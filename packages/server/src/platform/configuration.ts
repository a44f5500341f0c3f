import { readFileSync } from 'node:fs';

/** A wrong value in the environment. The message is one line that names the variable and what it must be. */
export class ConfigError extends Error {}

/** Returns the trimmed value of the variable, or the fallback if it is unset or empty. */
export function readText(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? fallback : value;
}

export function refuseValue(name: string, got: string, takes: string): never {
  throw new ConfigError(`${name} is ${JSON.stringify(got)}, but must be ${takes}.`);
}

export function readBoolean(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const value = readText(env, name, String(fallback)).toLowerCase();
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : refuseValue(name, value, 'true or false');
}

export function readInteger(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const value = readText(env, name, String(fallback));
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : refuseValue(name, value, `a whole number from ${min} to ${max}`);
}

// Below: files that variables name. They are checked by hand, because loading a schema library would add a quarter of a
// second to every command.

/** Returns the parsed JSON of the file that the variable names, or undefined if it is unset. */
export function readConfigFile(env: NodeJS.ProcessEnv, name: string): unknown {
  const path = env[name]?.trim();
  if (path === undefined || path === '') return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${name} is ${JSON.stringify(path)}, but this file cannot be read as JSON: ${reason}`);
  }
}

export type Check<T> = { takes: string; fits(value: unknown): value is T };

const check = <T>(takes: string, fits: (value: unknown) => boolean): Check<T> => ({
  takes,
  fits: fits as Check<T>['fits'],
});

export const checks = {
  text: check<string>('a non-empty string', (value) => typeof value === 'string' && value !== ''),
  url: check<string>(
    'an http or https URL',
    (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  ),
  boolean: check<boolean>('true or false', (value) => typeof value === 'boolean'),
  count: check<number>('a whole number above 0', (value) => Number.isInteger(value) && (value as number) > 0),
  rate: check<number>('a number above 0', (value) => Number.isFinite(value) && (value as number) > 0),
  amount: check<number>('a number of at least 0', (value) => Number.isFinite(value) && (value as number) >= 0),
  texts: check<Record<string, string>>(
    'an object of strings',
    (value) => isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  ),
  textList: check<string[]>(
    'a list of strings',
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  ),
  object: check<Record<string, unknown>>('an object', isObject),
  list: check<unknown[]>('a list', Array.isArray),
  oneOf: <T extends string>(values: readonly T[]) =>
    check<T>(`one of ${values.join(', ')}`, (value) => values.includes(value as T)),
};

type Values<Checks> = { [Name in keyof Checks]?: Checks[Name] extends Check<infer T> ? T : never };

/** Checks the members of an object and returns it. All members are optional; unknown ones are refused. */
export function readMembers<Checks extends Record<string, Check<unknown>>>(
  value: unknown,
  where: string,
  wanted: Checks,
): Values<Checks> {
  if (!isObject(value)) throw new ConfigError(`${where} must be an object.`);
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(wanted, name) ? wanted[name]! : undefined;
    if (own === undefined)
      throw new ConfigError(
        `${where} has an unknown member '${name}'. Known members: ${Object.keys(wanted).join(', ')}.`,
      );
    if (!own.fits(member)) throw new ConfigError(`${where}: '${name}' must be ${own.takes}.`);
  }
  return value as Values<Checks>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
