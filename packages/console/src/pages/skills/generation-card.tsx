import type { SkillSet } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { errand } from '../../session/client.ts';
import { useJob, useJobProgress } from '../jobs/use-job.ts';

const LOOK_MS = 3_000;

/** Shows a generation that runs, failed, or waits for a decision. */
export function GenerationCard({ set, canWrite }: { set: SkillSet; canWrite: boolean }) {
  const { data } = useRead(keys.skillGeneration(set.id), (options) => errand.skills.generation(set.id, options), {
    refetchInterval: ({ state }) => (state.data?.generation?.status === 'building' ? LOOK_MS : false),
  });
  const generation = data?.generation;
  const dismiss = useChange(
    (runId: string) => errand.skills.cancelGeneration(set.id, runId),
    () => reload(keys.skillGeneration(set.id)),
  );
  const status = generation?.status;
  // The generated files may have been saved as a version of the set.
  useEffect(() => {
    if (status === 'succeeded') void reload(keys.skillSets());
  }, [status]);
  if (!generation) return null;
  const { id, workflow_id: jobId, error } = generation;
  return (
    <div className="mb-4">
      <Card
        title={
          { building: 'Files are being written', succeeded: 'Files were written', failed: 'No files were written' }[
            generation.status
          ]
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          {status === 'building' ? <Stage jobId={jobId} /> : <span className="text-muted">{error}</span>}
          <Link to="/jobs/$id" params={{ id: jobId }} className="text-accent hover:underline">
            Its job
          </Link>
          {status === 'succeeded' && canWrite && (
            <Link
              to="/skills/$id/edit"
              params={{ id: set.id }}
              search={{ job: jobId }}
              className={buttonClass('secondary', 'sm')}
            >
              Look at the files
            </Link>
          )}
          {canWrite && (
            <Button size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate(id)}>
              {status === 'building' ? 'Cancel' : 'Dismiss'}
            </Button>
          )}
        </div>
      </Card>
    </div>
  );
}

/** Shows the job's progress from its stream. */
function Stage({ jobId }: { jobId: string }) {
  useJob(jobId);
  const progress = useJobProgress(jobId);
  const of = typeof progress?.of === 'number' ? ` ${String(progress.reading)} of ${progress.of}` : '';
  return <span role="status">{progress?.stage ? `${String(progress.stage)}${of}` : 'waiting'}…</span>;
}
