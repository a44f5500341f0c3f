import { answerOf, isUnsettled } from '../language/denial.ts';
import { unitOfField } from '../values/units.ts';
import { durationsOf } from './durations.ts';
import { isNaming, numbersOf, type Stated } from './numbers.ts';
import { plainWords } from './plain-words.ts';
import { type Statement, statementOf } from './statement.ts';

// Reads what a passage states: each of its facts, with the words that count, and whether it is said, denied, only
// supposed, or said of somebody else. Names of JSON members and labels are context: they tell what a value is about, and
// count as words only where the value is a yes.

export type Fact = {
  /** The words that are stated. */
  text: string;
  /** What the value is about: the name of a member, or a label. */
  about: string;
  saying: Statement;
  /** What it measures or counts. Dates and numbers that only name things are left out. */
  numbers: Stated[];
  /** It is a number of JSON, whose unit nobody wrote. */
  isMember?: true;
  /** The value is a yes: it states what its name or label says. */
  isYes?: true;
};

export function readFacts(given: string): Fact[] {
  const passage = plainWords(given);
  const members = readMembers(passage);
  if (members.length > 0) return members;
  return passage
    .split(/\n+|(?<=[.!?])(?<!(?<!\d)\d{1,2}\.)\s+(?=\S)/)
    .flatMap((line) => readLine(line.trim()))
    .filter(({ text, about, numbers }) => text !== '' || about !== '' || numbers.length > 0);
}

const MEMBER =
  /"((?:[^"\\]|\\.)*)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d[\d.eE+-]*)|(true|false|null)|\[\s*("(?:[^"\\]|\\.)*"(?:\s*,\s*"(?:[^"\\]|\\.)*")*)\s*\])/g;
const STRING = /"((?:[^"\\]|\\.)*)"/g;

function readMembers(passage: string): Fact[] {
  return [...passage.matchAll(MEMBER)].flatMap(([, name = '', text, number, word, list]) => {
    const about = plainName(name);
    if (list !== undefined) return [...list.matchAll(STRING)].map(([, one]) => readValue(about, one!));
    if (number !== undefined) return memberOf(about, Number(number));
    if (word !== undefined)
      return word === 'true' ? yes(about) : { text: about, about, saying: 'denied' as const, numbers: [] };
    return readValue(about, text!);
  });
}

function memberOf(about: string, value: number): Fact {
  const unit = unitOfField(about);
  // The sign of an amount tells its direction: banks export a payment of 15,000 as -15000.
  const size = IS_AMOUNT.test(about) ? Math.abs(value) : value;
  const numbers = isNaming(about) ? [] : [{ value: size, ...(unit !== undefined && { unit }) }];
  return { text: '', about, saying: 'said', numbers, isMember: true };
}

const IS_AMOUNT = /(?:^| )amount(?: |$)/i;

const yes = (about: string): Fact => ({ text: about, about, saying: 'said', numbers: [], isYes: true });

/** `isPep` and `is_pep` are the words "is pep". */
const plainName = (name: string): string =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-./]+/g, ' ')
    .trim();

/** At most this many words before a colon are a label. */
const LABEL = /^([\p{L}\p{N}][^:=?!]{0,60}?)\s*(?:[:|]\s+|=\s*)(\S.*)$/u;

/** "The passport was altered: the photo is new" has no label. */
const VERB =
  /\s(?:is|are|was|were|has|have|had|did|does|will|ist|sind|war|waren|hat|haben|wurde|est|sont|était|é|è|sono|era|ha|es|son|fue|fueron|is|zijn|werd|heeft)\s/iu;

function readLine(line: string): Fact[] {
  if (isHeadings(line)) return [{ text: '', about: plainName(line), saying: 'supposed', numbers: [] }];
  // A label without a value states nothing.
  if (/^[^:]{1,60}:$/.test(line)) return [{ text: '', about: line.slice(0, -1), saying: 'supposed', numbers: [] }];
  return line.split(/;(?:\s+|$)/).flatMap(readPart);
}

/** "worker,chemical,gloves_missing,shift": the names of columns, and no value. */
function isHeadings(line: string): boolean {
  const names = line.split(/\s*[;,|\t]\s*/);
  return (
    names.length >= 3 &&
    names.filter((name) => name.includes('_')).length >= 2 &&
    names.every((name) => /^\p{Ll}[\p{Ll}\d]*(?:_[\p{Ll}\d]+)*$/u.test(name))
  );
}

function readPart(part: string): Fact[] {
  const [, label, value] = LABEL.exec(part) ?? [];
  if (label !== undefined && value !== undefined && label.split(/\s+/).length <= 6 && !VERB.test(label))
    return [readValue(plainName(label), value)];
  return part
    .split(/,? (?:but|although|though|however|whereas|aber|jedoch|mais|pero|però|maar) |(?<=\p{L}): (?=\p{L})/iu)
    .flatMap(splitDenials)
    .map((clause) => ({
      text: clause.trim(),
      about: '',
      saying: statementOf(clause),
      numbers: [...numbersOf(clause), ...durationsOf(clause)],
    }));
}

/** "She is 17 and applied without her parents" says one thing and denies another. */
function splitDenials(clause: string): string[] {
  const parts = clause.split(AND_VERB);
  return new Set(parts.map(statementOf)).size > 1 ? parts : [clause];
}

const AND_VERB =
  /,? (?:and|und|et|y|e|en) (?=(?:was|were|is|are|has|have|had|did|does|he|she|it|they|\p{L}{3,}ed|ist|wurde|hat|est|était|fue|è|ha|werd|heeft) )/iu;

function readValue(about: string, given: string): Fact {
  const value = given.trim();
  const bare = value.replace(/[.!]+$/, '');
  if (bare === '' || isUnsettled(bare)) return { text: about, about, saying: 'supposed', numbers: [] };
  const answer = answerOf(bare);
  if (answer !== undefined && bare.split(/\s+/).length <= 3)
    return answer ? yes(about) : { text: about, about, saying: 'denied', numbers: [] };
  const saying = statementOf(value);
  // "Passport: missing" denies the passport.
  if (saying === 'denied' && bare.split(/\s+/).length <= 2) return { text: about, about, saying, numbers: [] };
  const unit = unitOfField(about);
  const numbers = isNaming(about)
    ? []
    : [...numbersOf(value), ...durationsOf(value)].map((one) => ({ ...(unit && { unit }), ...one }));
  return { text: isNumber(bare) ? '' : value, about, saying, numbers };
}

const isNumber = (text: string): boolean => /^[\p{Sc}A-Z]{0,4}\s?-?\d[\d.,' ]*\s?[\p{Sc}A-Z%]{0,4}$/u.test(text);
