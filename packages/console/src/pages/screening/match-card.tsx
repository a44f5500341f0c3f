import type { ScreeningMatch } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { useListName } from './use-list-name.ts';

type MatchCardProps = {
  match: ScreeningMatch;
  onDecide?: (decision: 'true_match' | 'false_positive') => void;
};

/** An entry that may be the subject, and why: each part of the score with its reason. */
export function MatchCard({ match: { entry, matched_name: name, score, parts, decision }, onDecide }: MatchCardProps) {
  const list = useListName(entry.list_id);
  const known = [
    entry.birth_dates.length > 0 && `born ${entry.birth_dates.join(', ')}`,
    entry.countries.join(', '),
    entry.program ?? '',
    ...Object.entries(entry.identifiers).map(([kind, values]) => `${kind} ${values.join(', ')}`),
  ].filter(Boolean);
  return (
    <article aria-label={name} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold text-lg tabular-nums">{score.toFixed(2)}</span>
        <bdi className="font-medium">{name}</bdi>
        {name !== entry.name && (
          <span className="text-muted">
            an alias of <bdi>{entry.name}</bdi>
          </span>
        )}
        {decision === 'true_match' && <Badge tone="danger">true match</Badge>}
        {onDecide && (
          <span className="ml-auto flex gap-2">
            <Button size="sm" aria-label={`False positive: ${name}`} onClick={() => onDecide('false_positive')}>
              False positive…
            </Button>
            {decision !== 'true_match' && (
              <Button size="sm" aria-label={`True match: ${name}`} onClick={() => onDecide('true_match')}>
                True match…
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="text-muted">
        <bdi>{list}</bdi>, entry <bdi>{entry.id}</bdi>
        {known.length > 0 && (
          <>
            {' '}
            · <bdi>{known.join(' · ')}</bdi>
          </>
        )}
      </p>
      <dl className="grid grid-cols-[max-content_max-content_1fr] items-baseline gap-x-3 gap-y-1">
        {parts.map(({ what, score: part, why }) => (
          <div key={what} className="contents">
            <dt>
              <bdi>{what}</bdi>
            </dt>
            <dd className="flex items-center gap-2 tabular-nums">
              <span aria-hidden className="h-1.5 w-16 rounded-sm bg-hover">
                <span
                  className="block h-full rounded-sm bg-control"
                  style={{ width: `${Math.round(Math.max(0, Math.min(1, part)) * 100)}%` }}
                />
              </span>
              {part.toFixed(2)}
            </dd>
            <dd className="text-muted">
              <bdi>{why}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
