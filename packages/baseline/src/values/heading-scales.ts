// Scales that stand over numbers instead of beside them: "in thousands", "EUR m" in the head of a column, "TEUR" in a label.

const MONEY = '(?:EUR|USD|GBP|CHF|PLN|SEK|€|\\$|£|euros?|dollars?)';
const kinds: [string, string, number][] = [
  // Words that need no currency beside them, short forms that do, and what they multiply by.
  ['thousands?|thsd\\.?|tsd\\.?|tausend|milliers|miles|migliaia|duizend(?:en)?', "k|['’]?000s?", 1e3],
  ['millions?|mio\\.?|mln\\.?|millionen|millones|milioni|miljoen(?:en)?', 'm|mn|mm', 1e6],
  ['billions?|bn|mrd\\.?|milliarden|milliards|miliardi|miljard', 'b', 1e9],
];

const patterns = kinds.map(([words, short, by]) => ({
  by,
  pattern: new RegExp(
    `(?<![\\p{L}\\d])(?:(?:in|en) (?:${MONEY} )?(?:${words})(?: (?:of )?${MONEY})?|(?<!\\d[.,\\d]* ?)${MONEY} ?(?:${words}|${short}))(?![\\p{L}\\d])`,
    'iu',
  ),
}));
/** "TEUR" and "k€" are one word. */
const thousands = /(?<![\p{L}\d])(?<!\d ?)(?:T|k)(?:EUR|USD|CHF|GBP|€)(?![\p{L}])/u;

/** Figures of the whole text, not of one table. */
const OF_ALL =
  /^\W*(?:all|figures|amounts|values|alle|angaben|beträge|werte|toutes?|tous|montants|chiffres|todos|importes|cifras|tutti|importi|bedragen)(?![\p{L}])/iu;
const PER_UNIT =
  /(?<![\p{L}])(?:per (?:share|unit|piece|hour|day)|(?:je|pro) (?:aktie|stück|tag|stunde)|par (?:action|unité)|por acción|per azione|employees?|mitarbeiter\p{L}*|effectifs?|headcount)(?![\p{L}])/iu;
const FIGURE = /\d[\d.,]*/;

type Line = { start: number; text: string };
type Scope = {
  by: number;
  isAll: boolean /** Scales of single columns. */;
  columns?: (number | undefined)[];
  hasFigures: boolean;
};

/** Returns by how much what stands over a number or in its label multiplies it, for numbers by their place. */
export function headingScales(text: string): (at: number) => number | undefined {
  if (scaleIn(text) === undefined) return () => undefined;
  const found = new Map<number, (column: number, at: number) => number | undefined>();
  const lines = linesOf(text);
  let scope: Scope | undefined;
  let [all, isBlankBefore]: [number | undefined, boolean] = [undefined, false];
  for (const { start, text: line } of lines) {
    const own = scaleIn(line);
    const rest = own === undefined ? line : line.replace(own.text, ' ');
    const hasFigures = FIGURE.test(rest.replaceAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/g, ' '));
    if (isBlankBefore && scope?.hasFigures) scope = undefined;
    isBlankBefore = line.trim() === '';
    if (own !== undefined && !hasFigures) {
      const cells = cellsOf(line);
      const scales = cells.map((cell) => scaleIn(cell)?.by);
      const isColumn = cells.length > 1 && scales.filter((one) => one !== undefined).length < cells.length;
      scope = {
        by: own.by,
        isAll: OF_ALL.test(line),
        hasFigures: false,
        ...(isColumn && scales.slice(1).some(Boolean) && { columns: scales }),
      };
      if (scope.isAll) all = own.by;
      continue;
    }
    if (PER_UNIT.test(line)) continue;
    // In a label, it counts for what follows on the line.
    if (own !== undefined) {
      const from = start + own.end;
      found.set(start, (_column, at) => (at >= from ? own.by : undefined));
    } else if (scope !== undefined || all !== undefined) {
      const held = scope;
      const otherwise = all;
      found.set(start, (column) =>
        held === undefined ? otherwise : held.columns === undefined ? held.by : held.columns[column],
      );
    }
    if (hasFigures && scope !== undefined) scope = { ...scope, hasFigures: true };
  }
  return (at) => {
    const line = lines.findLast(({ start }) => start <= at);
    if (line === undefined) return undefined;
    return found.get(line.start)?.(columnAt(line.text.slice(0, at - line.start)), at);
  };
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const one = { start, text: line };
    start += line.length + 1;
    return one;
  });
}

const GAP = /\s*\|\s*|\t+| {2,}/;
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\|\s*/, '')
    .replace(/\s*\|\s*$/, '')
    .split(GAP);
const columnAt = (before: string): number => before.replace(/^\s*\|\s*/, '').split(GAP).length - 1;

function scaleIn(text: string): { by: number; text: string; end: number } | undefined {
  const one = thousands.exec(text);
  if (one !== null) return { by: 1e3, text: one[0], end: one.index + one[0].length };
  for (const { pattern, by } of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return { by, text: match[0], end: match.index + match[0].length };
  }
  return undefined;
}
