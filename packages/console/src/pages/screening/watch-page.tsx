import type { ScreeningRun, ScreeningWatch, WatchMatch } from '@errand/sdk';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Select } from '../../design/select.tsx';
import { ListPager, PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { MatchCard } from './match-card.tsx';

const crumbs = [{ label: 'Screening', to: '/screening' }];

/** People and companies that are compared again when they or a list change: what is new, changed and gone. */
export function WatchPage() {
  const { id } = useParams({ from: '/shell/screening/watches/$id' });
  const found = useRead(keys.screeningWatch(id), (options) => errand.screeningWatches.get(id, options), {
    refetchInterval: 5_000,
  });
  return (
    <QueryPage query={found} title="Watch" id={id} crumbs={crumbs}>
      {(watch) => <WatchView key={id} watch={watch} />}
    </QueryPage>
  );
}

function WatchView({ watch }: { watch: ScreeningWatch }) {
  const { can } = useAccess();
  const run = useChange(
    () => errand.screeningWatches.run(watch.id, {}),
    () => reload(keys.screeningWatch(watch.id)),
  );
  return (
    <>
      <PageHeader
        title={watch.name}
        id={watch.id}
        crumbs={crumbs}
        badge={watch.running && <Badge tone="accent">comparing</Badge>}
        actions={
          can('analyst') ? (
            <Button variant="primary" busy={run.isPending} disabled={watch.running} onClick={() => run.mutate()}>
              Screen again
            </Button>
          ) : (
            <p className="text-muted text-sm">Screening again needs the role analyst.</p>
          )
        }
      />
      <div className="in-order flex flex-col gap-6">
        <Card>
          <Facts
            facts={[
              ['Subjects', formatNumber(watch.subject_count)],
              ['Open matches', formatNumber(watch.open_matches)],
              ['Threshold', watch.threshold.toFixed(2)],
              [
                'Runs',
                watch.every_hours === null ? 'when a list or a subject changes' : `every ${watch.every_hours} h`,
              ],
              ['Last run', <RelativeTime key="last" at={watch.last_run_at} />],
            ]}
          />
        </Card>
        <Matches watch={watch} />
        <Runs watch={watch} />
      </div>
    </>
  );
}

const states = [
  { value: 'open', label: 'Open' },
  { value: 'suppressed', label: 'False positives' },
  { value: 'gone', label: 'Gone' },
  { value: 'all', label: 'All' },
] as const;
const tones = { new: 'danger', changed: 'warning', gone: 'neutral' } as const;
type Asked = { match: WatchMatch; decision: 'true_match' | 'false_positive' };

function Matches({ watch }: { watch: ScreeningWatch }) {
  const { state = 'open' } = useSearch({ from: '/shell/screening/watches/$id' });
  const navigate = useNavigate({ from: '/screening/watches/$id' });
  const canDecide = useAccess().can('analyst');
  const [asked, setAsked] = useState<Asked>();
  const filter = { watch: watch.id, state };
  const list = useList<WatchMatch>(
    keys.watchMatches(watch.id, filter),
    (paging, options) => errand.screeningWatches.matches({ ...filter, ...paging }, options),
    { keepsScroll: true },
  );
  return (
    <Card
      title="Matches"
      actions={
        <Select
          label="Matches"
          className="w-44!"
          value={state}
          options={states}
          onChange={(next) => void navigate({ search: { state: next }, resetScroll: false })}
        />
      }
    >
      <QueryView query={list.query}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title="No matches">Nobody in the watch is like an entry of its lists.</EmptyState>
          ) : (
            <ul className="flex flex-col gap-6">
              {results.map((match) => (
                <li key={match.id}>
                  <p className="mb-1 flex flex-wrap items-center gap-2 text-muted">
                    <bdi className="font-medium text-text">{match.subject_name}</bdi> <bdi>{match.subject_id}</bdi>
                    <Badge tone={tones[match.change]}>{match.change}</Badge>
                    <RelativeTime at={match.changed_at} />
                    {match.decision === 'false_positive' && <Badge>false positive</Badge>}
                    {match.case_id && (
                      <Link to="/cases/$id" params={{ id: match.case_id }} className="text-accent hover:underline">
                        Its case
                      </Link>
                    )}
                  </p>
                  <MatchCard
                    match={{ ...match, decision: match.decision === 'true_match' ? 'true_match' : null }}
                    {...(canDecide &&
                      match.state === 'open' && { onDecide: (decision) => setAsked({ match, decision }) })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <ListPager list={list} />
      {asked && (
        <FormDialog
          onClose={() => setAsked(undefined)}
          title={asked.decision === 'true_match' ? 'True match' : 'False positive'}
          description={`${asked.match.subject_name} and ${asked.match.matched_name}. Remembered until either side changes.`}
          action="Remember"
          save={(text) =>
            errand.screening.decide({
              subject_key: asked.match.subject_key,
              list_id: asked.match.entry.list_id,
              entry_id: asked.match.entry.id,
              decision: asked.decision,
              reason: text('reason'),
            })
          }
          onSaved={async () => {
            setAsked(undefined);
            await reload(keys.screeningWatch(watch.id));
          }}
        >
          <TextField label="Reason" name="reason" required maxLength={2_000} />
        </FormDialog>
      )}
    </Card>
  );
}

const runTones = { running: 'accent', done: 'positive', failed: 'danger' } as const;
const runColumns: Column<ScreeningRun>[] = [
  { header: 'Begun', at: ({ created_at: at }) => at },
  { header: 'Why', cell: ({ reason }) => reason },
  { header: 'State', cell: ({ state }) => <Badge tone={runTones[state]}>{state}</Badge> },
  { header: 'Subjects', numeric: true, cell: ({ subjects_compared: count }) => formatNumber(count) },
  {
    header: 'Entries',
    numeric: true,
    cell: ({ lists }) => formatNumber(lists.reduce((sum, { entries }) => sum + entries, 0)),
  },
  { header: 'Pairs', numeric: true, from: 'sm', cell: ({ pairs_compared: pairs }) => formatNumber(pairs) },
  { header: 'New', numeric: true, cell: ({ new: count }) => formatNumber(count) },
  { header: 'Changed', numeric: true, cell: ({ changed }) => formatNumber(changed) },
  { header: 'Gone', numeric: true, cell: ({ gone }) => formatNumber(gone) },
  { header: 'Alerts', numeric: true, from: 'sm', cell: ({ alerts_created: made }) => formatNumber(made) },
];

/** What each run compared: only what changed. */
function Runs({ watch }: { watch: ScreeningWatch }) {
  const list = useList<ScreeningRun>(
    keys.watchRuns(watch.id),
    (paging, options) => errand.screeningWatches.runs(watch.id, paging, options),
    { isLocal: true, pageSize: 10, refetchInterval: 5_000 },
  );
  return (
    <Card title="Runs">
      <PagedTable
        label="Runs"
        list={list}
        columns={runColumns}
        empty={<p className="text-muted">Nothing has been compared yet.</p>}
      />
    </Card>
  );
}
