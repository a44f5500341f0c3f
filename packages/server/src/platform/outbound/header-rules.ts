/** Names and values that HTTP allows. A line break is refused, because it would start another header. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Only the HTTP client sets these: they decide where a request goes, where it ends and if its connection is reused. */
export const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
]);

export const areSendable = (headers: Record<string, string>): boolean =>
  Object.entries(headers).every(
    ([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !FRAMING_HEADERS.has(name.toLowerCase()),
  );

const HEADERS_KEPT = 60;
const NAME_CHARACTERS_KEPT = 200;
const VALUE_CHARACTERS_KEPT = 1_000;

/** Returns a bounded part of a response's headers, one string each. */
export function keepHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, HEADERS_KEPT);
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name.slice(0, NAME_CHARACTERS_KEPT),
      (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, VALUE_CHARACTERS_KEPT),
    ]),
  );
}
