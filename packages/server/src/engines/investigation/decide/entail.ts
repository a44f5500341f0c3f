import { type Fact, readFacts } from '@errand/baseline/entail/facts.ts';
import { keepsLimit, readLimit } from '@errand/baseline/entail/limits.ts';
import { sayingOf } from '@errand/baseline/language/denial.ts';
import type { PolicyRule } from '#policies/model.ts';

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
  /** Why it cannot support the rule, whatever its words. */
  problem?: string;
};

export function entail(rule: PolicyRule, quotes: Quoted[]): Entailment {
  const facts = quotes.flatMap((quote) => readFacts(withName(quote)));
  const sentences = sentencesOf(rule);
  const sayings = new Set(sentences.map((sentence) => (isOfOthers(sentence) ? 'other' : sayingOf(sentence))));
  // Most sentences of rules only name what they are about.
  sayings.add('said');
  const held = facts.filter(({ saying }) => sayings.has(saying));
  if (facts.length > 0 && held.length === 0) return { stated: '', isPlain: false, problem: whyNot(facts) };
  const limit = sentences.flatMap((sentence) => readLimit(sentence) ?? [])[0];
  const beyond = limit === undefined ? [] : held.filter(({ numbers }) => numbers.some((one) => keepsLimit(limit, one)));
  const stated = held
    .map((fact) => (beyond.includes(fact) ? `${fact.about} ${fact.text}` : fact.text).trim())
    .filter((text) => text !== '')
    .join('\n');
  const isPlain = beyond.length > 0 || held.some((fact) => fact.isYes === true && isNameOf(rule, fact.about));
  if (limit === undefined || beyond.length > 0) return { stated, isPlain };
  const hasNumber = held.some(({ numbers }) => numbers.length > 0);
  const problem = hasNumber
    ? 'No number in it is beyond the limit of the rule.'
    : 'The rule names a limit, and the quotation has no number.';
  return { stated, isPlain: false, problem };
}

/** Whether a name says in short what the rule is about: an abbreviation that the rule has in capitals. */
const isNameOf = (rule: PolicyRule, name: string): boolean =>
  name.split(/\s+/).some((word) => {
    const short = word.replace(/[^\p{L}]/gu, '').toUpperCase();
    return (
      short.length >= 2 &&
      short.length <= 6 &&
      sentencesOf(rule).some((sentence) => new RegExp(`(?<!\\p{L})${short}(?!\\p{L})`, 'u').test(sentence))
    );
  });

/** A value that is quoted by its path alone gets its name back: `true` at `/pep` is `"pep": true`. */
function withName({ quote, path = '' }: Quoted): string {
  const name = /\/([^/]*\D[^/]*)$/.exec(path.trim())?.[1];
  if (name === undefined || quote.includes(':')) return quote;
  const value = quote.trim();
  return `${JSON.stringify(name)}: ${/^(?:true|false|null|-?\d+(?:\.\d+)?|".*")$/s.test(value) ? value : JSON.stringify(value)}`;
}

const sentencesOf = (rule: PolicyRule): string[] =>
  [rule, ...rule.subRules].flatMap(({ title, description }) => [title, ...description.split(/(?<=[.!?;])\s+/)]);

const isOfOthers = (sentence: string): boolean =>
  /\b(?:other|another|third part|some(?:body|one) else)/i.test(sentence);

function whyNot([first]: Fact[]): string {
  if (first!.saying === 'denied') return 'It says the opposite.';
  if (first!.saying === 'other') return 'It speaks of somebody else.';
  return 'It says so only as a possibility, or that nobody knows.';
}
