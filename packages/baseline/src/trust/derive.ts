import type { Leaf } from './leaves.ts';
import { isSameNumber, tidy } from './numbers.ts';

// Finds numbers that are not in the source but follow from others of the answer: sums of lists, counts of their
// elements, and results of two neighbours.

export function findComputation(leaf: Leaf, leaves: Leaf[], isFound: (leaf: Leaf) => boolean): string | undefined {
  const wanted = Number(leaf.value);
  const parent = leaf.field.replace(/\/[^/]*$/, '');
  const numbers = leaves.filter((one) => one !== leaf && typeof one.value === 'number');
  const near = numbers.filter((one) => one.field.replace(/\/[^/]*$/, '') === parent && isFound(one)).slice(0, 20);
  for (const [index, one] of near.entries()) {
    for (const other of near.slice(index + 1)) {
      const [a, b] = [Number(one.value), Number(other.value)];
      const way = [
        ['the sum', a + b],
        ['the difference', a - b],
        ['the difference', b - a],
        ['the product', a * b],
      ].find(([, result]) => isSameNumber(tidy(Number(result)), wanted) || isCents(Number(result), wanted));
      if (way !== undefined) return `It is ${way[0]} of ${nameOf(one)} and ${nameOf(other)}.`;
    }
  }
  for (const [list, members] of Map.groupBy(
    numbers.filter(({ row }) => row !== ''),
    columnOf,
  )) {
    const values = members.map(({ value }) => Number(value));
    if (
      members.length > 1 &&
      members.every(isFound) &&
      isCents(
        values.reduce((sum, one) => sum + one, 0),
        wanted,
      )
    )
      return `It is the sum of ${list}.`;
  }
  for (const [list, count] of countRows(leaves))
    if (count === wanted && count > 0) return `It is the number of elements of ${list}.`;
  return undefined;
}

const isCents = (one: number, other: number): boolean => Math.abs(one - other) < 0.006 && Math.abs(other) > 0.05;

/** The column of `/items/3/price` is `/items/…/price`. */
const columnOf = ({ field }: Leaf): string => field.replace(/\/\d+(?=\/[^/]*$|$)/, '/*');

function countRows(leaves: Leaf[]): Map<string, number> {
  const rows = new Set(leaves.map(({ row }) => row).filter((row) => row !== ''));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const list = row.replace(/\/\d+$/, '');
    counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return counts;
}

const nameOf = ({ field }: Leaf): string => field.split('/').at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~');
