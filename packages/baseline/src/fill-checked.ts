import { type FillOptions, fill } from './fill/fill.ts';
import { prune } from './schema/prune.ts';
import { checkValue } from './trust/check-value.ts';

/** Fills a schema, then removes values that the text does not support when they are looked up. */
export async function fillChecked(text: string, options: FillOptions): Promise<unknown> {
  return withoutUnsupported(await fill(text, options), text, options);
}

/** Values whose measured share of right ones is lower than this are guesses. */
const confidenceMin = 0.5;

/** Longer texts are not read twice. Callers check the value anyway. */
const checkedCharsMax = 200_000;

function withoutUnsupported(value: unknown, text: string, { schema, instruction, pointed }: FillOptions): unknown {
  if (text.length > checkedCharsMax) return value;
  const doubtful = checkValue({ value, schema, instruction, sources: [{ text, ...(pointed && { pointed }) }] }).filter(
    ({ status, confidence }) =>
      status === 'unsupported' || ((status === 'found' || status === 'derived') && confidence < confidenceMin),
  );
  if (doubtful.length === 0) return value;
  const fields = new Set(doubtful.map((mark) => mark.field));
  return prune(withNulls(value, fields, ''), schema);
}

function withNulls(value: unknown, fields: Set<string>, pointer: string): unknown {
  if (fields.has(pointer)) return null;
  if (Array.isArray(value)) return value.map((item, index) => withNulls(item, fields, `${pointer}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      withNulls(member, fields, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}
