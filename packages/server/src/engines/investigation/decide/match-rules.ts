import { readFacts } from '@errand/baseline/entail/facts.ts';
import { nextTurn } from '#platform/main-thread/next-turn.ts';
import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { similarity } from '../../models/baseline.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { normalize, splitPassages } from '../evidence/passages.ts';
import { entail } from './entail.ts';
import type { Claim } from './findings.ts';
import { wordsOf } from './words.ts';

// Matches rules without a language model: a rule matches if a passage has enough of its words, or is close in meaning
// by sentence embeddings, and states it (entail.ts). The result is the same on every machine and explains itself.

const TITLE_WEIGHT = 3;
const SUB_TITLE_WEIGHT = 2;
/** Long descriptions must not drown the title. */
const DESCRIPTION_WEIGHT_MAX = 4;
const HIT_SCORE = 0.4;

/** Passages with the words of a rule that are tried until one states them. */
const TRIED_MAX = 50;

/** Names of members and labels do not count. Denials do: a rule may ask for one. */
const statedIn = (text: string): string =>
  readFacts(text)
    .map((fact) => fact.text)
    .join('\n');

/** `shareMin`: how much of the rule's words it has to state, so that `"pep": false` beside a name is no PEP. */
function isHeld(rule: PolicyRule, text: string, shareMin = 0): boolean {
  const { stated, problem } = entail(rule, [{ quote: text }]);
  return problem === undefined && stated !== '' && ruleShare(rule, stated) >= shareMin;
}

/** It names what the rule asks for: a number beyond its limit, or one of its countries. */
function isPlainly(rule: PolicyRule, text: string): boolean {
  const { stated, problem, isPlain } = entail(rule, [{ quote: text }]);
  return problem === undefined && isPlain && ruleShare(rule, stated) > 0;
}

