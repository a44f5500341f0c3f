import { join } from 'node:path';
import { halfOf } from '../corpora/corpus.ts';
import { readPages } from '../corpora/read-pages.ts';
import { readSroie } from '../corpora/sroie.ts';
import { readZugferd } from '../corpora/zugferd.ts';
import { readDocuments, tunedParts } from '../documents.ts';
import { storeModelShares } from '../generate/calibrate.ts';
import { generateDocuments, halves } from '../generate/documents.ts';
import { readGenerated } from '../generate/read.ts';
import { askLocal } from './ask-local.ts';
import { askModel } from './ask-model.ts';
import {
  type Answer,
  addTrust,
  askBaseline,
  bandsOf,
  emptyTrust,
  judgeTrust,
  summarize,
  type TrustCase,
  type TrustFigures,
} from './judge-trust.ts';
import { keepAnswers } from './keep-answers.ts';

// npm run eval -- --trust [--model NAME | --local FILE] [--answers FILE] [--documents N] [--calibrate]: whether marks find mistakes, by class, in our documents and in those of others.

type Options = {
  model: string | undefined;
  /** A model file that this machine runs itself. */
  local: string | undefined;
  /** Where answers of a model are kept. */
  answers: string | undefined;
  /** At most so many documents of each set. */
  documents: number | undefined;
  texts: string | undefined;
  errors: boolean;
  calibrate: boolean;
};

/** Sets of documents. Rules and confidence may only be fitted on those that are tuned. */
export type TrustSet = { name: string; isTuned: boolean; cases: TrustCase[] };

export async function runTrust(options: Options): Promise<void> {
  const { model, local, documents, texts, errors, calibrate } = options;
  const isModel = model !== undefined || local !== undefined;
  const answer = await chooseAnswer(options);
  console.log(`answers of ${model ?? local ?? 'the built-in model'}`);
  const kept: TrustFigures[] = [];
  const tuned: TrustFigures[] = [];
  for (const { name, isTuned, cases } of await listSets(texts)) {
    const figures = await judgeTrust(chooseCases(cases, documents), { answer, isModel });
    print(name, figures);
    (isTuned ? tuned : kept).push(figures);
    if (errors && isTuned) for (const flaw of figures.flaws) console.log(`  ${flaw}`);
  }
  if (calibrate)
    await storeModelShares(
      tuned.flatMap(({ seen }) => seen),
      tuned.flatMap(({ answered }) => answered),
    );
  print('all that nothing was fitted on', kept.reduce(addTrust, emptyTrust()));
}

async function chooseAnswer({ model, local, answers }: Options): Promise<Answer> {
  if (model === undefined && local === undefined) return askBaseline;
  const ask = model === undefined ? askLocal(local!) : askModel(model);
  return answers === undefined ? ask : keepAnswers(answers, ask);
}

/** Takes them from all over the set, since its kinds follow each other. */
function chooseCases(cases: TrustCase[], count = cases.length): TrustCase[] {
  const step = cases.length / Math.min(count, cases.length);
  return Array.from({ length: Math.min(count, cases.length) }, (_, at) => cases[Math.floor(at * step)]!);
}

async function listSets(texts: string | undefined): Promise<TrustSet[]> {
  const sets: TrustSet[] = [];
  for (const half of halves) {
    const cases: TrustCase[] = [];
    for (const document of generateDocuments({ half })) {
      if (document.form === 'scan') continue;
      const { kind, schema, truth, seed } = document;
      cases.push({ name: `${kind} ${seed}`, schema, truth, seed, sources: [await readGenerated(document)] });
    }
    sets.push({ name: `generated, ${half} half`, isTuned: half === 'tuning', cases });
  }
  const labelled = (await readDocuments()).map(({ kind, number, part, schema, expected, text }) => ({
    part,
    one: { name: `${kind} ${number}`, schema, truth: expected, seed: Number(number), sources: [{ text }] },
  }));
  for (const [part, own] of Map.groupBy(labelled, (given) => given.part))
    sets.push({ name: `labelled, ${part}`, isTuned: tunedParts.includes(part), cases: own.map(({ one }) => one) });
  return [...sets, ...(await listCorpora(texts))];
}

async function listCorpora(texts: string | undefined): Promise<TrustSet[]> {
  const folder = process.env.ERRAND_CORPORA;
  if (folder === undefined) {
    console.log('Documents of others are skipped: ERRAND_CORPORA does not name their folder.');
    return [];
  }
  const sets: TrustSet[] = [];
  for (const [name, cases] of [
    ['invoices', await readZugferd(join(folder, 'invoices'))],
    ['receipts', await readSroie(join(folder, 'receipts'))],
  ] as const)
    for (const [half, own] of Map.groupBy(cases, halfOf)) {
      const read: TrustCase[] = [];
      for (const [seed, one] of own.entries())
        read.push({ ...one, seed, sources: (await readPages(one.file, texts)).pages });
      sets.push({ name: `${name}, ${half} half`, isTuned: half === 'tuning', cases: read });
    }
  return sets;
}

function print(name: string, figures: TrustFigures): void {
  const { wrongSure, rightFlagged, absentTrue, bandError } = summarize(figures);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  console.log(`\n${name}: ${figures.documents} documents`);
  const classes = [...figures.planted].map(([kind, { count, sure }]) => `${kind} ${sure} of ${count}`);
  console.log(`  mistakes that marks are sure of: ${classes.join(', ')}`);
  console.log(
    `  wrong values with 0.8 or more ${percent(wrongSure)}, right ones flagged ${percent(rightFlagged)} of ${figures.truths.count}, absent and true ${percent(absentTrue)} of ${figures.absent.count}, largest difference of a band ${bandError.toFixed(3)}`,
  );
  for (const { said, right, count } of bandsOf(figures))
    console.log(`    said ${said.toFixed(2)}  right ${right.toFixed(2)}  of ${count}`);
}
