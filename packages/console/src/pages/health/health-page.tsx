import type { Finding, HealthReport } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheck, OctagonX, RotateCw } from 'lucide-react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { Readiness } from './readiness.tsx';
import { writeReport } from './report-text.ts';
import { Workers } from './workers.tsx';

export function HealthPage() {
  const { organization, can, role } = useAccess();
  const isAdmin = role !== undefined && can('admin');
  const report = useRead(keys.health(), (options) => errand.organizations.health(organization!.id, options), {
    enabled: organization !== undefined && isAdmin,
    refetchInterval: 15_000,
  });
  return (
    <>
      <PageHeader
        title="Health"
        description="What works, what does not, and what to do about it."
        actions={
          <Button
            icon={<RotateCw size={14} aria-hidden />}
            busy={report.isFetching}
            disabled={!isAdmin}
            onClick={() => void report.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <div className="flex flex-col gap-5">
        <Readiness />
        {role !== undefined && !isAdmin ? (
          <EmptyState title="More details are for administrators">
            Your role here is {role}. An admin or owner of the organization sees its queue, webhooks and credits, and
            how to fix each problem.
          </EmptyState>
        ) : (
          <QueryView query={report}>{(data) => <Report report={data} />}</QueryView>
        )}
      </div>
    </>
  );
}

function Report({ report }: { report: HealthReport }) {
  const all = [...report.organization, ...(report.installation ?? [])];
  const faults = all.filter(({ ok }) => !ok).length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={faults === 0 ? 'positive' : 'danger'}>
          {faults === 0
            ? 'everything works'
            : faults === 1
              ? '1 thing needs attention'
              : `${faults} things need attention`}
        </Badge>
        <span className="text-muted">
          Version {report.version}, checked <RelativeTime at={report.checked_at} />
        </span>
        <span className="ml-auto inline-flex items-center text-muted">
          Copy diagnostics <CopyButton text={writeReport(report)} label="Copy diagnostics" />
        </span>
      </div>
      <Findings title="This organization" findings={report.organization} />
      {report.installation === null ? (
        <p className="text-muted">Administrators of the first organization also see the machine.</p>
      ) : (
        <Findings title="This installation" findings={report.installation} />
      )}
      {report.workers !== null && <Workers workers={report.workers} />}
    </>
  );
}

const places: Record<string, { to: string; label: string }> = {
  'Open jobs': { to: '/jobs?status=queued,retrying', label: 'Show them' },
  'Recent results': { to: '/jobs?status=failed', label: 'Show failures' },
  Webhooks: { to: '/webhooks', label: 'Open webhooks' },
  Credits: { to: '/usage', label: 'Open usage' },
  'API keys': { to: '/settings?tab=keys', label: 'Open keys' },
};

function Findings({ title, findings }: { title: string; findings: Finding[] }) {
  const sorted = [...findings].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Card title={title}>
      <ul className="flex flex-col">
        {sorted.map((finding) => (
          <li key={finding.name} className="flex items-start gap-3 border-b border-border py-2 last:border-b-0">
            {finding.ok ? (
              <CircleCheck size={16} aria-label="good" className="mt-0.5 shrink-0 text-success" />
            ) : (
              <OctagonX size={16} aria-label="fault" className="mt-0.5 shrink-0 text-failure" />
            )}
            <div className="min-w-0 flex-1">
              <p className="gap-x-3 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)]">
                <strong className="font-medium">{finding.name}</strong>{' '}
                <bdi className="break-words text-muted">{finding.detail}</bdi>
              </p>
              {finding.fix !== null && (
                <p dir="auto" className="mt-1 break-words sm:ml-[calc(9rem+12px)]">
                  <strong className="font-medium">What to do:</strong> {finding.fix}
                </p>
              )}
            </div>
            {!finding.ok && title === 'This organization' && places[finding.name] && (
              <Link to={places[finding.name]!.to} className="shrink-0 text-accent hover:underline">
                {places[finding.name]!.label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
