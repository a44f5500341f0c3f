/**
 * Writes canonical JSON (RFC 8785), so that a signature covers the value and not its formatting: members sorted by
 * name, no white space. Numbers and strings follow JavaScript's own rules, which the RFC refers to.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return writeScalar(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // Sorted by UTF-16 code units, as JavaScript compares strings.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function writeScalar(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON numbers must be finite.');
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON cannot contain a ${typeof value}.`);
  return text;
}
