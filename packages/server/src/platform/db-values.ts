import pg from 'pg';
import { parseJson } from './json.ts';

// Converts values to and from PostgreSQL's text format. The driver can encode arrays too, but takes three times as
// long, and batches of jobs consist of arrays.

/** Encodes arrays of strings, numbers, booleans, bytes, dates and nulls. The driver encodes everything else. */
export function encodeValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  let text = '{';
  for (let index = 0; index < value.length; index += 1) {
    const element = encodeElement(value[index]);
    if (element === undefined) return value;
    text += index === 0 ? element : `,${element}`;
  }
  return `${text}}`;
}

function encodeElement(element: unknown): string | undefined {
  switch (typeof element) {
    case 'string':
      return SPECIAL.test(element) ? `"${element.replace(SPECIALS, '\\$&')}"` : `"${element}"`;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(element);
    case 'object':
      if (element === null) return 'NULL';
      if (Buffer.isBuffer(element)) return `"\\\\x${element.toString('hex')}"`;
      if (element instanceof Date) return `"${element.toISOString()}"`;
  }
  return element === undefined ? 'NULL' : undefined;
}

const SPECIAL = /[\\"]/;
const SPECIALS = /[\\"]/g;

const ZERO = 48;
const MOMENT_MIN = '2026-01-05 09:12:44+00'.length;

/**
 * Parses a timestamp as PostgreSQL writes it in UTC, four times as fast as a regular expression. Returns undefined for
 * other forms: five-digit years, BC, other zones, infinity.
 */
export function parseMoment(text: string): Date | undefined {
  const zoneAt = text.length - 3;
  if (text.length < MOMENT_MIN || text[4] !== '-' || text[13] !== ':' || !text.endsWith('+00')) return undefined;
  const digit = (index: number): number => text.charCodeAt(index) - ZERO;
  const second = text.slice(0, 19);
  if (second !== knownSecond) {
    const pair = (index: number): number => digit(index) * 10 + digit(index + 1);
    const year = pair(0) * 100 + pair(2);
    knownMs = Date.UTC(year, pair(5) - 1, pair(8), pair(11), pair(14), pair(17));
    knownSecond = second;
  }
  let ms = 0;
  // Truncated to milliseconds, as the driver does.
  if (text[19] === '.') {
    ms = digit(20) * 100;
    if (zoneAt > 21) ms += digit(21) * 10;
    if (zoneAt > 22) ms += digit(22);
  }
  return new Date(knownMs + ms);
}

/** The last parsed second. Timestamps that are read together are usually close together. */
let knownSecond = '';
let knownMs = 0;

/** Separates values that contain no control characters: ids, numbers, JSON. */
export const SEPARATOR = '\u001f';

/**
 * Returns an SQL expression that joins the values of all rows into one text, with '' for null. With thousands of rows,
 * the driver spends more on each field than on its content.
 */
export const joined = (value: string): string => String.raw`string_agg(coalesce((${value})::text, ''), E'\x1f')`;
export const splitJoined = (text: string): string[] => text.split(SEPARATOR);

/** The same for timestamps, as microseconds: three times as fast to write and read as dates. */
export const joinedMoments = (value: string): string => joined(`(date_part('epoch', ${value}) * 1000000)::bigint`);
export const splitMoments = (text: string): Date[] =>
  splitJoined(text).map((microseconds) => new Date(Math.floor(Number(microseconds) / 1_000)));

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;
const JSON_TYPES = new Set([114, 3802]);
const parseOddMoment = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

/** Returns the function with which the driver parses values of a type. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (JSON_TYPES.has(oid)) return parseJson;
  if (oid === TIMESTAMPTZ) return (text) => parseMoment(text) ?? parseOddMoment(text);
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
