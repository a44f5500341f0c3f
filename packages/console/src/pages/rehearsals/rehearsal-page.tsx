import type { Rehearsal } from '@errand/sdk';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber, formatPercent } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { saveText } from '../../json/save-text.ts';
import { JobLink } from '../../lists/links.tsx';
import { useRowsInPages } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { RunPage } from '../runs/run-page.tsx';
import { isUnderWay, RunStatus } from '../runs/run-status.tsx';
import { FlipTable } from './flip-table.tsx';
import { PolicyVersionName } from './policy-version-name.tsx';
import { RehearsalActions } from './rehearsal-actions.tsx';
import { useRehearsal } from './use-rehearsal.ts';

export function RehearsalPage() {
  const { id, rehearsalId } = useParams({ from: '/shell/policies/$id/rehearsals/$rehearsalId' });
  const rehearsal = useRehearsal(id, rehearsalId);
  const policy = useRead(keys.policy(id), (options) => errand.policies.get(id, options));
  const canWrite = useAccess().can('member');
  return (
    <RunPage
      title="Rehearsal"
      id={rehearsalId}
      crumbs={[
        { label: 'Policies', to: '/policies' },
        { label: policy.data?.name ?? 'Policy', to: `/policies/${id}` },
      ]}
      query={rehearsal}
      badge={(found) => <RunStatus run={found} />}
      actions={(found) => canWrite && <RehearsalActions rehearsal={found} />}
    >
      {(found) => <RehearsalView rehearsal={found} />}
    </RunPage>
  );
}

function RehearsalView({ rehearsal }: { rehearsal: Rehearsal }) {
  const decided = rehearsal.flip_count + rehearsal.unchanged;
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <Facts
          facts={[
            [
              'Version',
              <Link
                key="version"
                to="/policies/$id"
                params={{ id: rehearsal.policy_id }}
                search={{ version: rehearsal.version_id }}
                className="text-accent hover:underline"
              >
                <PolicyVersionName id={rehearsal.version_id} />
              </Link>,
            ],
            ['Started', <RelativeTime key="started" at={rehearsal.started_at} />],
            [
              'Cost',
              `${formatCost(rehearsal.cost)}${rehearsal.max_cost === null ? '' : ` of ${formatCost(rehearsal.max_cost)}`}`,
            ],
            ...(rehearsal.reason === null ? [] : [['Why it ended', rehearsal.reason] as [string, string]]),
            [
              'Flips',
              `${formatNumber(rehearsal.flip_count)} of ${formatNumber(decided)} decided cases (${formatPercent(rehearsal.flip_count, decided)})`,
            ],
            ['Cannot be decided again', formatNumber(rehearsal.undecidable.length)],
            ...(rehearsal.gather
              ? [['Evidence gathered anew', `${formatNumber(rehearsal.gathered_count)} cases`] as [string, string]]
              : []),
          ]}
        />
      </Card>
      <Verdicts byVerdict={rehearsal.by_verdict} />
      <Flips rehearsal={rehearsal} />
      {rehearsal.undecidable.length > 0 && <Undecidable cases={rehearsal.undecidable} />}
    </div>
  );
}

function Verdicts({ byVerdict: { before, after } }: { byVerdict: Rehearsal['by_verdict'] }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  if (names.length === 0) return null;
  return (
    <Section title="Verdicts">
      <DataTable
        label="Verdicts before and after"
        className="max-w-xl"
        rows={names}
        rowKey={(name) => name}
        columns={[
          { header: 'Verdict', dir: 'auto', cell: (name) => name },
          { header: 'Before', numeric: true, cell: (name) => formatNumber(before[name] ?? 0) },
          { header: 'After', numeric: true, cell: (name) => formatNumber(after[name] ?? 0) },
        ]}
      />
    </Section>
  );
}

function Flips({ rehearsal }: { rehearsal: Rehearsal }) {
  const list = useRowsInPages(rehearsal.flips, 50);
  const save = useChange(async () => {
    const lines = await Array.fromAsync(errand.rehearsals.flips(rehearsal.policy_id, rehearsal.id));
    saveText(lines.map((flip) => `${JSON.stringify(flip)}\n`).join(''), `flips-${rehearsal.id}.jsonl`);
  });
  if (rehearsal.flip_count === 0)
    return (
      <EmptyState title="No verdict flips">
        {isUnderWay(rehearsal) ? 'None so far.' : 'Every case that could be decided again came out the same.'}
      </EmptyState>
    );
  const shown = rehearsal.flips.length;
  return (
    <Section title="Flips">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{shown < rehearsal.flip_count && `Showing the first ${formatNumber(shown)}.`}</p>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          Download all as JSON lines
        </Button>
      </div>
      <FlipTable flips={list.rows} />
      <Pager {...list} onPage={list.goTo} />
    </Section>
  );
}

const UNDECIDABLE_SHOWN = 200;

const Undecidable = ({ cases }: { cases: Rehearsal['undecidable'] }) => (
  <Section title="Cases that cannot be decided again">
    <DataTable
      label="Cases that cannot be decided again"
      rows={cases.slice(0, UNDECIDABLE_SHOWN)}
      rowKey={({ job_id: id }) => id}
      columns={[
        { header: 'Case', cell: ({ job_id: id }) => <JobLink id={id} /> },
        {
          header: cases.length > UNDECIDABLE_SHOWN ? `Reason (first ${UNDECIDABLE_SHOWN})` : 'Reason',
          cell: (one) => <Reason {...one} />,
        },
      ]}
    />
  </Section>
);

function Reason({ reason, questions }: Rehearsal['undecidable'][number]) {
  if (questions === undefined) return reason;
  return (
    <>
      The case does not hold what this version asks for:
      <ul className="list-disc pl-5">
        {questions.map((question) => (
          <li key={question}>
            <bdi>{question}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
