// Verdicts are words of the policy's author. The tone is guessed from common words; all others are neutral.

export type VerdictTone = 'positive' | 'warning' | 'danger' | 'neutral';

const tones: readonly [VerdictTone, RegExp][] = [
  [
    'warning',
    /\b(review|escalat\w*|refer\w*|unclear|inconclusive|uncertain|manual|medium|pending|insufficient|caution)\b/,
  ],
  ['positive', /\b(no|not|without) (\w+ )?(violations?|issues?|hits?|fraud|risks?|suspicio\w+)\b/],
  ['danger', /\b(not|non|in)[ -]?(compliant|approved|accepted|permitted|allowed)\b/],
  [
    'danger',
    /\b(reject\w*|den(y|ied)|block\w*|prohibit\w*|violat\w*|fraud\w*|suspicious|high|fail\w*|illegal|unacceptable|report|sar)\b/,
  ],
  [
    'positive',
    /\b(approv\w*|accept\w*|compliant|clear\w*|pass\w*|low|legitimate|allow\w*|permitted|ok|genuine|safe)\b/,
  ],
];

export function verdictTone(verdict: string): VerdictTone {
  const words = verdict.toLowerCase().replaceAll('_', ' ');
  return tones.find(([, pattern]) => pattern.test(words))?.[0] ?? 'neutral';
}
