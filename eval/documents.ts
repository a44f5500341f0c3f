import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The two halves of the set, and documents that came after the rules. */
export const parts = ['development', 'test', 'fresh'] as const;
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
const fresh = join(import.meta.dirname, 'fresh');

export async function readDocuments(): Promise<Labelled[]> {
  const documents: Labelled[] = [];
  for (const kind of (await readdir(halves)).sort()) {
    const schema = await readJson(join(halves, kind, 'schema.json'));
    for (const folder of [halves, fresh]) {
      for (const name of (await readdir(join(folder, kind))).filter((one) => one.endsWith('.txt')).sort()) {
        const number = name.slice(0, -4);
        documents.push({
          kind,
          number,
          part: folder === fresh ? 'fresh' : Number(number) % 2 === 1 ? 'development' : 'test',
          text: await readFile(join(folder, kind, name), 'utf8'),
          schema,
          expected: await readJson(join(folder, kind, `${number}.json`)),
        });
      }
    }
  }
  return documents;
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8'));
}
