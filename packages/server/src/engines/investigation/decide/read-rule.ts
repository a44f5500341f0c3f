import { countriesIn } from '@errand/baseline/entail/countries.ts';
import type { Fact } from '@errand/baseline/entail/facts.ts';
import { type Limit, readLimit } from '@errand/baseline/entail/limits.ts';
import { plainWords } from '@errand/baseline/entail/plain-words.ts';
import { type Statement, statementOf } from '@errand/baseline/entail/statement.ts';
import { splitWords, stem } from '@errand/baseline/language/words.ts';
import type { PolicyRule } from '#policies/model.ts';

// What a rule says, sentence by sentence: in which way, with which words, up to which limit and of which countries.

type Sentence = { text: string; saying: Statement; words: Set<string> };

export type ReadRule = {
  sentences: Sentence[];
  /** The ways in which a fact may speak to support the rule. */
  sayings: Set<Statement>;
  limit: Limit | undefined;
  /** What it does not deny. */
  said: string;
  /** Codes of the countries that it names, unless as examples or exceptions. */
  countries: Set<string>;
};

/** Rows of tables are compared with the same rules by the thousand. */
const known = new WeakMap<PolicyRule, ReadRule>();

export function readRule(rule: PolicyRule): ReadRule {
  const before = known.get(rule);
  if (before !== undefined) return before;
  const sentences = [rule, ...rule.subRules]
    .flatMap(({ title, description }) => [title, ...description.split(/(?<=[.!?;])\s+/)])
    .flatMap((sentence) => splitDenials(plainWords(sentence)))
    .map((text) => ({ text, saying: sayingOfRule(text), words: wordsIn(text) }));
  const all = sentences.map(({ text }) => text).join('\n');
  const said = sentences.filter(({ saying }) => saying !== 'denied').map(({ text }) => text);
  const read: ReadRule = {
    sentences,
    // Most sentences of rules only name what they are about.
    sayings: new Set<Statement>([
      ...sentences.map(({ saying }) => saying),
      'said',
      ...(UNKNOWN.test(all) ? (['supposed'] as const) : []),
    ]),
    limit: sentences.flatMap(({ text }) => readLimit(text) ?? [])[0],
    said: said.join('\n'),
    countries: new Set(IS_OPEN_LIST.test(all) ? [] : countriesIn(all)),
  };
  known.set(rule, read);
  return read;
}

/** "Ships from suppliers and holds no stock" says one thing and denies another. */
function splitDenials(sentence: string): string[] {
  const clauses = sentence.split(/,? (?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar) /iu);
  return new Set(clauses.map(statementOf)).size > 1 ? clauses : [sentence];
}

const IS_OPEN_LIST =
  /\b(?:other than|outside|except|excluding|unless|not|such as|for example|for instance|e\.g\.|like)/i;

/** What a rule asks for may be that nobody knows. */
const UNKNOWN =
  /(?<![\p{L}])(?:unknown|not known|unclear|undetermined|unbekannt\w*|inconnue?s?|desconocid[oa]s?|sconosciut[oa]|onbekend)(?![\p{L}])/iu;

function sayingOfRule(text: string): Statement {
  if (isOfOthers(text)) return 'other';
  return UNKNOWN.test(text) ? 'denied' : statementOf(text);
}

const isOfOthers = (sentence: string): boolean =>
  /\b(?:other|another|third part|some(?:body|one) else|famil|relative|spouse|associate|angehörig|verwandt|proche|allegat|congiunt)/i.test(
    sentence,
  );

const EMPTY = new Set(
  'the and for with was were has have had are is be been being that this these those from than more less over under into onto its his her their not no nor any all who which when where what'.split(
    ' ',
  ),
);

const wordsIn = (text: string): Set<string> =>
  new Set(
    // "No" is read as the short form of "number".
    splitWords(text.replaceAll(/\bno\b(?!\.)/gi, ' '))
      .filter((word) => word.length > 2 && !EMPTY.has(word) && !/^\d/.test(word))
      .map(stem),
  );

const countShared = (sentence: Sentence, words: Set<string>): number =>
  [...words].filter((word) => sentence.words.has(word)).length;

export function sharesWords({ sentences }: ReadRule, { text, about }: Fact): boolean {
  const words = wordsIn(`${about} ${text}`);
  return sentences.some((sentence) => countShared(sentence, words) > 0);
}

/** Whether a denied fact says the opposite of the rule in words that cannot be meant otherwise. */
export const denies = (read: ReadRule, fact: Fact): boolean =>
  fact.saying === 'denied' &&
  contradicts(read, fact) &&
  read.sentences.some((sentence) => countShared(sentence, wordsIn(fact.text)) >= 2);

/** A fact that says this share of the words of a sentence that denies them says its opposite. */
const OPPOSITE_MIN = 0.6;

/**
 * Whether a fact says the opposite of the sentence that speaks of the same: "40 employees and an office" beside "no
 * employees and no office". A rule may say one thing and deny another.
 */
export function contradicts({ sentences }: ReadRule, { saying, text, about, isYes }: Fact): boolean {
  const words = wordsIn(`${about} ${text}`);
  const most = (wanted: Statement): number =>
    Math.max(0, ...sentences.filter((one) => one.saying === wanted).map((one) => countShared(one, words)));
  if (saying === 'denied') return most('said') > most('denied');
  if (saying !== 'said') return false;
  const said = most('said');
  return sentences.some((sentence) => {
    const shared = countShared(sentence, words);
    if (sentence.saying !== 'denied' || shared <= said) return false;
    if (isYes === true) return statementOf(about) !== 'denied' && shared * 2 >= words.size;
    return shared >= 2 && shared >= sentence.words.size * OPPOSITE_MIN;
  });
}
