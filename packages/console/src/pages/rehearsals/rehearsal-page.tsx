import type { Rehearsal } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatNumber, formatPercent } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { saveText } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { isUnderWay, TrialStatus } from '../evaluations/run-status.tsx';
import { FlipTable } from './flip-table.tsx';
import { PolicyVersionName } from './policy-version-name.tsx';
import { RehearsalActions } from './rehearsal-actions.tsx';
import { useRehearsal } from './use-rehearsal.ts';

const PAGE_SIZE = 50;

export function RehearsalPage() {
  const { id, rehearsalId } = useParams({ from: '/shell/policies/$id/rehearsals/$rehearsalId' });
  const rehearsal = useRehearsal(id, rehearsalId);
  const policy = useQuery({ queryKey: keys.policy(id), queryFn: ({ signal }) => errand.policies.get(id, { signal }) });
  const canWrite = useAccess().can('member');
  return (
    <>
      <PageHeader
        title="Rehearsal"
        id={rehearsalId}
        crumbs={[
          { label: 'Policies', to: '/policies' },
          { label: policy.data?.name ?? 'Policy', to: `/policies/${id}` },
        ]}
        badge={rehearsal.data && <TrialStatus trial={rehearsal.data} />}
        actions={rehearsal.data && canWrite && <RehearsalActions rehearsal={rehearsal.data} />}
      />
      {rehearsal.data ? (
        <RehearsalView rehearsal={rehearsal.data} />
      ) : rehearsal.isError ? (
        <ErrorCard error={rehearsal.error} onRetry={() => void rehearsal.refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
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
      <Table label="Verdicts before and after" className="max-w-xl">
        <thead>
          <tr>
            <Th>Verdict</Th>
            <Th numeric>Before</Th>
            <Th numeric>After</Th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <Tr key={name}>
              <Td dir="auto">{name}</Td>
              <Td numeric>{formatNumber(before[name] ?? 0)}</Td>
              <Td numeric>{formatNumber(after[name] ?? 0)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function Flips({ rehearsal }: { rehearsal: Rehearsal }) {
  const { page = 1 } = useSearch({ from: '/shell/policies/$id/rehearsals/$rehearsalId' });
  const navigate = useNavigate({ from: '/policies/$id/rehearsals/$rehearsalId' });
  const save = useMutation({
    mutationFn: async () => {
      const lines = await Array.fromAsync(errand.rehearsals.flips(rehearsal.policy_id, rehearsal.id));
      saveText(lines.map((flip) => `${JSON.stringify(flip)}\n`).join(''), `flips-${rehearsal.id}.jsonl`);
    },
  });
  if (rehearsal.flip_count === 0)
    return (
      <EmptyState title="No verdict flips">
        {isUnderWay(rehearsal) ? 'None so far.' : 'Every case that could be decided again came out the same.'}
      </EmptyState>
    );
  const { flips } = rehearsal;
  return (
    <Section title="Flips">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {flips.length < rehearsal.flip_count && `Showing the first ${formatNumber(flips.length)}.`}
        </p>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          Download all as JSON lines
        </Button>
      </div>
      <FlipTable flips={flips.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        count={flips.length}
        onPage={(next) => void navigate({ search: { page: next } })}
      />
    </Section>
  );
}

const UNDECIDABLE_SHOWN = 200;

const Undecidable = ({ cases }: { cases: Rehearsal['undecidable'] }) => (
  <Section title="Cases that cannot be decided again">
    <Table label="Cases that cannot be decided again">
      <thead>
        <tr>
          <Th>Case</Th>
          <Th>Reason{cases.length > UNDECIDABLE_SHOWN && ` (first ${UNDECIDABLE_SHOWN})`}</Th>
        </tr>
      </thead>
      <tbody>
        {cases.slice(0, UNDECIDABLE_SHOWN).map(({ job_id: id, reason }) => (
          <Tr key={id}>
            <Td>
              <Link to="/jobs/$id" params={{ id }} className="font-mono text-code text-accent hover:underline">
                {shortId(id)}
              </Link>
            </Td>
            <Td>{reason}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  </Section>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
