import type { Box, FoundPlace, SoughtValue } from '@errand/documents/model/document.ts';
import { rowOf } from '@errand/documents/places/choose-places.ts';
import { isJsonObject } from '#platform/json.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { GatheredPage } from './gather-pages.ts';
import { readDocument } from './read-document.ts';

/** `field` is a JSON pointer into the output. */
export type FieldSource = { field: string; file: string; page: number; box: Box; text: string };

const FIELDS_MAX = 500;
/** Longer texts are written by the model, not copied. */
const CHARACTERS_MAX = 400;

/** Locates the values of an output in the pages, as a step. Each file is searched in its own process. */
export async function findFieldSources(
  context: EngineContext,
  value: unknown,
  pages: GatheredPage[],
): Promise<FieldSource[]> {
  const values = [...leavesOf(value)].slice(0, FIELDS_MAX);
  // Text files and workbooks have no positions on a page.
  const drawn = pages.filter((page) => page.width > 0);
  if (values.length === 0 || drawn.length === 0) return [];
  return context.step(
    'find sources',
    async () => {
      const found: { file: string; places: FoundPlace[] }[] = [];
      for (const source of new Set(drawn.map((page) => page.source))) {
        const own = drawn.filter((page) => page.source === source);
        const recognized = own.flatMap(({ number, words }) => (words ? [{ number, words }] : []));
        const { places = [] } = await readDocument(source, {
          pages: own.map((page) => page.number),
          find: { values, recognized },
          signal: context.signal,
        });
        found.push({ file: source.name, places });
      }
      return chooseFiles(values, found);
    },
    { kind: 'tool' },
  );
}

/** Values of one group are taken from one file: the one with the most and best matches. */
function chooseFiles(values: SoughtValue[], found: { file: string; places: FoundPlace[] }[]): FieldSource[] {
  const worth = (places: FoundPlace[]): number =>
    places.length * 1_000 + places.reduce((sum, one) => sum + one.score, 0);
  const sources = new Map<string, FieldSource>();
  for (const row of new Set(values.map(({ field }) => rowOf(field)))) {
    const each = found.map(({ file, places }) => ({
      file,
      places: places.filter(({ field }) => rowOf(field) === row),
    }));
    const best = each.reduce((first, one) => (worth(one.places) > worth(first.places) ? one : first));
    for (const { score: _score, field, ...place } of best.places)
      sources.set(field, { field, file: best.file, ...place });
  }
  return values.flatMap(({ field }) => sources.get(field) ?? []);
}

function* leavesOf(value: unknown, field = ''): Generator<SoughtValue> {
  if (typeof value === 'number') yield { field, value };
  else if (typeof value === 'string') {
    if (value.trim() !== '' && value.length <= CHARACTERS_MAX) yield { field, value };
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${field}/${index}`);
  else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      yield* leavesOf(item, `${field}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  }
}
