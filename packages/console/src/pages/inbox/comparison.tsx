import type { ReviewComparison, ReviewTask } from '@errand/sdk';
import { Flag, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatDuration } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { VerdictBadge } from '../../design/verdict-badge.tsx';
import { errand } from '../../session/client.ts';
import { fieldWords } from '../jobs/trust-words.ts';

type ComparisonProps = { reviewId: string; onField?: ((field: string) => void) | undefined };

/** Shows the reviews of a job side by side, and where they differ. */
export function Comparison({ reviewId, onField }: ComparisonProps) {
  const query = useRead(keys.comparison(reviewId), (options) => errand.reviews.compare(reviewId, options));
  return (
    <QueryView query={query} rows={4}>
      {(data) => (
        <Card title={titleOf(data)}>
          <div className="flex flex-col gap-4">
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {data.reviews.map((task) => (
                <Opinion key={task.id} task={task} said={data.verdict} alone={data.reviews.length === 1} />
              ))}
            </div>
            {data.differences.length > 0 && <Differences comparison={data} onField={onField} />}
          </div>
        </Card>
      )}
    </QueryView>
  );
}

const titleOf = ({ same, reviews }: ReviewComparison): string =>
  reviews.length === 1
    ? 'Review'
    : same === null
      ? 'Two reviews'
      : same
        ? 'Both reviewers say the same'
        : 'The reviewers disagree';

function Opinion({ task, said, alone }: { task: ReviewTask; said: string | null; alone: boolean }) {
  const { decision } = task;
  const name = alone ? 'Review' : task.round === 1 ? 'First review' : 'Second review';
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2 rounded-sm border border-border p-3">
      <h3 className="font-medium">{name}</h3>
      {decision === null ? (
        <p className="text-muted">
          {task.state === 'done' || task.state === 'disputed'
            ? 'Decided. You see it once the second review is done.'
            : 'Still to be decided.'}
        </p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={decision.agrees ? 'positive' : 'warning'}>
              {decision.agrees ? <ThumbsUp size={12} aria-hidden /> : <Flag size={12} aria-hidden />}
              {decision.agrees ? 'agrees' : 'corrects'}
            </Badge>
            {said !== null && <VerdictBadge verdict={decision.corrected_verdict ?? said} />}
          </p>
          {decision.comment !== '' && (
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {decision.comment}
            </p>
          )}
          <p className="text-xs break-words text-muted">
            {decision.by}, <RelativeTime at={decision.at} />
            {decision.seconds_spent !== null && `, after ${formatDuration(decision.seconds_spent * 1_000)}`}
          </p>
        </>
      )}
    </section>
  );
}

type DifferencesProps = { comparison: ReviewComparison; onField: ((field: string) => void) | undefined };

function Differences({ comparison: { differences, reviews }, onField }: DifferencesProps) {
  const [first = 'First', second = 'Second'] = reviews.map(({ decision }) => decision?.by);
  return (
    <DataTable
      label="Differences"
      rows={differences}
      rowKey={({ field }) => field}
      columns={[
        {
          header: 'Field',
          cell: ({ field }) =>
            onField !== undefined && field.startsWith('/') ? (
              <button
                type="button"
                className="min-h-6 text-left text-accent hover:underline"
                onClick={() => onField(field)}
              >
                {fieldWords(field)}
              </button>
            ) : field === 'agrees' ? (
              'agrees with the output'
            ) : (
              fieldWords(field)
            ),
        },
        {
          header: 'Output',
          cell: ({ field, output }) => (field === 'agrees' ? '' : <Value field={field} value={output} />),
        },
        { header: first, cell: ({ field, first: one }) => <Value field={field} value={one} /> },
        {
          header: second,
          cell: ({ field, second: other }) => <Value field={field} value={other} />,
        },
      ]}
    />
  );
}

function Value({ field, value }: { field: string; value: unknown }): ReactNode {
  if (field === 'agrees') return value ? 'yes' : 'no';
  if (field === 'verdict' && typeof value === 'string') return <VerdictBadge verdict={value} />;
  if (value === null || value === undefined) return <span className="text-muted">none</span>;
  return (
    <bdi className="break-words whitespace-pre-wrap">{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
  );
}
