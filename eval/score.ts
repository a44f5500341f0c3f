// Scores answers by the rules in README.md.

export type Tally = { right: number; given: number; expected: number };
export type Mistake = { field: string; expected: unknown; given: unknown };
/** By the path of a field, such as `line_items.quantity`. */
export type Scores = Map<string, Tally>;

const numbersApart = 0.005;

export function scoreAnswer(expected: unknown, given: unknown): { scores: Scores; mistakes: Mistake[] } {
  const scores: Scores = new Map();
  const mistakes: Mistake[] = [];
  count('', expected, given);
  return { scores, mistakes };

  function count(path: string, wanted: unknown, found: unknown): void {
    if (Array.isArray(wanted) || Array.isArray(found)) {
      countList(path, asList(wanted), asList(found));
      return;
    }
    if (isObject(wanted) || isObject(found)) {
      const [left, right] = [asObject(wanted), asObject(found)];
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        count(path === '' ? key : `${path}.${key}`, left[key], right[key]);
      }
      return;
    }
    const tally = tallyOf(path);
    const isRight = isValue(wanted) && isValue(found) && isSame(wanted, found);
    if (isValue(wanted)) tally.expected += 1;
    if (isValue(found)) tally.given += 1;
    if (isRight) tally.right += 1;
    else if (isValue(wanted) || isValue(found)) mistakes.push({ field: path, expected: wanted, given: found });
  }

  function countList(path: string, wanted: unknown[], found: unknown[]): void {
    const rest = [...found];
    const pairs = wanted
      .flatMap((one) => found.map((other) => ({ one, other, agree: agreement(one, other) })))
      .filter(({ agree }) => agree > 0)
      .sort((one, other) => other.agree - one.agree);
    const partner = new Map<unknown, unknown>();
    const open = new Set(wanted.keys());
    for (const { one, other } of pairs) {
      const [left, right] = [[...open].find((index) => wanted[index] === one), rest.indexOf(other)];
      if (left === undefined || right < 0) continue;
      open.delete(left);
      rest.splice(right, 1);
      partner.set(left, other);
    }
    for (const [index, one] of wanted.entries()) count(path, one, partner.get(index) ?? emptyLike(one));
    for (const other of rest) count(path, emptyLike(other), other);
  }

  function tallyOf(path: string): Tally {
    const tally = scores.get(path) ?? { right: 0, given: 0, expected: 0 };
    scores.set(path, tally);
    return tally;
  }
}

/** Counts the members that agree. For plain values, one or none. */
function agreement(one: unknown, other: unknown): number {
  if (!isObject(one) || !isObject(other)) return isSame(one, other) ? 1 : 0;
  return Object.keys(one).filter((key) => isValue(one[key]) && isSame(one[key], other[key])).length;
}

const emptyLike = (value: unknown): unknown => (isObject(value) ? {} : undefined);

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= numbersApart;
  if (typeof one === 'string' && typeof other === 'string') return normalise(one) === normalise(other);
  return one === other;
}

function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”‘’.,;]+|[\s"'“”‘’.,;]+$/g, '');
}

const isValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : isValue(value) ? [value] : []);

export function addTally(into: Tally, { right, given, expected }: Tally): void {
  into.right += right;
  into.given += given;
  into.expected += expected;
}

export function rates({ right, given, expected }: Tally): { precision: number; recall: number; f1: number } {
  const precision = given === 0 ? 1 : right / given;
  const recall = expected === 0 ? 1 : right / expected;
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
