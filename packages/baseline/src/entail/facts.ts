import { answerOf, isUnsettled, sayingOf } from '../language/denial.ts';
import { readings, scaleAfter } from '../values/scales.ts';

// Reads what a passage states: each of its facts, with the words that count, and whether it is said, denied, only
// supposed, or said of somebody else. Names of JSON members and labels are context: they tell what a value is about, and
// count as words only where the value is a yes.

export type Fact = {
  /** The words that are stated. */
  text: string;
  /** What the value is about: the name of a member, or a label. */
  about: string;
  saying: 'said' | 'denied' | 'supposed' | 'other';
  numbers: number[];
  /** The value is a yes: it states what its name or label says. */
  isYes?: true;
};

export function readFacts(passage: string): Fact[] {
  const members = readMembers(passage);
  if (members.length > 0) return members;
  return passage
    .split(/\n+|(?<=[.!?])\s+(?=\S)/)
    .flatMap((line) => readLine(line.trim()))
    .filter(({ text, about, numbers }) => text !== '' || about !== '' || numbers.length > 0);
}

const MEMBER = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)|(true|false|null))/g;

function readMembers(passage: string): Fact[] {
  return [...passage.matchAll(MEMBER)].map(([, name = '', text, number, word]) => {
    const about = plainName(name);
    if (number !== undefined) return { text: '', about, saying: 'said' as const, numbers: [Number(number)] };
    if (word !== undefined)
      return word === 'true' ? yes(about) : { text: about, about, saying: 'denied' as const, numbers: [] };
    return readValue(about, text!);
  });
}

const yes = (about: string): Fact => ({ text: about, about, saying: 'said', numbers: [], isYes: true });

/** `isPep` and `is_pep` are the words "is pep". */
const plainName = (name: string): string =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-./]+/g, ' ')
    .trim();

/** At most this many words before a colon are a label. */
const LABEL = /^([\p{L}\p{N}][^:?!]{0,60}?)\s*[:=|]\s+(\S.*)$/u;

function readLine(line: string): Fact[] {
  // A label without a value states nothing.
  if (/^[^:]{1,60}:$/.test(line)) return [{ text: '', about: line.slice(0, -1), saying: 'supposed', numbers: [] }];
  const [, label, value] = LABEL.exec(line) ?? [];
  if (label !== undefined && value !== undefined && label.split(/\s+/).length <= 6) return [readValue(label, value)];
  return line.split(/;|,? (?:but|although|though|however|whereas|aber|mais|pero) /i).map((clause) => ({
    text: clause.trim(),
    about: '',
    saying: isOfOther(clause) ? ('other' as const) : sayingOf(clause),
    numbers: numbersOf(clause),
  }));
}

function readValue(about: string, given: string): Fact {
  const value = given.trim();
  const bare = value.replace(/[.!]+$/, '');
  if (bare === '' || isUnsettled(bare)) return { text: about, about, saying: 'supposed', numbers: [] };
  const answer = answerOf(bare);
  if (answer !== undefined && bare.split(/\s+/).length <= 3)
    return answer ? yes(about) : { text: about, about, saying: 'denied', numbers: [] };
  const saying = isOfOther(value) ? 'other' : sayingOf(value);
  // "Passport: missing" denies the passport.
  if (saying === 'denied' && bare.split(/\s+/).length <= 2) return { text: about, about, saying, numbers: [] };
  return { text: isNumber(bare) ? '' : value, about, saying, numbers: numbersOf(value) };
}

const isNumber = (text: string): boolean => /^[\p{Sc}A-Z]{0,4}\s?-?\d[\d.,' ]*\s?[\p{Sc}A-Z%]{0,4}$/u.test(text);

/** Said of another than the one the case is about. */
const OF_OTHER =
  /(?<![\p{L}])(?:(?:another|a different|some other|an unrelated|the other|other) (?:customer|client|person|account|company|seller|merchant|shop|store|listing|product|item|firm|bank|man|woman)s?|namesakes?|same name|no relation|unrelated to|somebody else|someone else|a competitor|competitors?|unlike)(?![\p{L}])/iu;
const isOfOther = (text: string): boolean => OF_OTHER.test(text);

export function numbersOf(text: string): number[] {
  return [
    ...text.matchAll(/(?<![\p{L}\d.,-])\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|(?<![\p{L}\d.,])\d+(?:[.,]\d+)*/gu),
  ].flatMap((match) => {
    const scale = scaleAfter(text.slice(match.index + match[0].length)) ?? 1;
    return readings(match[0]).map((one) => one * scale);
  });
}
