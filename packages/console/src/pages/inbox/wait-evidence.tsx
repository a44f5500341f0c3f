import type { Wait } from '@errand/sdk';
import { Card } from '../../design/card.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { ArtifactView } from '../jobs/artifact-view.tsx';
import { JobInputs } from '../jobs/job-inputs.tsx';
import { resourceOf } from '../jobs/read-output.ts';
import { ReferenceView } from '../jobs/reference-view.tsx';
import { useJob } from '../jobs/use-job.ts';

const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** Shows what the question is about: the pages, files and texts that the job refers to, and its inputs. */
export function WaitEvidence({ wait }: { wait: Wait }) {
  const job = useJob(wait.job_id);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {wait.evidence.length > 0 && (
        <Card title="Evidence">
          <ul className="flex flex-col gap-3">
            {wait.evidence.map((one, index) => (
              <li key={one}>
                <details open={index === 0}>
                  <summary className="cursor-pointer break-all">{one.split('/').filter(Boolean).at(-1)}</summary>
                  <Piece jobId={wait.job_id} of={one} />
                </details>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <QueryView query={job}>{(data) => <JobInputs job={data} />}</QueryView>
    </div>
  );
}

function Piece({ jobId, of: one }: { jobId: string; of: string }) {
  const resource = resourceOf(one);
  if (resource !== undefined) return <ReferenceView jobId={jobId} resourceId={resource} />;
  if (isAddress(one)) return <p className="break-all text-muted">{one}</p>;
  return <ArtifactView jobId={jobId} artifactKey={one} />;
}
