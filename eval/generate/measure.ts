import type { Mark } from '../../packages/baseline/src/trust/model.ts';
import { addTally, rates, scoreAnswer, type Tally } from '../score.ts';
import type { Generated } from './documents.ts';
import type { Lie, Told } from './liar.ts';

// Counts the results of answers and their marks.

export type KindFigures = {
  documents: number;
  fields: Tally;
  cells: Tally;
  /** Lies by kind: how many there were, and how many were flagged. */
  lies: Map<Lie, { count: number; flagged: number }>;
  truths: { count: number; flagged: number };
  /** Values with a confidence: the sum of it, and how many are right. */
  confidence: { count: number; said: number; right: number };
};

export const emptyFigures = (): KindFigures => ({
  documents: 0,
  fields: { right: 0, given: 0, expected: 0 },
  cells: { right: 0, given: 0, expected: 0 },
  lies: new Map(),
  truths: { count: 0, flagged: 0 },
  confidence: { count: 0, said: 0, right: 0 },
});

/** Whether a careful user would check the value before using it. */
export const isFlagged = ({ status, confidence }: Mark): boolean => status === 'unsupported' || confidence < 0.6;

/** Whether the mark is about no value. */
export const isMissing = ({ status }: Mark): boolean => status === 'absent' || status === 'not_found';

export function countAnswer(figures: KindFigures, document: Generated, answer: unknown): void {
  figures.documents += 1;
  for (const [field, tally] of scoreAnswer(document.truth, answer).scores)
    addTally(field.includes('.') ? figures.cells : figures.fields, tally);
}

export function countConfidence({ confidence }: KindFigures, said: number, isRight: boolean): void {
  confidence.count += 1;
  confidence.said += said;
  confidence.right += isRight ? 1 : 0;
}

export type Flaw = { document: string; field: string; lie: Lie | 'truth'; value: unknown; mark: Mark };

/** Counts the flags of an answer with lies. Returns what went wrong. */
export function countMarks(figures: KindFigures, document: Generated, told: Told, marks: Mark[]): Flaw[] {
  const flaws: Flaw[] = [];
  for (const mark of marks) {
    const lie = told.lies.get(mark.field);
    const value = valueAt(told.value, mark.field);
    const flagged = isFlagged(mark);
    const name = `${document.kind} ${document.language} ${document.layout} ${document.form} ${document.seed}`;
    if (lie !== undefined) {
      const counted = figures.lies.get(lie) ?? { count: 0, flagged: 0 };
      figures.lies.set(lie, counted);
      counted.count += 1;
      if (flagged) counted.flagged += 1;
      else flaws.push({ document: name, field: mark.field, lie, value, mark });
    } else if (!isMissing(mark)) {
      figures.truths.count += 1;
      if (flagged) figures.truths.flagged += 1;
      if (flagged) flaws.push({ document: name, field: mark.field, lie: 'truth', value, mark });
    }
  }
  return flaws;
}

export function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

/** Whether a leaf of an answer equals the truth at the same place. */
export function isRight(truth: unknown, answer: unknown, pointer: string): boolean {
  const { scores } = scoreAnswer({ x: valueAt(truth, pointer) ?? null }, { x: valueAt(answer, pointer) ?? null });
  const tally = scores.get('x');
  return tally === undefined || tally.given === 0 ? (tally?.expected ?? 0) === 0 : tally.right === 1;
}

export function describeFigures(
  name: string,
  { documents, fields, cells, lies, truths, confidence }: KindFigures,
): string {
  const share = (part: number, of: number): string => (of === 0 ? '      -' : (part / of).toFixed(3).padStart(7));
  const { precision, recall } = rates(fields);
  const inventions = [...lies].filter(([lie]) => lie !== 'misplaced').map(([, one]) => one);
  const sum = (list: { count: number; flagged: number }[], key: 'count' | 'flagged'): number =>
    list.reduce((all, one) => all + one[key], 0);
  const misplaced = lies.get('misplaced') ?? { count: 0, flagged: 0 };
  return [
    name.padEnd(16),
    String(documents).padStart(4),
    precision.toFixed(3).padStart(9),
    recall.toFixed(3).padStart(7),
    share(fields.given, fields.expected).padStart(8),
    cells.expected === 0 ? '      -' : rates(cells).f1.toFixed(3).padStart(7),
    share(sum(inventions, 'flagged'), sum(inventions, 'count')).padStart(10),
    share(misplaced.flagged, misplaced.count).padStart(10),
    share(truths.flagged, truths.count).padStart(12),
    share(confidence.said, confidence.count).padStart(6),
    share(confidence.right, confidence.count).padStart(6),
  ].join(' ');
}

export const figuresHead = [
  'kind'.padEnd(16),
  'docs',
  'precision',
  ' recall',
  'coverage',
  'cell F1',
  ' inventions',
  ' misplaced',
  'true flagged',
  '  said',
  '  right',
].join(' ');
