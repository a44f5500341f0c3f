import type { Agent, Job } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Card, Facts } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

const origins: Record<string, string> = { api: 'API', ui: 'this console', sql: 'SQL' };
const pathTo = (place: string, id: string): string => `/${place}/${id}`;
const linkClass = 'text-accent hover:underline';

export function JobFacts({ job, agent }: { job: Job; agent: Agent | undefined }) {
  const facts: [string, ReactNode][] = [
    [
      'Agent',
      agent ? (
        <Link key="agent" to={pathTo('agents', agent.id)} className={linkClass}>
          <bdi>{agent.name}</bdi>
        </Link>
      ) : (
        <CopyId key="agent" id={job.agent_id} />
      ),
    ],
    ['Version', <bdi key="version">{job.agent_version_name ?? 'deleted'}</bdi>],
    ['Started from', origins[job.origin] ?? job.origin],
    ['By', job.creator?.display_name ?? 'unknown'],
    ['Created', <RelativeTime key="created" at={job.created_at} />],
    ['Attempts', String(job.attempt)],
    ['Cost', formatCost(job.cost)],
    [
      'Tokens',
      job.input_tokens === null && job.output_tokens === null
        ? 'none counted'
        : `${formatNumber(job.input_tokens ?? 0)} in, ${formatNumber(job.output_tokens ?? 0)} out`,
    ],
    ['Cache', job.cache.reason],
  ];
  if (job.policy_version_id !== null) {
    facts.push(['Policy', <PolicyLink key="policy" versionId={job.policy_version_id} />]);
  }
  if (job.batch_id !== null) {
    facts.push([
      'Batch',
      <Link key="batch" to={pathTo('batches', job.batch_id)} className={linkClass}>
        {shortId(job.batch_id)}
      </Link>,
    ]);
  }
  if (job.retried_from !== null) {
    facts.push([
      'Runs again',
      <Link key="from" to="/jobs/$id" params={{ id: job.retried_from }} className={linkClass}>
        {shortId(job.retried_from)}
      </Link>,
    ]);
  }
  if (job.retried_as.length > 0) {
    facts.push([
      'Run again as',
      <span key="as" className="flex flex-col">
        {job.retried_as.map((id) => (
          <Link key={id} to="/jobs/$id" params={{ id }} className={linkClass}>
            {shortId(id)}
          </Link>
        ))}
      </span>,
    ]);
  }
  return (
    <Card title="Facts">
      <Facts facts={facts} />
    </Card>
  );
}

/** Jobs know only the id of the version; people know names. */
function PolicyLink({ versionId }: { versionId: string }) {
  const { data } = useQuery({
    queryKey: keys.policyVersion(versionId),
    queryFn: ({ signal }) => errand.policyVersions.get(versionId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Link to={pathTo('policies/versions', versionId)} className={linkClass}>
      <bdi>{data ? `${data.policy.name} · ${data.version_name}` : shortId(versionId)}</bdi>
    </Link>
  );
}
