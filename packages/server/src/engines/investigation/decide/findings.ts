import type { PolicyRule } from '#policies/model.ts';
import type { ReadKnowledge } from '../../engine/frozen.ts';
import type { JsonSchema } from '../../engine/model-call.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isQuoteOfValue, looksLikeJson, plainJson, valueAt } from '../evidence/json-quotes.ts';
import { cleanModelText } from '../evidence/model-text.ts';
import { isQuotedFrom, isWholeFact, normalize } from '../evidence/passages.ts';
import { type Citation, findCitationProblems, readCitations } from '../knowledge/citations.ts';
import { entail } from './entail.ts';

// The evidence contract: every rule has a finding, every cited reference exists, and every quotation is in its source.
// A finding that breaks the contract is repaired or marked as unsupported, never passed on unchecked.

/** `path` is where the quoted value is in JSON or a table. */
export type Quote = { reference: string; quote: string; path?: string };

export const quotesSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      reference: { type: 'string' },
      quote: { type: 'string' },
      path: {
        type: 'string',
        description: 'For a value of JSON or a table: its JSON pointer, or its row such as row 12.',
      },
    },
    required: ['reference', 'quote'],
  },
};

/** A finding before it is checked. */
export type Claim = {
  hit: boolean;
  reasoning: string;
  evidence: Quote[];
  /** Ids of entries of the knowledge base. */
  knowledge?: string[];
};

export type Finding = {
  rule: PolicyRule;
  hit: boolean;
  reasoning: string;
  quotes: Quote[];
  /** The entries of the knowledge base that it rests on. Undefined if the agent has no knowledge base. */
  citations?: Citation[];
  /** Why the finding is not valid. Empty if it is valid. */
  unsupported: string[];
  /** How the quotations of a model's hit say what its rule asks: in its words or numbers, or only something alike. */
  support?: 'stated' | 'likeness';
};

const REASONING_CHARACTERS_MAX = 5_000;
const QUOTES_MAX = 20;

/**
 * Returns one sentence per problem. `contrary` is a passage that matches the rule. A finding that says the rule is not
 * hit must address it.
 */
export function findClaimProblems(
  claim: Claim | undefined,
  evidence: Evidence,
  {
    rule,
    contrary,
    knowledge,
  }: { rule?: PolicyRule; contrary?: Quote | undefined; knowledge?: ReadKnowledge | undefined } = {},
): string[] {
  if (claim === undefined) return ['There is no finding for this rule.'];
  const problems: string[] = [];
  if (claim.reasoning.trim() === '') problems.push('There is no reasoning.');
  if (claim.evidence.length === 0) problems.push('No evidence is cited.');
  for (const quote of claim.evidence.slice(0, QUOTES_MAX)) {
    const problem = findQuoteProblem(quote, evidence);
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length === 0 && claim.hit && rule !== undefined) {
    const { problem } = entail(rule, claim.evidence);
    if (problem !== undefined) problems.push(`${show(claim.evidence[0]!.quote)} does not support the rule. ${problem}`);
  }
  if (contrary !== undefined && !claim.hit && !claim.evidence.some((quote) => overlaps(quote, contrary)))
    problems.push(
      `It passes over ${show(contrary.quote)} of ${contrary.reference}; quote that and say why it is no hit.`,
    );
  if (knowledge !== undefined) problems.push(...findCitationProblems(knowledge, claim.knowledge));
  return problems;
}

export function findQuoteProblem({ reference, quote, path }: Quote, evidence: Evidence): string | undefined {
  const item = evidence.find(reference);
  if (item === undefined) return `There is no evidence ${JSON.stringify(reference.slice(0, 40))}.`;
  const passage = normalize(quote);
  if (path !== undefined && path.trim() !== '' && looksLikeJson(item.text)) {
    const value = valueAt(item.text, path);
    if (value !== undefined && isQuoteOfValue(quote, value)) return undefined;
    if (value !== undefined) return `${item.reference} does not say ${show(quote)} at ${show(path)}.`;
  }
  if (passage === '') return item.image === undefined ? `Nothing of ${item.reference} is quoted.` : undefined;
  if (isQuotedAsJson(passage, item.text, item.facts)) return undefined;
  if (isWholeFact(passage, item.text) && item.facts.includes(passage)) return undefined;
  if (!isQuotedFrom(passage, item.normalized)) return `${item.reference} does not say ${show(quote)}.`;
  if (!isQuotedFrom(passage, item.facts))
    return `${show(quote)} of ${item.reference} tells how to decide; it is no fact of the case.`;
}

/** JSON has the same meaning with other whitespace and number formats. */
const isQuotedAsJson = (passage: string, text: string, facts: string): boolean =>
  looksLikeJson(text) &&
  /[:{[]/.test(passage) &&
  (isQuotedFrom(plainJson(passage), plainJson(facts)) || isMemberOf(plainJson(passage), plainJson(facts)));

/** A whole member, such as `"pep":true`, says something however short it is. */
const isMemberOf = (passage: string, facts: string): boolean =>
  /^"[^"]+":(?:"[^"]*"|true|false|-?\d[\d.e+-]*)$/.test(passage) &&
  [',', '}'].some((end) => facts.includes(`${passage}${end}`));

function overlaps(one: Quote, other: Quote): boolean {
  if (one.reference.replaceAll('$', '').trim() !== other.reference.replaceAll('$', '')) return false;
  const [given, wanted] = [normalize(one.quote), normalize(other.quote)];
  return given !== '' && (given.includes(wanted) || wanted.includes(given));
}

/** Turns a claim into a finding. An invalid claim becomes a finding that is not hit, cites nothing and says why. */
export function toFinding(
  rule: PolicyRule,
  claim: Claim | undefined,
  problems: string[],
  { evidence, knowledge }: { evidence: Evidence; knowledge?: ReadKnowledge | undefined },
): Finding {
  if (claim === undefined || problems.length > 0) {
    const reasoning = `Unsupported: ${problems.join(' ')}`.slice(0, REASONING_CHARACTERS_MAX);
    return { rule, hit: false, reasoning, quotes: [], ...(knowledge && { citations: [] }), unsupported: problems };
  }
  const quotes = claim.evidence.slice(0, QUOTES_MAX).map(({ reference, quote, path }) => ({
    reference: evidence.find(reference)!.reference,
    quote: quote.slice(0, 2_000),
    ...(path?.trim() && { path: path.trim().slice(0, 500) }),
  }));
  return {
    rule,
    hit: claim.hit,
    reasoning: cleanModelText(claim.reasoning, evidence),
    quotes,
    ...(knowledge && { citations: readCitations(knowledge, claim.knowledge) }),
    unsupported: [],
  };
}

export const referencesOf = (finding: Finding): string[] => [
  ...new Set(finding.quotes.map(({ reference }) => reference)),
];

const show = (quote: string): string => JSON.stringify(quote.length > 120 ? `${quote.slice(0, 117)}…` : quote);
