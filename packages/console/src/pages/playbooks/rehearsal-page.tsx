import type { PlaybookFlip, PlaybookRehearsal } from '@errand/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber, formatPercent } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { useRowsInPages } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { RunPage } from '../runs/run-page.tsx';
import { isUnderWay, RunStatus, untilDone } from '../runs/run-status.tsx';
import { PlaybookVersionName } from './playbook-rehearsals.tsx';

export function PlaybookRehearsalPage() {
  const { id, rehearsalId } = useParams({ from: '/shell/playbooks/$id/rehearsals/$rehearsalId' });
  const canWrite = useAccess().can('admin');
  const playbook = useRead(keys.playbook(id), (options) => errand.playbooks.get(id, options));
  const rehearsal = useRead(
    keys.playbookRehearsal(id, rehearsalId),
    (options) => errand.playbookRehearsals.get(id, rehearsalId, options),
    untilDone,
  );
  const cancel = useChange(
    () => errand.playbookRehearsals.cancel(id, rehearsalId),
    () => reload(keys.playbookRehearsals(id)),
  );
  return (
    <RunPage
      title="Rehearsal"
      id={rehearsalId}
      crumbs={[
        { label: 'Playbooks', to: '/playbooks' },
        { label: playbook.data?.name ?? 'Playbook', to: `/playbooks/${id}` },
      ]}
      query={rehearsal}
      badge={(found) => <RunStatus run={found} />}
      actions={(found) =>
        canWrite &&
        isUnderWay(found) && (
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel rehearsal
          </Button>
        )
      }
    >
      {(found) => <RehearsalView rehearsal={found} />}
    </RunPage>
  );
}

function RehearsalView({ rehearsal }: { rehearsal: PlaybookRehearsal }) {
  const { playbook_id: playbookId, version_id: versionId, cost, max_cost: limit, undecidable } = rehearsal;
  return (
    <div className="in-order flex flex-col gap-5">
      <Card>
        <Facts
          facts={[
            [
              'Version',
              <Link
                key="version"
                to="/playbooks/$id"
                params={{ id: playbookId }}
                search={{ version: versionId }}
                className="text-accent hover:underline"
              >
                <PlaybookVersionName playbookId={playbookId} id={versionId} />
              </Link>,
            ],
            ['Would close alone', formatNumber(rehearsal.closed)],
            [
              'Of these wrong',
              formatNumber(rehearsal.wrong) +
                (rehearsal.closed === 0 ? '' : ` (${formatPercent(rehearsal.wrong, rehearsal.closed)})`),
            ],
            ['Escalated', formatNumber(rehearsal.escalated)],
            ['Left to people', formatNumber(rehearsal.left)],
            ['Cannot be decided', formatNumber(undecidable.length)],
            ['Cost', `${formatCost(cost)}${limit === null ? '' : ` of ${formatCost(limit)}`}`],
            ['Results taken again', formatNumber(rehearsal.reused_jobs)],
            ...(rehearsal.reason === null ? [] : [['Why it ended', rehearsal.reason] as [string, string]]),
          ]}
        />
      </Card>
      <Flips rehearsal={rehearsal} />
      {undecidable.length > 0 && (
        <Card title="Cases that cannot be decided">
          <DataTable
            label="Cases that cannot be decided"
            rows={undecidable.slice(0, 200)}
            rowKey={({ case_id: id }) => id}
            columns={[
              { header: 'Case', cell: ({ case_id: id }) => <CaseLink id={id}>Open</CaseLink> },
              { header: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
        </Card>
      )}
    </div>
  );
}

const kinds: Record<PlaybookFlip['kind'], { word: string; tone: 'danger' | 'positive' | 'neutral' }> = {
  outcome: { word: 'decided otherwise', tone: 'danger' },
  automatic: { word: 'would close alone', tone: 'positive' },
  manual: { word: 'left to people', tone: 'neutral' },
};

const columns: Column<PlaybookFlip>[] = [
  { header: 'Case', cell: ({ case_id: id, number }) => <CaseLink id={id}>{`#${number}`}</CaseLink> },
  { header: 'Change', cell: ({ kind }) => <Badge tone={kinds[kind].tone}>{kinds[kind].word}</Badge> },
  {
    header: 'Before',
    cell: ({ before: { outcome, by } }) => (
      <>
        <bdi>{outcome}</bdi> <span className="text-muted">by {by === 'person' ? 'a person' : 'a playbook'}</span>
      </>
    ),
  },
  {
    header: 'After',
    cell: ({ after: { outcome, by, escalated } }) => (
      <>
        <bdi className="font-medium">{outcome ?? 'no outcome'}</bdi>{' '}
        <span className="text-muted">
          {by === 'person' ? 'left to a person' : 'by the playbook'}
          {escalated && ', escalated'}
        </span>
      </>
    ),
  },
];

function Flips({ rehearsal }: { rehearsal: PlaybookRehearsal }) {
  const list = useRowsInPages(rehearsal.flips, 50);
  if (rehearsal.flips.length === 0)
    return (
      <EmptyState title="Nothing flips">
        {isUnderWay(rehearsal) ? 'Nothing so far.' : 'Every case would end as it was decided.'}
      </EmptyState>
    );
  return (
    <Card title={`Flips (${formatNumber(rehearsal.flips.length)})`}>
      <DataTable label="Flips" rows={list.rows} rowKey={({ case_id: id }) => id} columns={columns} />
      <Pager {...list} onPage={list.goTo} />
    </Card>
  );
}

const CaseLink = ({ id, children }: { id: string; children: string }) => (
  <Link to="/cases/$id" params={{ id }} className="font-medium text-accent hover:underline">
    {children}
  </Link>
);
