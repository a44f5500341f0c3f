import { isJsonObject, isLongInteger } from '#platform/json.ts';

// Templates over an event: ${event.body.order.id} inserts a value as text, $$ a dollar sign. A string that is a single
// placeholder becomes the value itself; if there is no value, the input is not supplied. Inserted text is not scanned
// again. Playbooks fill theirs from other values: the first name of a path says which.

const PLACEHOLDER = /\$(?:\$|\{([^{}$]*)\})/g;
const WHOLE = /^\$\{([^{}$]*)\}$/;
const PATH = /^([a-z]+)((?:\.[^.[\]\s]+|\[\d+\])*)$/;

/** Limits memory, because placeholders multiply the size of a large event. */
const CHARACTERS_MAX = 32 * 1024 * 1024;

export class TooLarge extends Error {}

export const mapEvent = (mapping: Record<string, unknown>, event: unknown): Record<string, unknown> =>
  fillTemplates(mapping, { event });

export function fillTemplates(
  mapping: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  let filled = 0;
  const isPath = (path: string): boolean => namesValue(path, Object.keys(values));
  const fill = (item: unknown): unknown => {
    if (typeof item === 'string') {
      const whole = WHOLE.exec(item);
      if (whole !== null && isPath(whole[1]!)) return findValue(values, whole[1]!) ?? null;
      return item.replace(PLACEHOLDER, (match, path?: string) => {
        if (path === undefined) return '$';
        if (!isPath(path)) return match;
        const text = textOf(findValue(values, path));
        filled += text.length;
        if (filled > CHARACTERS_MAX) throw new TooLarge(`The inputs are larger than ${CHARACTERS_MAX} characters.`);
        return text;
      });
    }
    if (Array.isArray(item)) return item.map(fill);
    if (!isJsonObject(item) || isLongInteger(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([name, member]) => [name, fill(member)]));
  };
  return fill(mapping) as Record<string, unknown>;
}

const namesValue = (path: string, roots: string[]): boolean => roots.includes(PATH.exec(path)?.[1] ?? '');

/** Finds placeholders that do not begin with `event`: `${body.x}` is a mistake that its owner should see. */
export const findMappingProblems = (mapping: Record<string, unknown>): string[] =>
  findTemplateProblems(
    mapping,
    ['event'],
    (match) => `${match} is not a value of the event. Use \${event.…}, or $$ for a dollar sign.`,
  );

export function findTemplateProblems(
  mapping: Record<string, unknown>,
  roots: string[],
  explain: (match: string) => string,
): string[] {
  const problems: string[] = [];
  const visit = (key: string, item: unknown): void => {
    if (typeof item === 'string') {
      for (const [match, path] of item.matchAll(PLACEHOLDER))
        if (path !== undefined && !namesValue(path, roots)) problems.push(`'${key}': ${explain(match.slice(0, 80))}`);
      if (item.replace(PLACEHOLDER, ' ').includes('${'))
        problems.push(`'${key}': A placeholder begins with \${ and has no end. Write $$ for a dollar sign.`);
    } else if (Array.isArray(item) || isJsonObject(item)) for (const member of Object.values(item)) visit(key, member);
  };
  for (const [key, item] of Object.entries(mapping)) visit(key, item);
  return problems.slice(0, 20);
}

function findValue(values: Record<string, unknown>, path: string): unknown {
  const steps = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  let value: unknown = values;
  for (const [index, step] of steps.entries()) {
    // Events have header names in lower case, however templates write them.
    const name = index === 2 && steps[0] === 'event' && steps[1] === 'headers' ? step.toLowerCase() : step;
    if (Array.isArray(value)) value = /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return isLongInteger(value) ? value.rawJSON : JSON.stringify(value);
}
