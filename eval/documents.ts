import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Labelled = {
  kind: string;
  number: string;
  half: 'development' | 'test';
  text: string;
  schema: Record<string, unknown>;
  expected: Record<string, unknown>;
};

const folder = join(import.meta.dirname, 'documents');

export async function readDocuments(): Promise<Labelled[]> {
  const documents: Labelled[] = [];
  for (const kind of (await readdir(folder)).sort()) {
    const schema = await readJson(join(folder, kind, 'schema.json'));
    for (const name of (await readdir(join(folder, kind))).filter((one) => one.endsWith('.txt')).sort()) {
      const number = name.slice(0, -4);
      documents.push({
        kind,
        number,
        half: Number(number) % 2 === 1 ? 'development' : 'test',
        text: await readFile(join(folder, kind, name), 'utf8'),
        schema,
        expected: await readJson(join(folder, kind, `${number}.json`)),
      });
    }
  }
  return documents;
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8'));
}
