import { join } from 'node:path';
import type { Judged } from '../generate/calibrate.ts';
import { type CorpusCase, corpusHalves } from './corpus.ts';
import { readFolder } from './folder.ts';
import { type JudgedField, judgeFields, judgeMarks } from './judge-fields.ts';
import { readSroie } from './sroie.ts';
import { runTables } from './tables.ts';
import { readZugferd } from './zugferd.ts';

// npm run eval -- --corpus KIND DIR: how the built-in model does on documents that nobody here made.

export type CorpusOptions = {
  /** Keeps the texts that were read here, and reads them from here. */
  texts?: string | undefined;
  /** Prints what is wrong or missing in the tuning half. */
  errors?: boolean;
};

const fieldCorpora: Record<string, (folder: string) => Promise<CorpusCase[]>> = {
  zugferd: readZugferd,
  sroie: readSroie,
  folder: readFolder,
};

/** Corpora that have another truth than fields print their own figures. */
const otherCorpora: Record<string, (folder: string) => Promise<void>> = { tables: runTables };

export const corpusKinds = [...Object.keys(fieldCorpora), ...Object.keys(otherCorpora)];

export async function runCorpus(kind: string, folder: string, options: CorpusOptions): Promise<void> {
  const run = otherCorpora[kind];
  if (run !== undefined) return await run(folder);
  const readCases = fieldCorpora[kind];
  if (readCases === undefined) throw new Error(`There is no corpus '${kind}', only ${corpusKinds.join(', ')}.`);
  const { fields, failures, readMs } = await judgeFields(await readCases(folder), options.texts);
  for (const failure of failures) console.log(`not read: ${failure}`);
  for (const half of corpusHalves)
    printGroup(
      half,
      fields.filter((one) => one.half === half),
    );
  printGroup('all', fields);
  for (const [name, by] of [
    ['field', (one: JudgedField) => one.field],
    ['language', (one: JudgedField) => one.language],
  ] as const) {
    console.log(`\nby ${name}`);
    for (const [key, own] of Map.groupBy(fields, by)) console.log(describeGroup(key, own));
  }
  console.log('\ncalibration of values');
  for (const line of describeBins(fields.filter(({ given }) => given !== null))) console.log(line);
  console.log('calibration of missing values');
  for (const line of describeBins(fields.filter(({ given }) => given === null))) console.log(line);
  const sorted = readMs.toSorted((one, other) => one - other);
  console.log(`\nprocessor time of reading, median ${sorted[sorted.length >> 1] ?? 0} ms a document`);
  if (options.errors) for (const one of fields) if (one.half === 'tuning' && !one.isRight) console.log(describe(one));
}

/** The marks on the development halves of the public corpora, which calibration weighs most. */
export async function judgeCorpora(folder: string, texts: string | undefined): Promise<Judged[]> {
  return [
    ...(await judgeMarks(await readZugferd(join(folder, 'invoices')), texts)),
    ...(await judgeMarks(await readSroie(join(folder, 'receipts')), texts)),
  ];
}

const head = 'documents  precision  recall  given  wrong  wrong and sure (0.8)';

function printGroup(name: string, fields: JudgedField[]): void {
  if (name === 'tuning') console.log(`${''.padEnd(18)} ${head}`);
  console.log(describeGroup(name, fields));
}

function describeGroup(name: string, fields: JudgedField[]): string {
  const given = fields.filter((one) => one.given !== null);
  const expected = fields.filter((one) => one.expected !== null);
  const right = given.filter((one) => one.isRight).length;
  const sure = given.filter((one) => !one.isRight && (one.mark?.confidence ?? 0) >= 0.8).length;
  return [
    name.padEnd(18),
    String(new Set(fields.map((one) => one.document)).size).padStart(9),
    share(right, given.length).padStart(10),
    share(right, expected.length).padStart(7),
    String(given.length).padStart(6),
    String(given.length - right).padStart(6),
    `${sure} (${share(sure, fields.length)} of all)`.padStart(22),
  ].join(' ');
}

/** By the confidence that was given: how much was said, how much is right. */
function describeBins(fields: JudgedField[]): string[] {
  const bins = Map.groupBy(fields, ({ mark }) => Math.min(9, Math.floor((mark?.confidence ?? 0) * 10)));
  return [...bins]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => {
      const said = own.reduce((sum, { mark }) => sum + (mark?.confidence ?? 0), 0) / own.length;
      const right = own.filter((one) => one.isRight).length / own.length;
      return `  said ${said.toFixed(2)}  right ${right.toFixed(2)}  of ${own.length}`;
    });
}

const share = (part: number, of: number): string => (of === 0 ? '-' : (part / of).toFixed(3));

const describe = ({ document, field, expected, given, mark }: JudgedField): string =>
  `${document} ${field}: ${JSON.stringify(expected)} <> ${JSON.stringify(given)} ${mark?.ground ?? ''} ${mark?.confidence ?? ''} ${JSON.stringify(mark?.text ?? '')}`;
