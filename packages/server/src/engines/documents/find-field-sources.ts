import { setImmediate } from 'node:timers/promises';
import { choosePlaces, rowOf } from '@errand/documents/places/choose-places.ts';
import { createLocator, type LocatedValue, type SoughtValue } from '@errand/documents/places/locate.ts';
import type { Place } from '@errand/documents/places/place.ts';
import { isJsonObject } from '#platform/json.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { GatheredPage } from './gather-pages.ts';

/** `field` is a JSON pointer into the output. */
export type FieldSource = { field: string; file: string; text: string } & Place;

const FIELDS_MAX = 500;
/** Longer texts are written by the model, not copied. */
const CHARACTERS_MAX = 400;

/** Locates the values of an output in the pages, as a step. */
export async function findFieldSources(
  context: EngineContext,
  value: unknown,
  pages: GatheredPage[],
): Promise<FieldSource[]> {
  const values = [...leavesOf(value)].slice(0, FIELDS_MAX);
  if (values.length === 0) return [];
  return context.step(
    'find sources',
    async () => {
      const found: { file: string; values: LocatedValue[] }[] = [];
      for (const source of new Set(pages.map((page) => page.source))) {
        const locator = createLocator(values);
        for (const page of pages.filter((one) => one.source === source)) {
          locator.addPage(page);
          // Other jobs of this process get their turn between two pages.
          await setImmediate(undefined, { signal: context.signal });
        }
        found.push({ file: source.name, values: locator.finish() });
      }
      return chooseFiles(values, found);
    },
    { kind: 'tool' },
  );
}

/** Values of one group are taken from one file: the one with the most and best matches. */
function chooseFiles(values: SoughtValue[], found: { file: string; values: LocatedValue[] }[]): FieldSource[] {
  const each = found.map(({ file, values: located }) => ({ file, places: choosePlaces(located) }));
  const sources = new Map<string, FieldSource>();
  for (const row of new Set(values.map(({ field }) => rowOf(field)))) {
    const own = each.map(({ file, places }) => ({ file, places: places.filter(({ field }) => rowOf(field) === row) }));
    const worth = ({ places }: (typeof own)[number]): number =>
      places.length * 1_000 + places.reduce((sum, { candidate }) => sum + candidate.near - candidate.rank / 100, 0);
    const best = own.reduce((first, one) => (worth(one) > worth(first) ? one : first));
    for (const { field, text, place, candidate } of best.places)
      sources.set(field, { field, file: candidate.page.part?.name ?? best.file, ...place, text });
  }
  return values.flatMap(({ field }) => sources.get(field) ?? []);
}

function* leavesOf(value: unknown, field = ''): Generator<SoughtValue> {
  if (typeof value === 'number' || typeof value === 'boolean') yield { field, value };
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
