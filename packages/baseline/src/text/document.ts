import { splitSentences } from '../language/sentences.ts';
import { without } from '../language/spans.ts';
import type { Judged, NetworkAnswer, Pointed } from '../schema/question.ts';
import { currencyCodes, findNumbers, mainCurrency, type NumberFound } from '../values/amounts.ts';
import { type Found, findEmails, findPhones, findUrls, type Phone } from '../values/contacts.ts';
import { guessCountry } from '../values/countries.ts';
import { type DateFound, type DateOrder, findDates, guessOrder } from '../values/dates.ts';
import { findNames, type Name } from '../values/names.ts';
import { type Line, type Pair, readLines, readPairs, readSections, type Section } from './layout.ts';
import { pairsOfTables, readTables, type Table } from './tables.ts';

// A text with everything the rules can find in it. Each view is computed on first use.

export type Document = {
  text: string;
  lines: Line[];
  readonly pairs: Pair[];
  readonly sections: Section[];
  readonly tables: Table[];
  readonly sentences: string[];
  readonly numbers: NumberFound[];
  readonly dates: DateFound[];
  readonly emails: Found[];
  readonly phones: Phone[];
  readonly urls: Found[];
  readonly codes: Found[];
  readonly names: Name[];
  readonly country: string | undefined;
  readonly order: DateOrder;
  readonly currency: string | undefined;
  /** Where a network says the answers are, by question. */
  readonly pointed: ReadonlyMap<string, Pointed>;
  /** What a network says of yes-no questions and of the options of choices. */
  readonly judged: ReadonlyMap<string, Judged>;
  lineAt(offset: number): Line;
};

export type Opening = {
  instruction?: string;
  /** Phrases that are labels in this text besides the usual ones: the names of the fields. */
  labels?: string[];
  habits?: Habits;
  /** Includes the quoted messages of a mail, which are otherwise left out. */
  isWhole?: boolean;
  pointed?: NetworkAnswer[];
};

/** Settings of the whole text that also apply to its parts. */
export type Habits = Pick<Document, 'country' | 'order' | 'currency'>;

export function openDocument(given: string, options: Opening = {}): Document {
  const { instruction = '', labels = [], habits, isWhole = false, pointed = [] } = options;
  const text = isWhole ? cleanText(given) : cutQuoted(cleanText(given));
  const lines = readLines(text);
  const numbers = once(() => findNumbers(text));
  const emails = once(() => findEmails(text));
  const urls = once(() => findUrls(text));
  const country = once(
    () =>
      habits?.country ??
      guessCountry(
        text,
        numbers().flatMap(({ currency }) => currency ?? []),
      ),
  );
  const order = once(() => habits?.order ?? orderFrom(instruction) ?? guessOrder(text, country()));
  const dates = once(() => findDates(text, order()));
  const phones = once(() => {
    const taken = [...dates(), ...emails(), ...urls()];
    return without(findPhones(text, country()), taken, text.length);
  });
  const codes = once(() => {
    // "R-77" is the number of a document, not a sum in rand.
    const priced = numbers().filter(
      ({ start, end, currency, isPercent }) =>
        (currency !== undefined || isPercent) && !/\p{L}-\d/u.test(text.slice(Math.max(0, start - 2), end)),
    );
    const sure = phones().filter(({ isSure }) => isSure);
    const taken = [...dates(), ...emails(), ...urls(), ...sure, ...priced];
    return without(findCodes(text), taken, text.length);
  });
  const pairs = once(() => [...readPairs(lines, new Set(labels)), ...pairsOfTables(tables(), lines)]);
  const sections = once(() => readSections(lines, new Set(labels)));
  const tables = once(() => readTables(lines));
  const sentences = once(() => splitSentences(text));
  const names = once(() => findNames(text));
  const currency = once(() => habits?.currency ?? mainCurrency(numbers(), text, country()));
  return {
    text,
    lines,
    pointed: new Map(pointed.flatMap((one) => ('words' in one ? [[one.question, one]] : []))),
    judged: new Map(pointed.flatMap((one) => ('words' in one ? [] : [[one.question, one]]))),
    get pairs() {
      return pairs();
    },
    get sections() {
      return sections();
    },
    get tables() {
      return tables();
    },
    get sentences() {
      return sentences();
    },
    get numbers() {
      return numbers();
    },
    get dates() {
      return dates();
    },
    get emails() {
      return emails();
    },
    get phones() {
      return phones();
    },
    get urls() {
      return urls();
    },
    get codes() {
      return codes();
    },
    get names() {
      return names();
    },
    get country() {
      return country();
    },
    get order() {
      return order();
    },
    get currency() {
      return currency();
    },
    lineAt: (offset) => lineAt(lines, offset),
  };
}

/** Normalizes characters, spaces and line ends, and removes invisible characters. */
function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
}

/** Keeps only the newest message of a mail thread. Quoted messages are other documents. */
function cutQuoted(text: string): string {
  const mark = /^(?:-{2,} ?Original Message ?-{2,}|On .{5,80} wrote:|_{20,}\nFrom: .*)$/m.exec(text);
  return mark !== null && mark.index > 40 ? text.slice(0, mark.index) : text;
}

function orderFrom(instruction: string): DateOrder | undefined {
  if (/\b(?:month[- ]first|MM[/.-]DD|American dates?|US dates?)\b/i.test(instruction)) return 'month-first';
  return /\b(?:day[- ]first|DD[/.-]MM|European dates?)\b/i.test(instruction) ? 'day-first' : undefined;
}

/** Finds words with a digit. Capitals before a number belong to it, as in "LH 430". */
function findCodes(text: string): Found[] {
  return [...text.matchAll(/(?<![\p{L}\d@_/.-]|\d,)[\p{L}\d]{1,40}(?:[-/._][\p{L}\d]{1,40}){0,6}(?![\p{L}\d@])/gu)]
    .filter(([value]) => /\d/.test(value))
    .map((match) => {
      const prefix =
        text
          .slice(Math.max(0, match.index - 9), match.index)
          .match(/(?<![\p{L}\d.-])(?:[A-Z]{1,3}-)?[A-Z]{1,3} $/u)?.[0] ?? '';
      const isPrefix =
        prefix !== '' &&
        /^\d{2,}/.test(match[0]) &&
        !/^(?:NO|ID|PO|NR|ON|AT|IN|TO|OF|REF) $/.test(prefix) &&
        !currencyCodes.has(prefix.trim());
      const start = match.index - (isPrefix ? prefix.length : 0);
      return { start, end: match.index + match[0].length, value: text.slice(start, match.index + match[0].length) };
    });
}

function lineAt(lines: Line[], offset: number): Line {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (lines[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return lines[low]!;
}

function once<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
