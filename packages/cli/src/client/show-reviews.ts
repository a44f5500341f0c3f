import type { ReviewComparison, ReviewStats } from '@errand/sdk';
import { done, table } from '../terminal/text.ts';

export function describeComparison({ verdict, reviews, same, differences }: ReviewComparison): string {
  const heads = ['first', 'second'].map((name, index) => reviews[index]?.decision?.by ?? name);
  const facts = done(sameWords(same), {
    ...(verdict !== null && { verdict }),
    ...Object.fromEntries(reviews.map(({ decision }, index) => [heads[index]!, decision?.comment || '–'])),
  });
  if (differences.length === 0) return facts;
  const rows = differences.map((one) => [one.field, ...[one.output, one.first, one.second].map(valueText)]);
  return [facts, '', table(['FIELD', 'OUTPUT', ...heads.map((name) => name.toUpperCase())], rows)].join('\n');
}

const sameWords = (same: boolean | null): string =>
  same === null ? 'There are not two answers to compare yet.' : same ? 'Both say the same.' : 'They disagree.';
const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

export function describeStats(stats: ReviewStats): string {
  const facts = done(`${stats.done} reviews done, ${stats.open} open, ${stats.overdue} overdue.`, {
    agreement: percent(stats.agreement),
    overrides: percent(stats.override_rate),
    'median seconds': stats.median_seconds === null ? '–' : String(stats.median_seconds),
    'second reviews agree': percent(stats.second.agreement),
    disputed: String(stats.disputed),
    kappa: describeKappa(stats.kappa),
  });
  const rows = Object.entries(stats.by_reviewer).map(([name, one]) => [
    name,
    String(one.done),
    percent(one.agreement),
    String(one.hurried),
  ]);
  const reviewers = rows.length === 0 ? [] : ['', table(['REVIEWER', 'DONE', 'AGREES', 'HURRIED'], rows)];
  return [facts, ...reviewers, ...stats.warnings.map((warning) => `Warning: ${warning}`)].join('\n');
}

const describeKappa = ({ value, low, high, n }: ReviewStats['kappa']): string =>
  value === null ? `– (of ${n})` : `${value.toFixed(2)} (${low!.toFixed(2)} to ${high!.toFixed(2)}, of ${n})`;

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);
