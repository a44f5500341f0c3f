import { type Agent, isFinalStatus, type Job } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card, Facts } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';
import { ActorChain } from '../actors/actor-chain.tsx';
import { sumSteps } from './step-rows.ts';

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
    ['By', <ActorChain key="by" actor={job.actor} name={job.creator?.display_name} />],
    ['Created', <RelativeTime key="created" at={job.created_at} />],
    ['Attempts', attemptsOf(job) === 0 ? 'none' : String(attemptsOf(job))],
    ['Cost', costWords(job)],
    [
      'Tokens',
      job.input_tokens === null && job.output_tokens === null
        ? 'none'
        : `${formatNumber(job.input_tokens ?? 0)} in${cachedWords(job)}, ${formatNumber(job.output_tokens ?? 0)} out`,
    ],
    ['Cache', job.cache.reason],
  ];
  if (job.untrusted_content.length > 0) {
    facts.push(['Untrusted content', `read from ${job.untrusted_content.join(', ')}`]);
  }
  if (job.policy_version_id !== null) {
    facts.push(['Policy', <PolicyLink key="policy" versionId={job.policy_version_id} />]);
  }
  if (job.substituted) {
    const {
      model,
      instead_of: named,
      reason,
    } = job.models.findLast((one) => one.succeeded && one.instead_of !== null)!;
    facts.push(['Answered by', `${model}, in place of ${named} (${reason})`]);
  }
  if (job.trace_id !== null) {
    facts.push(['Trace', <Trace key="trace" id={job.trace_id} url={job.trace_url} />]);
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
    facts.push(['Runs again', <Repeat key="from" id={job.retried_from} first={job.retried_from} second={job.id} />]);
  }
  if (job.retried_as.length > 0) {
    facts.push([
      'Run again as',
      <span key="as" className="flex flex-col">
        {job.retried_as.map((id) => (
          <Repeat key={id} id={id} first={job.id} second={id} />
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

/** A job has its cost at its end. Until then, its steps tell what was spent. */
const costWords = ({ cost, steps, status_code: code }: Job): string =>
  isFinalStatus(code) ? formatCost(cost) : `${formatCost(sumSteps(steps).cost)} so far`;

/** A waiting job counts its attempt again once it continues. */
const attemptsOf = ({ attempt, display_status: state }: Job): number => (state === 'waiting' ? attempt + 1 : attempt);

function cachedWords({ steps }: Job): string {
  const cached = steps.reduce((sum, step) => sum + (step.cached_input_tokens ?? 0), 0);
  return cached === 0 ? '' : ` (${formatNumber(cached)} cached)`;
}

/** Links to the trace in the operator's tool, if the server knows one. */
function Trace({ id, url }: { id: string; url: string | null }) {
  if (url === null) return <CopyId id={id} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={linkClass}>
      {id.slice(0, 8)}
    </a>
  );
}

/** Links to the other job, and to the comparison of both. */
function Repeat({ id, first, second }: { id: string; first: string; second: string }) {
  return (
    <span className="flex gap-3">
      <Link to="/jobs/$id" params={{ id }} className={linkClass}>
        {shortId(id)}
      </Link>
      <Link to="/jobs/compare" search={{ a: first, b: second }} className={linkClass}>
        Compare
      </Link>
    </span>
  );
}

/** Shows the name of a policy version, because jobs only have its id. */
function PolicyLink({ versionId }: { versionId: string }) {
  const { data } = useRead(
    keys.policyVersion(versionId),
    (options) => errand.policyVersions.get(versionId, options),
    FOREVER,
  );
  return (
    <Link to={pathTo('policies/versions', versionId)} className={linkClass}>
      <bdi>{data ? `${data.policy.name} · ${data.version_name}` : shortId(versionId)}</bdi>
    </Link>
  );
}
