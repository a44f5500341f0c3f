import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDates } from '../../packages/baseline/src/values/dates.ts';
import { type CorpusCase, plainName } from './corpus.ts';

type Truth = { company?: string; date?: string; total?: string };

const schema = {
  type: 'object',
  properties: {
    company: { type: ['string', 'null'], description: 'name of the company that issued the receipt' },
    date: { type: ['string', 'null'], format: 'date', description: 'date of the receipt' },
    total: { type: ['number', 'null'], description: 'total amount' },
  },
};

/** ICDAR 2019 SROIE: pictures of receipts, and what is printed on them in `truth.json` or a `.txt` file each. */
export async function readSroie(folder: string): Promise<CorpusCase[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:jpe?g|png)$/i.test(name)).sort();
  const all = await readJson<Record<string, Truth>>(join(folder, 'truth.json')).catch(() => undefined);
  return await Promise.all(
    names.map(async (file) => {
      const name = file.replace(/\.\w+$/, '');
      const truth = all?.[name] ?? (await readJson<Truth>(join(folder, `${name}.txt`)));
      return {
        name,
        file: join(folder, file),
        schema,
        truth: { company: truth.company ?? null, date: truth.date ?? null, total: truth.total ?? null },
        group: truth.company ?? name,
        isRight: (field, given) => isRight(truth, field, given),
      };
    }),
  );
}

function isRight(truth: Truth, field: string, given: unknown): boolean {
  if (field === 'total') return Math.abs(Number(truth.total?.replace(/[^\d.-]/g, '')) - Number(given)) < 0.005;
  // Malaysia has the day first.
  if (field === 'date') return dayOf(truth.date ?? '') === given;
  return plainName(truth.company ?? '') === plainName(String(given));
}

function dayOf(printed: string): string | undefined {
  const compact = printed.match(/^(\d{4})(\d{2})(\d{2})$/);
  return compact ? compact.slice(1).join('-') : findDates(printed, 'day-first')[0]?.day;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;
