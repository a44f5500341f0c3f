import type { ReviewStats } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { formatDuration } from '../../design/format.ts';
import { Warnings } from '../../design/warnings.tsx';
import { errand } from '../../session/client.ts';

const reviews = (count: number): string => `${count} ${count === 1 ? 'review' : 'reviews'}`;
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);

/** Shows the results of the reviews of all agents. */
export function ReviewFigures() {
  const { data } = useRead(keys.reviewStats(), (options) => errand.reviews.stats({}, options), {
    refetchInterval: 30_000,
  });
  if (data === undefined || (data.done === 0 && data.open === 0)) return null;
  return (
    <div className="flex flex-col gap-3 px-2 text-xs">
      <Warnings title="Decisions faster than reading" items={data.warnings} />
      <p className="text-muted" data-testid="review figures">
        {data.done === 0 ? `${reviews(data.open)} open, none done yet.` : doneWords(data)}{' '}
        {data.overdue > 0 && <strong className="text-danger">{data.overdue} overdue.</strong>}
      </p>
    </div>
  );
}

function doneWords({ done, agreement, override_rate: corrected, median_seconds: median, second }: ReviewStats): string {
  const each = median === null ? '' : `, ${formatDuration(median * 1_000)} each`;
  const others =
    second.compared === 0 ? '' : ` Second reviewers agreed in ${percent(second.agreement)} of ${second.compared} jobs.`;
  return `${reviews(done)} done: ${percent(agreement)} agreed with the output, ${percent(corrected)} corrected it${each}.${others}`;
}
