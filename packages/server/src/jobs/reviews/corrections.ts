import type { OutputItem } from '#engines/engine/engine.ts';
import { isJsonObject, parseJson } from '#platform/json.ts';

// Corrections of single values, by JSON pointer into the value of the first JSON output.

export type CorrectedOutputs = Record<string, unknown>;

const isJson = ({ data_type }: Pick<OutputItem, 'data_type'>): boolean => data_type === 'application/json';

/** Returns the value of the first JSON output, or undefined if there is none. */
export function firstJson(outputs: OutputItem[]): unknown {
  const output = outputs.find(isJson);
  return output && parseJson(output.value);
}

/** Returns the outputs with the corrected values. */
export function applyCorrections(outputs: OutputItem[], corrected: CorrectedOutputs): OutputItem[] {
  const at = outputs.findIndex(isJson);
  return outputs.map((output, index) => {
    if (index !== at) return output;
    const value = Object.entries(corrected).reduce(
      (whole, [pointer, right]) => putAt(whole, readPointer(pointer) ?? [], right),
      parseJson(output.value),
    );
    return { ...output, value: JSON.stringify(value) };
  });
}

/** Whether the pointer leads to a value, to a new member of an object or to the end of a list. */
export function canBePut(value: unknown, pointer: string): boolean {
  const path = readPointer(pointer);
  if (path === undefined) return false;
  let at = value;
  for (const [index, name] of path.entries()) {
    const isLast = index === path.length - 1;
    if (Array.isArray(at)) {
      const place = placeIn(at, name);
      if (place === undefined || (place === at.length && !isLast)) return false;
      at = at[place];
    } else if (isJsonObject(at)) {
      if (!Object.hasOwn(at, name) && !isLast) return false;
      at = Object.hasOwn(at, name) ? at[name] : undefined;
    } else return false;
  }
  return true;
}

function putAt(value: unknown, [name, ...rest]: string[], right: unknown): unknown {
  if (name === undefined) return right;
  if (Array.isArray(value)) {
    const place = placeIn(value, name);
    return place === undefined ? value : value.toSpliced(place, 1, putAt(value[place], rest, right));
  }
  if (!isJsonObject(value)) return value;
  // Not an object literal, because a member may be called __proto__.
  return Object.fromEntries([...Object.entries(value), [name, putAt(value[name], rest, right)]]);
}

function placeIn(list: unknown[], name: string): number | undefined {
  if (name === '-') return list.length;
  const place = /^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : undefined;
  return place !== undefined && place <= list.length ? place : undefined;
}

function readPointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a pointer, or undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const name of readPointer(pointer) ?? ['']) {
    if (Array.isArray(at)) at = /^(?:0|[1-9]\d{0,8})$/.test(name) ? at[Number(name)] : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}
