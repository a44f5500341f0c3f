import { type AppliedPolicy, type Classification, classificationsOf, type PolicyContent } from '#policies/model.ts';
import type { Finding } from './findings.ts';

// The verdicts that a policy offers, and the verdict that follows from the findings alone: without a model, or if the
// model's verdict is not valid.

/** Defaults for policies without classifications. */
const DEFAULTS: Classification[] = [
  { name: 'approved', description: 'No red flag is raised.', prompt: '' },
  { name: 'rejected', description: 'A red flag is raised.', prompt: '' },
];

export function verdictsOf(content: PolicyContent): Classification[] {
  const own = classificationsOf(content);
  return own.length > 0 ? own : DEFAULTS;
}

export const verdictNames = (policy: AppliedPolicy): string[] => verdictsOf(policy.content).map(({ name }) => name);

type Tone = 'favourable' | 'adverse' | 'review';

// Order matters, and matches start at a word: "non-compliant" contains "compliant", and "cleared" contains "red".
const TONES: [RegExp, Tone][] = [
  [
    /\bfalse positive|\bno (?:\w+ )?(?:risk|issue|concern|violation|action|flag|hit|match|finding|report|suspicion|filing|sar\b|str\b)/,
    'favourable',
  ],
  [/\b(?:not|nothing|un)[ -]?suspicious|\b(?:not|never) (?:\w+ )?report/, 'favourable'],
  [
    /\bnon ?complian|\b(?:un|dis)(?:safe|accept|approv|allow|clear(?:ed)\b|verified)|\bin(?:eligib|valid)|\b(?:not|never|cannot(?: be)?|without) (?:\w+ )?(?:allow|approv|complian|permit|accept|clear|pass|safe|eligib|valid|let)/,
    'adverse',
  ],
  [
    /\b(?:review|manual|investigat|escalat|unclear|medium|moderate|pending|unknown|undecided|inconclusive|refer(?:red|ral)?\b|hold\b|on hold)/,
    'review',
  ],
  [
    /\b(?:reject|den(?:y|ied|ial)|declin|block|prohibit|violat|suspic|fraud|high|report|sar\b|fail|confirmed|true positive|remov|terminat|adverse|restrict|red\b|refus|ban(?:ned)?\b|stop\b|critical|severe|unlawful|illegal)/,
    'adverse',
  ],
  [
    /\b(?:approv|accept|allow|complian|clear|clean|pass|legit|low\b|dismiss|close|benign|safe|permit|eligib|valid|green\b|ok\b|okay\b|onboard|grant|release|good\b)/,
    'favourable',
  ],
];

function toneOf({ name, description }: Classification): Tone | undefined {
  for (const text of [spoken(name), spoken(description)]) {
    const tone = TONES.find(([pattern]) => pattern.test(text))?.[1];
    if (tone !== undefined) return tone;
  }
}

/** Splits `autoApproved`, `file_sar` and `Non-Compliant` into words. */
const spoken = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s_-]+/g, ' ')
    .toLowerCase();

/**
 * Whether a verdict lets a case through. If no name or description shows it, the first verdict counts as favourable.
 */
export const isFavourable = (verdict: Classification, verdicts: Classification[]): boolean =>
  toneOf(verdict) === 'favourable' || verdict.name === favourableVerdict(verdicts);

/** Whether a verdict certainly stops the case. */
export function isCautious(name: string, verdicts: Classification[]): boolean {
  const verdict = verdicts.find((one) => one.name === name);
  const tone = verdict && toneOf(verdict);
  return tone === 'adverse' || tone === 'review' || name === cautiousVerdict(verdicts);
}

/** Derives the verdict from the findings. Every hit except a green flag speaks against the case. */
export function verdictFromFindings(
  verdicts: Classification[],
  findings: (Pick<Finding, 'hit'> & { rule: Pick<Finding['rule'], 'flag'> })[],
): string {
  const isAdverse = findings.some(({ hit, rule }) => hit && rule.flag !== 'GREEN_FLAG');
  return isAdverse ? pick(verdicts, ['adverse', 'review'], -1) : favourableVerdict(verdicts);
}

/** The verdict if the evidence cannot decide: one that asks for a person, or else one that stops the case. */
export const cautiousVerdict = (verdicts: Classification[]): string => pick(verdicts, ['review', 'adverse'], -1);

/** The verdict that leaves the decision to a person: one marked so, or else one with such a name. */
export const personVerdict = (verdicts: Classification[]): string | undefined =>
  (
    verdicts.find(({ person }) => person) ??
    verdicts.find(({ name }) => /\b(?:review|manual|escalat)/.test(spoken(name)))
  )?.name;

const favourableVerdict = (verdicts: Classification[]): string => pick(verdicts, ['favourable'], 0);

function pick(verdicts: Classification[], tones: Tone[], fallback: 0 | -1): string {
  for (const tone of tones) {
    const found = verdicts.find((one) => toneOf(one) === tone);
    if (found !== undefined) return found.name;
  }
  return verdicts.at(fallback)!.name;
}
