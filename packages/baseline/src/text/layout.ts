import { phraseOf, splitWords } from '../language/words.ts';
import { groups } from '../languages/thesaurus.ts';

// Reads the layout of a text: lines, columns within a line, labels with their values, sections under headings.

export type Line = { text: string; start: number; index: number };
/** A part of a line between wide gaps. */
export type Segment = { text: string; start: number; line: number };
export type Pair = {
  label: string;
  value: string;
  start: number;
  line: number;
  /** The label is alone on its line, so the value below may be a whole list. */
  isBelow?: boolean;
};
export type Section = { title: string; lines: Line[] };

const knownLabels = new Set(
  groups.flatMap(({ strong, weak }) => [...strong, ...weak]).map((phrase) => phraseOf(phrase)),
);
const labelWordsMax = 6;
const labelledCharsMax = 2_000;
const pairsMax = 5_000;

/** Whether the words are a label and not a value. */
export const isLabel = (text: string): boolean => knownLabels.has(phraseOf(text));

export function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
    lines.push({ text: line, start, index });
    start += line.length + 1;
  }
  return lines;
}

/** Splits a line at two spaces, a tab, a bar or a row of dots. */
export function readSegments({ text, start, index }: Line): Segment[] {
  const segments: Segment[] = [];
  for (const match of text.matchAll(/(?:[^\s|]|(?<=\S) (?=[^\s|]))+/g)) {
    // A row of dots leads from a label to its value.
    let at = match.index;
    for (const part of match[0].split(/( ?(?:\.{3,}|·| \/ ) ?)/)) {
      const words = part.trim();
      if (words !== '' && !/^(?:\.{3,}|·|\/)$/.test(words)) {
        segments.push({ text: words, start: start + at + part.indexOf(words), line: index });
      }
      at += part.length;
    }
  }
  return segments;
}

export function readPairs(lines: Line[], labels: Set<string>): Pair[] {
  const bareLabel = (text: string): string | undefined => findLabel(text, labels);
  const pairs: Pair[] = [];
  for (const line of lines) {
    // A longer line is running text, which can only have a label at its beginning.
    const segments = readSegments({ ...line, text: line.text.slice(0, labelledCharsMax) });
    for (const [at, segment] of segments.entries()) {
      const found = [...readColons(segment), ...readSettings(segment)];
      pairs.push(...found.filter(({ value }) => value !== ''));
      const label =
        found.at(-1)?.value === '' ? found.at(-1)!.label : found.length === 0 ? bareLabel(segment.text) : undefined;
      if (label === undefined) continue;
      const next = segments[at + 1];
      if (next !== undefined && bareLabel(next.text) === undefined)
        pairs.push({ label, value: next.text, start: next.start, line: line.index });
      else if (next === undefined) pairs.push(...readBelow(label, segment, lines, bareLabel));
    }
  }
  return pairs.slice(0, pairsMax);
}

