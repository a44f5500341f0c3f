import type { JobErrors } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatMoment, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';
import { sinceChoices, sinceMs } from './job-search.ts';

/** Groups failures by cause: how many, since when, what to do, and the jobs themselves. */
export function ErrorsPage() {
  const { since = '7d' } = useSearch({ from: '/shell/jobs/errors' });
  const navigate = useNavigate({ from: '/jobs/errors' });
  const groups = useRead(
    keys.jobErrors(since),
    (options) => errand.jobs.errors({ created_from: new Date(Date.now() - sinceMs(since)).toISOString() }, options),
    { refetchInterval: 30_000 },
  );
  return (
    <>
      <PageHeader
        title="Errors"
        crumbs={[{ label: 'Jobs', to: '/jobs' }]}
        description="Failures grouped by cause, most frequent first."
        actions={
          <Select
            label="Time"
            className="w-40!"
            value={since}
            options={Object.entries(sinceChoices).map(([value, label]) => ({ value, label }))}
            onChange={(next: string) => void navigate({ search: { since: next } })}
          />
        }
      />
      <QueryView query={groups}>
        {({ results, searched_to: searchedTo }) => (
          <>
            {searchedTo !== null && (
              <p className="mb-3 text-muted">Jobs before {formatMoment(searchedTo)} are archived and not counted.</p>
            )}
            {results.length === 0 ? (
              <EmptyState title="No job failed">
                Every job that ended in this period succeeded or was cancelled.
              </EmptyState>
            ) : (
              <DataTable
                label="Errors by cause"
                rows={results}
                rowKey={(group) => group.code}
                rowClass="align-top [&>td]:py-2"
                columns={[
                  {
                    header: 'Cause',
                    className: 'min-w-56',
                    cell: (group) => (
                      <>
                        <Causes group={group} />
                        <a
                          href={`/docs/errors/${group.code}/`}
                          className="font-mono text-code text-muted hover:underline"
                        >
                          {group.code}
                        </a>
                      </>
                    ),
                  },
                  {
                    header: 'Jobs',
                    numeric: true,
                    cell: (group) => (
                      <Link
                        to="/jobs"
                        search={{ q: `error:${group.code}`, since }}
                        className="text-accent hover:underline"
                        aria-label={`${group.count} jobs with ${group.code}`}
                      >
                        {group.complete ? '' : 'more than '}
                        {formatNumber(group.count)}
                      </Link>
                    ),
                  },
                  { header: 'First seen', from: 'lg', at: (group) => group.first_seen },
                  { header: 'Last seen', at: (group) => group.last_seen },
                  {
                    header: 'Agents',
                    className: 'min-w-32 py-1.5',
                    cell: (group) => <Agents group={group} since={since} />,
                  },
                  {
                    header: 'What to do',
                    className: 'min-w-48 py-1.5 max-sm:col-span-2',
                    cell: ({ remedy, causes }) =>
                      causes.some((one) => one.remedy !== remedy) ? 'See each cause.' : remedy,
                  },
                ]}
              />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

type Group = JobErrors['results'][number];

/** Shows the cause from the error catalogue, then the messages by shape, step and model, each with what to do. */
function Causes({ group: { cause, count, causes, remedy } }: { group: Group }) {
  const told = causes.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <p className="font-medium">{cause}</p>
      <ul className="my-1 flex flex-col gap-1.5">
        {causes.map((one) => (
          <li key={one.last_job_id}>
            <span className="mr-1.5 tabular-nums">{formatNumber(one.count)} ×</span>
            <Link to="/jobs/$id" params={{ id: one.last_job_id }} dir="auto" className="text-accent hover:underline">
              {one.message}
            </Link>
            {(one.step ?? one.model) !== null && (
              <span className="block text-xs text-muted">
                {[one.step && `at ${one.step}`, one.model].filter(Boolean).join(', ')}
              </span>
            )}
            {one.remedy !== remedy && <span className="block">{one.remedy}</span>}
          </li>
        ))}
      </ul>
      {told < count && <p className="text-xs text-muted">The most frequent causes of the newest failures.</p>}
    </>
  );
}

/** Lists at most five agents, the most affected first. */
function Agents({ group: { code, agents, count, complete }, since }: { group: Group; since: string }) {
  const others = count - agents.reduce((sum, agent) => sum + agent.count, 0);
  return (
    <ul>
      {agents.map(({ agent_id: id, agent_name: name, count: times }) => (
        <li key={id}>
          <Link to="/jobs" search={{ q: `error:${code}`, agent: id, since }} className="hover:underline">
            <bdi>{name}</bdi> <span className="text-muted tabular-nums">{formatNumber(times)}</span>
          </Link>
        </li>
      ))}
      {others > 0 && (
        <li className="text-muted">
          {complete ? '' : 'more than '}
          {formatNumber(others)} of other agents
        </li>
      )}
    </ul>
  );
}