/** Innermost objects of JSON over several lines: its lines alone have an amount here and its currency there. */
const findObjects = (text: string): string[] =>
  /^\s*[[{]/.test(text) ? (text.match(/\{[^{}]{2,400}\}/g) ?? []).filter((object) => object.includes('\n')) : [];

const hasMembers = (text: string): boolean => readFacts(text).some(({ isMember }) => isMember === true);

/** `isData`: a row of a table, or members of JSON. What such a passage says is in its numbers and names, not in its words. */
type Passage = { reference: string; text: string; isData: boolean };

/** Returns the best match for each rule, or undefined if the case has no text. */
export async function matchRules(
  context: EngineContext,
  rules: PolicyRule[],
  evidence: Evidence,
): Promise<(Claim | undefined)[]> {
  // Embeddings take seconds, so a later attempt reuses the result. Null stands for undefined, which is not JSON.
  const matched = await context.step('match rules', async () => {
    const passages = listPassages(evidence);
    const claims = await matchWords(rules, passages);
    return (await matchMeanings(context, rules, claims, passages)).map((claim) => claim ?? null);
  });
  return matched.map((claim) => claim ?? undefined);
}

/** Leaves out passages that tell the reader how to decide. They are not facts, and they stop the case anyway. */
function listPassages(evidence: Evidence): Passage[] {
  return evidence.items.flatMap(({ reference, text, facts, orders, source }) =>
    [...splitPassages(text), ...findObjects(text)]
      .filter((passage) => orders.length === 0 || facts.includes(normalize(passage)))
      .map((passage) => ({ reference, text: passage, isData: source === 'tables' || hasMembers(passage) })),
  );
}

/** Unrelated sentences score below 0.4; paraphrases mostly score above this. */
const NEAR = 0.55;
/** Each text takes a few milliseconds to embed. */
const MEANINGS_MAX = 300;

/** Adds a match for rules without a match by words: the passage closest in meaning, if it is close enough. */
async function matchMeanings(
  { signal }: EngineContext,
  rules: PolicyRule[],
  claims: (Claim | undefined)[],
  passages: Passage[],
): Promise<(Claim | undefined)[]> {
  if (passages.length + rules.length > MEANINGS_MAX || passages.length === 0) return claims;
  const texts = passages.map(({ text }) => text);
  const matched = [...claims];
  for (const [index, rule] of rules.entries()) {
    if (claims[index]?.hit) continue;
    const scores = await similarity(`${rule.title}. ${rule.description}`, texts, { signal });
    const best = scores.reduce((top, score, at) => (score > scores[top]! ? at : top), 0);
    if (scores[best]! < NEAR || !isHeld(rule, texts[best]!)) continue;
    matched[index] = {
      hit: true,
      reasoning: `Matched by meaning, not judged by a model: the passage is close to the rule (${scores[best]!.toFixed(2)} of 1).`,
      evidence: [{ reference: passages[best]!.reference, quote: passages[best]!.text }],
    };
  }
  return matched;
}

async function matchWords(rules: PolicyRule[], passages: Passage[]): Promise<(Claim | undefined)[]> {
  const index = indexPassages(passages);
  const claims: (Claim | undefined)[] = [];
  for (const [number, rule] of rules.entries()) {
    claims.push(matchRule(rule, passages, index));
    // A thousand rules on a long case take a while. Let the event loop serve other requests.
    if (number % 5 === 4) await nextTurn();
  }
  return claims;
}

function indexPassages(passages: Passage[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [number, { text }] of passages.entries()) {
    for (const word of new Set(wordsOf(statedIn(text)))) {
      const found = index.get(word);
      if (found) found.push(number);
      else index.set(word, [number]);
    }
  }
  return index;
}

function matchRule(rule: PolicyRule, passages: Passage[], index: Map<string, number[]>): Claim | undefined {
  const weights = weigh(rule);
  const sums = new Float64Array(passages.length);
  for (const [word, weight] of weights.words) {
    for (const number of index.get(word) ?? []) sums[number]! += weight;
  }
  const order = [...sums.keys()].filter((number) => sums[number]! / weights.total >= HIT_SCORE);
  order.sort((one, other) => sums[other]! - sums[one]! || one - other);
  const held =
    order.slice(0, TRIED_MAX).find((number) => isHeld(rule, passages[number]!.text, HIT_SCORE)) ??
    passages.findIndex(({ isData, text }) => isData && isPlainly(rule, text));
  const hit = held >= 0;
  let best = hit ? held : 0;
  for (let number = 1; !hit && number < sums.length; number += 1) {
    // Without any match, show the longest passage.
    const isLonger = passages[number]!.text.length > passages[best]!.text.length;
    if (sums[number]! > sums[best]! || (sums[best] === 0 && sums[number] === 0 && isLonger)) best = number;
  }
  const score = (sums[best] ?? 0) / weights.total;
  const passage = passages[best];
  if (passage === undefined) return undefined;
  const own = new Set(wordsOf(statedIn(passage.text)));
  const matched = [...weights.words.keys()].filter((word) => own.has(word)).slice(0, 8);
  const share = `${Math.round(Math.min(1, score) * 100)} %`;
  return {
    hit,
    reasoning: hit
      ? `Matched by words, not judged by a model: the passage has ${share} of the rule's words (${matched.join(', ')}).`
      : `Matched by words, not judged by a model: no passage has enough of the rule's words. The closest has ${share}.`,
    evidence: [{ reference: passage.reference, quote: passage.text }],
  };
}

/** Returns the weighted share of the rule's words that the text contains, from 0 to 1. */
export function ruleShare(rule: PolicyRule, text: string): number {
  const { words, total } = weigh(rule);
  const own = new Set(wordsOf(text));
  return [...words].reduce((sum, [word, weight]) => sum + (own.has(word) ? weight : 0), 0) / total;
}

/** Returns the words of a rule with their weights. Sub-rules are other ways to hit it and do not raise the total. */
export function weigh(rule: PolicyRule): { words: Map<string, number>; total: number } {
  const words = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) if (!words.has(word)) words.set(word, weight);
  };
  add(rule.title, TITLE_WEIGHT);
  const title = words.size * TITLE_WEIGHT;
  add(rule.description, 1);
  const description = words.size - title / TITLE_WEIGHT;
  for (const sub of rule.subRules) {
    add(sub.title, SUB_TITLE_WEIGHT);
    add(sub.description, 1);
  }
  return { words, total: Math.max(1, title + Math.min(DESCRIPTION_WEIGHT_MAX, description)) };
}
