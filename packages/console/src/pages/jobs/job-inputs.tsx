import type { Job } from '@errand/sdk';
import { Badge } from '../../design/badge.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { JsonText, JsonTree } from '../../json/json-tree.tsx';
import { LongText } from '../../json/text-view.tsx';

/** Shows the inputs of the job unchanged. */
export function JobInputs({ job }: { job: Job }) {
  return (
    <div className="flex flex-col gap-5">
      <h2 className="sr-only">Inputs</h2>
      {job.job_inputs.length === 0 && (
        <EmptyState title="No inputs">The agent takes no inputs, or none were given.</EmptyState>
      )}
      {job.job_inputs.map((input) => (
        <div key={input.key} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h3 dir="auto" className="text-lg font-semibold">
              {input.key}
            </h3>
            <Badge>{input.data_type}</Badge>
            {input.value.length < 1_000_000 && <CopyButton text={input.value} label={`Copy input ${input.key}`} />}
          </div>
          {input.description && <p className="text-muted">{input.description}</p>}
          {input.file_name ? (
            <p dir="auto" className="font-medium break-words">
              {input.file_name} <code className="ml-2 font-normal text-muted">{input.value}</code>
            </p>
          ) : /^\s*[[{]/.test(input.value.slice(0, 100)) ? (
            <JsonText text={input.value} label={`Input ${input.key}`} fileName={`${job.id}-${input.key}.json`} />
          ) : (
            <LongText text={input.value} label={`Input ${input.key}`} fileName={`${job.id}-${input.key}.txt`} />
          )}
        </div>
      ))}
      <div className="flex flex-col gap-2">
        <h3 className="text-lg font-semibold">Metadata</h3>
        {Object.keys(job.metadata).length === 0 ? (
          <p className="text-muted">None</p>
        ) : (
          <JsonTree value={job.metadata} label="Metadata" fileName={`${job.id}-metadata.json`} />
        )}
      </div>
    </div>
  );
}
