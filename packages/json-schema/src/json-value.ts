// Values as the service parses them. An integer beyond 2^53 is a raw JSON value, which keeps its digits.

type RawJson = { isRawJSON(value: unknown): boolean };

export const isLongInteger = (value: unknown): value is { rawJSON: string } =>
  (JSON as unknown as RawJson).isRawJSON(value);

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLongInteger(value);
}
