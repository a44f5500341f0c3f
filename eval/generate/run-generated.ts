import { checkValue, fillSchema } from '../../packages/baseline/src/baseline.ts';
import calibration from '../../packages/baseline/src/trust/calibration.json' with { type: 'json' };
import { readDocuments, tunedParts } from '../documents.ts';
import { describeCalibration, type Judged, storeCalibration } from './calibrate.ts';
import { type Generated, generateDocuments, type Half, halves } from './documents.ts';
import { makeLies } from './liar.ts';
import {
  countAnswer,
  countConfidence,
  countMarks,
  describeFigures,
  emptyFigures,
  type Flaw,
  figuresHead,
  isMissing,
  isRight,
  type KindFigures,
} from './measure.ts';
import { readGenerated } from './read.ts';

// Evaluates how well the built-in model reads generated documents, and how well marks distinguish lies from truth.

export type Options = {
  half?: Half | undefined;
  kind?: string | undefined;
  scans: boolean;
  calibrate: boolean;
  /** Marks on documents of others, for the calibration. */
  strange?: Judged[];
  flaws: boolean;
};

export type HalfResult = { kinds: Map<string, KindFigures>; judged: Judged[]; flaws: Flaw[]; mistakes: string[] };

export async function measureHalf(half: Half, { kind, scans }: Pick<Options, 'kind' | 'scans'>): Promise<HalfResult> {
  const result: HalfResult = { kinds: new Map(), judged: [], flaws: [], mistakes: [] };
  for (const document of generateDocuments({ half, kind })) {
    if (document.form === 'scan' && !scans) continue;
    await measureDocument(document, result);
  }
  return result;
}

async function measureDocument(document: Generated, { kinds, judged, flaws, mistakes }: HalfResult): Promise<void> {
  const { schema, truth, seed } = document;
  // Text that OCR cannot read cannot be looked up, so scans are counted separately.
  const name = document.form === 'scan' ? 'scans' : document.kind;
  const figures = kinds.get(name) ?? emptyFigures();
  kinds.set(name, figures);
  const source = await readGenerated(document);
  const answer = await fillSchema(source.text, { schema });
  countAnswer(figures, document, answer);
  const told = makeLies(truth, seed, source.text);
  for (const value of [answer, told.value]) {
    const marks = await checkValue({ value, schema, sources: [source] });
    // Records may be missing or in another order, so their indexes say nothing about the truth.
    for (const mark of marks) {
      if (value === answer && /\/\d/.test(mark.field)) continue;
      const right = isRight(truth, value, mark.field);
      // Similar-looking letters only occur on scans.
      const isCounted = document.form !== 'scan' || mark.ground.endsWith('-alike');
      countConfidence(figures, mark.confidence, right);
      if (isCounted) judged.push({ mark, right, isTold: value !== answer });
      if (value === answer && !right && !isMissing(mark))
        mistakes.push(
          `${document.kind} ${document.language} ${document.layout} ${document.form} ${seed} ${mark.field} ${JSON.stringify(mark)}`,
        );
    }
    if (value === told.value) flaws.push(...countMarks(figures, document, told, marks));
  }
}

export async function runGenerated(options: Options): Promise<void> {
  for (const half of options.half === undefined ? halves : [options.half]) {
    const result = await measureHalf(half, options);
    console.log(`\ngenerated, ${half} half\n${figuresHead}`);
    for (const [kind, figures] of result.kinds) console.log(describeFigures(kind, figures));
    const read = [...result.kinds].filter(([kind]) => kind !== 'scans').map(([, figures]) => figures);
    console.log(describeFigures('all but scans', sumOf(read)));
    console.log(`calibration of ${calibration.measured_on}`);
    for (const line of describeCalibration(result.judged)) console.log(line);
    // Only for the half that rules may be tuned on.
    if (options.flaws && half === 'tuning') {
      for (const flaw of result.flaws) console.log(JSON.stringify(flaw));
      for (const mistake of result.mistakes) console.log(mistake);
    }
    if (options.calibrate && half === 'tuning')
      await storeCalibration([...result.judged, ...(await judgeLabelled())], options.strange ?? [], calibration.shares);
  }
}

/** Judges lies and answers about the development half of the labelled set, which has the layouts of real mail. */
async function judgeLabelled(): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { part, text, schema, expected, number } of await readDocuments()) {
    if (!tunedParts.includes(part)) continue;
    const answer = await fillSchema(text, { schema });
    for (const value of [answer, makeLies(expected, Number(number), text).value]) {
      for (const mark of await checkValue({ value, schema, sources: [{ text }] })) {
        if (value === answer && /\/\d/.test(mark.field)) continue;
        judged.push({ mark, right: isRight(expected, value, mark.field), isTold: value !== answer });
      }
    }
  }
  return judged;
}

export function sumOf(all: KindFigures[]): KindFigures {
  const sum = emptyFigures();
  for (const { documents, fields, cells, lies, truths, confidence } of all) {
    sum.documents += documents;
    for (const key of ['right', 'given', 'expected'] as const) {
      sum.fields[key] += fields[key];
      sum.cells[key] += cells[key];
    }
    for (const [lie, { count, flagged }] of lies) {
      const own = sum.lies.get(lie) ?? { count: 0, flagged: 0 };
      sum.lies.set(lie, { count: own.count + count, flagged: own.flagged + flagged });
    }
    for (const key of ['count', 'said', 'right'] as const) sum.confidence[key] += confidence[key];
    sum.truths.count += truths.count;
    sum.truths.flagged += truths.flagged;
  }
  return sum;
}
