import { countriesIn } from '@errand/baseline/entail/countries.ts';
import { type Fact, readFacts } from '@errand/baseline/entail/facts.ts';
import { keepsLimit, type Limit } from '@errand/baseline/entail/limits.ts';
import { findOpposite } from '@errand/baseline/entail/opposites.ts';
import type { PolicyRule } from '#policies/model.ts';
import { contradicts, denies, type ReadRule, readRule, sharesWords } from './read-rule.ts';

// Whether a quotation says what a rule asks. A rule is a few sentences. A fact supports one of them if it is stated in
// the same way: a denied fact supports only a sentence that denies, and a supposed one only a sentence that supposes.
// What is left is compared with the rule by words and meaning.

type Quoted = { quote: string; path?: string };

export type Entailment = {
  /**
   * What the quotation states, as far as it can support the rule. Names of members and labels are in it only where the
   * value is a yes, or a number beyond the limit of the rule.
   */
  stated: string;
  /** It states the rule by its name, such as `"pep": true`, or by a number beyond its limit. */
  isPlain: boolean;
  /** Another part of the quotation says the opposite. */
  isDisputed: boolean;
  /** Why it cannot support the rule, whatever its words. */
  problem?: string;
};

export function entail(rule: PolicyRule, quotes: Quoted[]): Entailment {
  const facts = quotes.flatMap((quote) => readFacts(withName(quote)));
  const read = readRule(rule);
  const held = facts.filter((fact) => read.sayings.has(fact.saying) && !contradicts(read, fact));
  if (facts.length > 0 && held.length === 0)
    return { stated: '', isPlain: false, isDisputed: false, problem: whyNot(facts) };
  const isDisputed = facts.some((fact) => fact.about === '' && denies(read, fact));
  const { limit } = read;
  const beyond = limit === undefined ? [] : findBeyond(limit, read, held);
  const placed = held.filter((fact) => isNamedCountry(read, fact));
  const stated = held
    .map((fact) => (beyond.includes(fact) || placed.includes(fact) ? `${fact.about} ${fact.text}` : fact.text).trim())
    .filter((text) => text !== '')
    .join('\n');
  const isPlain =
    beyond.length > 0 || placed.length > 0 || held.some((fact) => fact.isYes === true && isNameOf(read, fact.about));
  const opposite = findOpposite(read.said, stated);
  if (opposite !== undefined) return { stated, isPlain: false, isDisputed, problem: opposite };
  if (isElsewhere(read, held)) return { stated, isPlain: false, isDisputed, problem: 'It names another country.' };
  if (limit === undefined || beyond.length > 0) return { stated, isPlain, isDisputed };
  const hasNumber = held.some(({ numbers }) => numbers.length > 0);
  const problem = hasNumber
    ? 'No number in it is beyond the limit of the rule.'
    : 'The rule names a limit, and the quotation has no number.';
  return { stated, isPlain: false, isDisputed, problem };
}

/** A fee or the number of a machine beyond the limit says nothing if the same quotation has the amount that the rule asks for. */
function findBeyond(limit: Limit, read: ReadRule, held: Fact[]): Fact[] {
  const measured = held.filter(({ numbers }) => numbers.length > 0);
  const own = measured.filter((fact) => sharesWords(read, fact));
  const sums = measured.filter(({ about }) => SUM.test(about));
  // A number of nobody knows what is no number of days.
  const others = limit.bound.unit === undefined ? measured : measured.filter(hasUnit);
  // A share is one of something: a sentence about other things has another share.
  if (limit.bound.isPercent && own.length === 0 && measured.some(({ text }) => /\p{L}{4}/u.test(text))) return [];
  const asked = [own, sums].find((facts) => facts.length > 0) ?? others;
  return asked.filter(({ numbers, isMember, about }) =>
    numbers.some((one) => keepsLimit(limit, one, { isMember: isMember === true, isNamed: about !== '' })),
  );
}

const SUM = /(?:^| )(?:amount|sum|total|value)(?: |$)/i;

const hasUnit = ({ numbers }: Fact): boolean => numbers.some(({ unit }) => unit !== undefined);

/** Whether it has a country of the rule under a name that the rule speaks of: "counterparty country: MM". */
const isNamedCountry = (read: ReadRule, fact: Fact): boolean =>
  fact.about !== '' &&
  countriesIn(fact.text, fact.about).some((code) => read.countries.has(code)) &&
  sharesWords(read, { ...fact, text: '' });

/** Whether the rule names countries, and the quotation only others. */
function isElsewhere({ countries }: ReadRule, held: Fact[]): boolean {
  if (countries.size === 0) return false;
  const named = held.flatMap(({ text, about }) => countriesIn(text, about));
  return named.length > 0 && !named.some((code) => countries.has(code));
}

/** Whether a name says in short what the rule is about: an abbreviation that the rule has in capitals. */
const isNameOf = ({ sentences }: ReadRule, name: string): boolean =>
  name.split(/\s+/).some((word) => {
    const short = word.replace(/[^\p{L}]/gu, '').toUpperCase();
    return (
      short.length >= 2 &&
      short.length <= 6 &&
      sentences.some(({ text }) => new RegExp(`(?<!\\p{L})${short}(?!\\p{L})`, 'u').test(text))
    );
  });

/** A value that is quoted by its path alone gets its name back: `true` at `/pep` is `"pep": true`. */
function withName({ quote, path = '' }: Quoted): string {
  const name = /\/([^/]*\D[^/]*)$/.exec(path.trim())?.[1];
  if (name === undefined || quote.includes(':')) return quote;
  const value = quote.trim();
  return `${JSON.stringify(name)}: ${/^(?:true|false|null|-?\d+(?:\.\d+)?|".*")$/s.test(value) ? value : JSON.stringify(value)}`;
}

function whyNot([first]: Fact[]): string {
  if (first!.saying === 'other') return 'It speaks of somebody else.';
  if (first!.saying !== 'supposed') return 'It says the opposite.';
  return 'It says so only as a possibility, or that nobody knows.';
}