/** Reads `Label: value`, also several on a line with a full stop, comma, bar or space between them. */
function readColons(segment: Segment): Pair[] {
  const marks = [
    ...segment.text.matchAll(
      /(?:^|(?<=[.;,|(/{] {0,3})|(?<=^[-*•>] ?))["']?(\*{0,2}[\p{L}#][\p{L}\d .'#/()_-]{0,40}?)\*{0,2}(?:["']? ?[:：](?!\/\/|\d)(?: +|$|(?=\S))| = (?=\S))/gu,
    ),
  ].filter(([, label = '']) => splitWords(label).length <= labelWordsMax);
  return marks.map((mark, index) => {
    const from = mark.index + mark[0].length;
    const to = marks[index + 1]?.index ?? segment.text.length;
    // Members of JSON and lines of settings have quotes: `"status": "open",`.
    const quoted = /^"([^"]+)"[,;}\s]*$/.exec(segment.text.slice(from, to));
    if (quoted !== null && /^["']|= $/.test(mark[0]))
      return {
        ...{ label: joinLabel(phraseOf(mark[1]!)), value: quoted[1]!.trim() },
        ...{ start: segment.start + from + 1, line: segment.line },
      };
    const value = segment.text.slice(from, to).replace(/[\s.;,|(/]+$/, (end) => (/^\.$/.test(end) ? '.' : ''));
    const blanks = value.length - value.trimStart().length;
    return {
      label: joinLabel(phraseOf(mark[1]!)),
      value: value.trim(),
      start: segment.start + from + blanks,
      line: segment.line,
    };
  });
}

/** Lines of logs: `service=payments-api env=prod sev=2`. */
function readSettings({ text, start, line }: Segment): Pair[] {
  const found = [...text.matchAll(/(?:^|\s)([\p{L}][\w.-]{1,30})=("[^"]*"|[^\s="]+)(?=\s|$)/gu)];
  return found.length < 2
    ? []
    : found.map((match) => ({
        label: phraseOf(match[1]!),
        value: match[2]!.replace(/^"|"$/g, ''),
        start: start + match.index + match[0].lastIndexOf(match[2]!.replace(/^"|"$/g, '')),
        line,
      }));
}

/** A text layer may set the letters of a word apart: "Br uttosumme" is "Bruttosumme". */
function joinLabel(phrase: string): string {
  if (!phrase.includes(' ') || knownLabels.has(phrase)) return phrase;
  const joined = phrase.replaceAll(' ', '');
  return knownLabels.has(joined) ? joined : phrase;
}

/** Finds the label of a segment that has nothing else. */
function findLabel(text: string, labels: Set<string>): string | undefined {
  if (text.length > 40) return undefined;
  const phrase = phraseOf(text.replace(/\([^)]*\)/g, ' '));
  return knownLabels.has(phrase) || labels.has(phrase) ? phrase : undefined;
}

/** Reads the value below its label: the first line of the block below, at about the same column. */
function readBelow(
  label: string,
  segment: Segment,
  lines: Line[],
  bareLabel: (text: string) => string | undefined,
): Pair[] {
  const below = lines[segment.line + 1];
  if (below === undefined) return [];
  const column = segment.start - lines[segment.line]!.start;
  const value = readSegments(below).find(({ start }) => Math.abs(start - below.start - column) <= 6);
  if (
    value === undefined ||
    !/[\p{L}\d]/u.test(value.text) ||
    bareLabel(value.text) !== undefined ||
    readColons(value).length > 0
  )
    return [];
  return [{ label, value: value.text, start: value.start, line: value.line, isBelow: true }];
}

export function readSections(lines: Line[], labels: Set<string>): Section[] {
  const sections: Section[] = [];
  let open: Section | undefined;
  for (const [index, line] of lines.entries()) {
    const title = readHeading(line, lines[index - 1], lines[index + 1], labels);
    if (title !== undefined) {
      open = { title, lines: [] };
      sections.push(open);
    } else if (!/^\s*([=_*-])\1{3,}\s*$/.test(line.text)) open?.lines.push(line);
  }
  return sections;
}

function readHeading(
  { text }: Line,
  above: Line | undefined,
  below: Line | undefined,
  labels: Set<string>,
): string | undefined {
  const words = text
    .trim()
    .replace(/^#{1,6} /, '')
    .replace(/:$/, '');
  if (words === '' || words.length > 50 || splitWords(words).length > 5 || /[.!?,;|@]|\d{3}|: /.test(words))
    return undefined;
  const phrase = phraseOf(words);
  const isKnown = knownLabels.has(phrase) || labels.has(phrase);
  const headsList = /:\s*$/.test(text) && /^\s*(?:[-*•]|\d+[.)])\s/.test(below?.text ?? '');
  const isMarked = headsList || /^#{1,6} /.test(text) || /^\s*([=-])\1{3,}\s*$/.test(below?.text ?? '');
  const standsAlone = (above?.text ?? '').trim() === '' && (below?.text ?? '').trim() !== '';
  const isShouted = /\p{Lu}{3}/u.test(words) && words === words.toUpperCase();
  if (isMarked || (isKnown && (standsAlone || isShouted)) || (isShouted && standsAlone)) return phrase;
  // A known heading followed by an empty line.
  const isFollowedByGap = (above?.text ?? '').trim() === '' && (below?.text ?? '').trim() === '';
  return isKnown && isFollowedByGap ? phrase : undefined;
}
