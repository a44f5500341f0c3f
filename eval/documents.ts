import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The two halves of the set, later documents that rules may be tuned on, and fresh ones that nobody looks at. */
export const parts = ['development', 'later', 'test', 'fresh'] as const;
/** The parts that rules may be tuned on. */
export const tunedParts: readonly Part[] = ['development', 'later'];
export type Part = (typeof parts)[number];

export type Labelled = {
  kind: string;
  number: string;
  part: Part;
  text: string;
  schema: Record<string, unknown>;
  expected: Record<string, unknown>;
};

const halves = join(import.meta.dirname, 'documents');
const added = { later: join(import.meta.dirname, 'later'), fresh: join(import.meta.dirname, 'fresh') };

export async function readDocuments(): Promise<Labelled[]> {
  const documents: Labelled[] = [];
  for (const kind of (await readdir(halves)).sort()) {
    const schema = await readJson(join(halves, kind, 'schema.json'));
    for (const [folder, own] of [
      [halves, undefined],
      [added.later, 'later'],
      [added.fresh, 'fresh'],
    ] as const) {
      for (const name of await listTexts(join(folder, kind))) {
        const number = name.slice(0, -4);
        documents.push({
          kind,
          number,
          part: own ?? (Number(number) % 2 === 1 ? 'development' : 'test'),
          text: await readFile(join(folder, kind, name), 'utf8'),
          schema,
          expected: await readJson(join(folder, kind, `${number}.json`)),
        });
      }
    }
  }
  return documents;
}

/** Returns an empty list if the folder does not exist, because not every kind has all parts. */
async function listTexts(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((one) => one.endsWith('.txt')).sort();
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8'));
}
