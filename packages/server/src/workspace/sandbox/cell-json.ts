import {
  DuckDBDateValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBValueConverter,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';
import { exactNumber } from '#platform/json.ts';

/**
 * Converts a result value to JSON: numbers, booleans and null as such, other scalars as text, lists and structures as
 * JSON text.
 */
export function toJson(value: DuckDBValue, type: DuckDBType): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) return JSON.stringify(String(value));
      return String(type.typeId === DuckDBTypeId.FLOAT ? shortFloat(value) : value);
    case 'string':
      return JSON.stringify(value.toWellFormed());
  }
  if (type.typeId === DuckDBTypeId.DECIMAL) return String(value);
  if (nested.has(type.typeId)) return JSON.stringify(JSON.stringify(toPlain(value, type, toPlain)));
  return JSON.stringify(toText(value, type));
}

/** Values inside lists and structures follow the same rules; long integers and decimals keep all their digits. */
const toPlain: DuckDBValueConverter<unknown> = (value, type, converter) => {
  if (value === null) return null;
  if (typeof value === 'bigint' || type.typeId === DuckDBTypeId.DECIMAL) return exactNumber(String(value));
  if (type.typeId === DuckDBTypeId.FLOAT && Number.isFinite(value)) return shortFloat(value as number);
  if (type.typeId === DuckDBTypeId.INTERVAL || moments.has(type.typeId)) return toText(value, type);
  return JsonDuckDBValueConverter(value, type, converter as never);
};

const nested = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
]);

const moments = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_TZ,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
]);

/** The client library's placeholders for infinite timestamps; no real timestamp of these types looks like them. */
const infinities = new Map<string, string>(
  [
    DuckDBDateValue,
    DuckDBTimestampSecondsValue,
    DuckDBTimestampMillisecondsValue,
    DuckDBTimestampNanosecondsValue,
  ].flatMap(({ PosInf, NegInf }) => [
    [String(PosInf), 'infinity'],
    [String(NegInf), '-infinity'],
  ]),
);

/** Formats a value as DuckDB does. Its client library cannot format infinite timestamps or years before year 1. */
function toText(value: DuckDBValue, type: DuckDBType): string {
  const text = String(value);
  if (!moments.has(type.typeId)) return text;
  if (text.startsWith('0000-')) return `0001-${text.slice(5, 10)} (BC)${text.slice(10)}`;
  return infinities.get(text) ?? text;
}

/** Returns the shortest decimal with the same 32-bit value: 0.1, where a double would be 0.10000000149011612. */
function shortFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
