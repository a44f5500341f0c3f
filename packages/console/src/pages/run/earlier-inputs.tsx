import type { JobListItem } from '@errand/sdk';
import { History } from 'lucide-react';
import { useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { formatRelative } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { errand } from '../../session/client.ts';
import { type RunValues, valuesOf } from './run-values.ts';

const LAST = { page_size: 10 };

/** Restores the inputs of one of the last jobs. */
export function EarlierInputs({ agentId, onValues }: { agentId: string; onValues(values: RunValues): void }) {
  const jobs = useRead(keys.jobList(agentId, LAST), (options) => errand.jobs.ofAgent(agentId, LAST, options));
  // Lists may shorten long inputs, so the job itself is loaded.
  const take = useChange(
    (id: string) => errand.jobs.get(id),
    (job) => onValues(valuesOf(job.job_inputs)),
  );
  const withInputs = (jobs.data?.results ?? []).filter(({ job_inputs: inputs }) => inputs.length > 0);
  if (withInputs.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" busy={take.isPending} icon={<History size={12} aria-hidden />}>
          Inputs of an earlier job
        </Button>
      }
      items={withInputs.map((job) => ({
        label: (
          <span className="flex max-w-96 items-center justify-between gap-4">
            <bdi className="truncate">{summary(job)}</bdi>
            <span className="shrink-0 text-muted">{formatRelative(Date.parse(job.created_at), Date.now())}</span>
          </span>
        ),
        onSelect: () => take.mutate(job.id),
      }))}
    />
  );
}

const summary = ({ job_inputs: inputs }: JobListItem): string =>
  inputs.map(({ value, file_name: name }) => (name ?? value).slice(0, 60)).join(' · ');
