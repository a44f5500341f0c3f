import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import calibration from '../../packages/baseline/src/trust/calibration.json' with { type: 'json' };
import type { Mark } from '../../packages/baseline/src/trust/model.ts';

// Measures the confidence: the share of right values for each ground. It is fitted on the tuning half and reported for
// the test half.

export type Judged = {
  mark: Mark;
  right: boolean;
  recognized?: boolean;
  /** The scripted model gave the value, not the built-in one. */
  isTold?: boolean;
};

const path = join(import.meta.dirname, '../../packages/baseline/src/trust/calibration.json');

/** Our own documents are kinder than those of others: a share that only they support stays below this. */
const ownMax = 0.95;
/** Our own documents count as much as this many values of others. */
const ownWeight = 6;
/** A ground that was seen less often keeps its share. */
const seenMin = 4;
/** With fewer values, OCR has no share of its own. */
const recognizedMin = 8;
/** With fewer answers of the built-in model, those of the scripted one count, too. */
const answersMin = 8;

/**
 * Stores the share of right values for each ground. What was seen on documents of others counts; our own documents
 * only support it. Grounds that were hardly seen stay.
 */
export async function storeCalibration(
  allOwn: Judged[],
  allStrange: Judged[],
  known: Record<string, number>,
): Promise<void> {
  const [own, strange] = [preferAnswers(allOwn), preferAnswers(allStrange)];
  const shares: Record<string, number> = Object.fromEntries(
    Object.entries(known).filter(([ground]) => !ground.endsWith('+ocr')),
  );
  const counts = countBy([...own, ...strange], ({ ground }, recognized) => (recognized ? `${ground}+ocr` : ground));
  for (const [ground, all] of Map.groupBy(own, ({ mark }) => mark.ground))
    if (all.length >= seenMin || !(ground in shares)) shares[ground] = smoothed(all);
  for (const ground of Object.keys(shares)) shares[ground] = Math.min(ownMax, shares[ground]!);
  for (const [ground, all] of Map.groupBy(strange, ({ mark }) => mark.ground)) {
    // The corpora have a value for nearly every field, so that alone they say nothing about missing ones.
    if (ground.startsWith('absent-')) {
      shares[ground] = smoothed([...own.filter(({ mark }) => mark.ground === ground), ...all]);
      continue;
    }
    const printed = all.filter(({ recognized }) => !recognized);
    const prior = shares[ground] ?? 0.6;
    const ownShare = blend(printed, prior);
    shares[ground] = ownShare;
    const scanned = all.filter(({ recognized }) => recognized);
    if (scanned.length >= recognizedMin) shares[`${ground}+ocr`] = blend(scanned, ownShare);
  }
  // What language models got right is measured by --trust.
  for (const ground of Object.keys(known).filter((one) => one.endsWith('+model'))) shares[ground] = known[ground]!;
  const ofModels = Object.entries(calibration.counts).filter(([ground]) => ground.endsWith('+model'));
  await store(
    shares,
    { ...counts, ...Object.fromEntries(ofModels) },
    {
      values: allOwn.length,
      values_of_others: allStrange.length,
    },
  );
}

/** The built-in model is right more often than the scripted one, which lies about a quarter of its values. */
function preferAnswers(all: Judged[]): Judged[] {
  return [...Map.groupBy(all, ({ mark }) => mark.ground).values()].flatMap((one) => {
    const answers = one.filter(({ isTold }) => !isTold);
    return answers.length >= answersMin ? answers : one;
  });
}

/** With fewer values, models have no share of their own. */
const modelMin = 8;

/**
 * Stores the shares for values of language models, from the truth and the planted mistakes: as if a third of the values
 * were wrong. They only lower the others. For missing values, what the built-in model left out itself counts for it.
 */
export async function storeModelShares(seen: Judged[], answered: Judged[]): Promise<void> {
  const { shares: known, counts, values, values_of_others } = calibration;
  const shares: Record<string, number> = Object.fromEntries(
    Object.entries<number>(known).filter(([ground]) => !ground.endsWith('+model')),
  );
  for (const [ground, all] of Map.groupBy(seen, ({ mark }) => mark.ground)) {
    const share = smoothed(all);
    if (all.length >= modelMin && (ground.startsWith('absent-') || share < (shares[ground] ?? 0)))
      shares[`${ground}+model`] = share;
  }
  for (const [ground, all] of Map.groupBy(answered, ({ mark }) => mark.ground))
    if (ground.startsWith('absent-') && all.length >= modelMin) shares[ground] = smoothed(all);
  const measured = { ...counts, ...countBy(seen, ({ ground }) => `${ground}+model`) };
  await store(shares, measured, { values, values_of_others });
}

const countBy = (all: Judged[], keyOf: (mark: Mark, recognized: boolean) => string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(all, ({ mark, recognized = false }) => keyOf(mark, recognized))].map(([key, { length }]) => [
      key,
      length,
    ]),
  );

async function store(
  shares: Record<string, number>,
  counts: Record<string, number>,
  totals: { values: number; values_of_others: number },
): Promise<void> {
  const inOrder = (record: Record<string, number>): Record<string, number> =>
    Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
  const content = {
    measured_on: new Date().toISOString().slice(0, 10),
    ...totals,
    shares: inOrder(shares),
    counts: inOrder(counts),
  };
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

const rightIn = (all: Judged[]): number => all.filter((one) => one.right).length;
const rounded = (share: number): number => Math.min(0.99, Math.round(share * 1_000) / 1_000);
/** As if one more value were right and one more wrong, because few were seen. */
const smoothed = (all: Judged[]): number => rounded((rightIn(all) + 1) / (all.length + 2));
const blend = (all: Judged[], prior: number): number =>
  rounded((rightIn(all) + ownWeight * prior) / (all.length + ownWeight));

/** Describes values by confidence, and how many of them are right. */
export function describeCalibration(judged: Judged[]): string[] {
  const bins = Map.groupBy(judged, ({ mark }) => Math.min(9, Math.floor(mark.confidence * 10)));
  let error = 0;
  const lines = [...bins]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => {
      const said = own.reduce((sum, { mark }) => sum + mark.confidence, 0) / own.length;
      const right = own.filter((one) => one.right).length / own.length;
      error += (Math.abs(said - right) * own.length) / judged.length;
      return `  said ${said.toFixed(2)}  right ${right.toFixed(2)}  of ${own.length}`;
    });
  return [...lines, `  mean difference ${error.toFixed(3)}`];
}
