import { type Classification, classificationsOf, type PolicyContent } from '#policies/model.ts';
import type { Finding } from './findings.ts';

// The verdicts a policy offers, and which of them is meant when nobody but the findings decides: no model, or one whose
// word does not hold.

/** For policies that name none. */
const DEFAULTS: Classification[] = [
  { name: 'approved', description: 'No red flag is raised.', prompt: '' },
  { name: 'rejected', description: 'A red flag is raised.', prompt: '' },
];

export function verdictsOf(content: PolicyContent): Classification[] {
  const own = classificationsOf(content);
  return own.length > 0 ? own : DEFAULTS;
}

type Tone = 'favourable' | 'adverse' | 'review';

// In this order: "non-compliant" holds "compliant", "false positive" holds "positive".
const TONES: [RegExp, Tone][] = [
  [/false[\s_-]?positive|no[\s_-]?(risk|issue|concern|violation|action|flag|hit)/, 'favourable'],
  [
    /non[\s_-]?complian|un(safe|acceptable|approved)|not[\s_-]?(allowed|approved|complian|permitted)|in(eligible|valid)/,
    'adverse',
  ],
  [/review|manual|investigat|escalat|unclear|medium|moderate|pending|unknown|inconclusive|refer|hold/, 'review'],
  [
    /reject|den(y|ied)|declin|block|prohibit|violat|suspic|fraud|high|report|\bsar\b|fail|confirmed|true[\s_-]?positive|remove|terminat|adverse|restrict|red/,
    'adverse',
  ],
  [
    /approv|accept|allow|complian|clear|clean|pass|legit|low|dismiss|close|benign|safe|permit|eligible|valid|green|ok/,
    'favourable',
  ],
];

/** Whether a verdict lets a case through. */
export const isFavourable = (verdict: Classification): boolean => toneOf(verdict) === 'favourable';

function toneOf({ name, description }: Classification): Tone | undefined {
  for (const text of [name.toLowerCase(), description.toLowerCase()]) {
    const tone = TONES.find(([pattern]) => pattern.test(text))?.[1];
    if (tone !== undefined) return tone;
  }
}

/** Red flags that are hit speak against the case. Without words to go by, the first verdict is taken for the best. */
export function verdictFromFindings(verdicts: Classification[], findings: Finding[]): string {
  const isAdverse = findings.some(({ hit, rule }) => hit && rule.flag !== 'GREEN_FLAG');
  return isAdverse ? pick(verdicts, ['adverse', 'review'], -1) : pick(verdicts, ['favourable'], 0);
}

/** What cannot be decided on the evidence is for people to look at, or is not let through. */
export const cautiousVerdict = (verdicts: Classification[]): string => pick(verdicts, ['review', 'adverse'], -1);

function pick(verdicts: Classification[], tones: Tone[], fallback: 0 | -1): string {
  for (const tone of tones) {
    const found = verdicts.find((one) => toneOf(one) === tone);
    if (found !== undefined) return found.name;
  }
  return verdicts.at(fallback)!.name;
}
