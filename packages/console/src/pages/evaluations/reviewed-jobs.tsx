import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

type ReviewedJobsProps = {
  agentId: string | null;
  chosen: readonly string[];
  onChange(jobIds: readonly string[]): void;
};

/** Lists the latest hundred decided reviews, one line per job. */
export function ReviewedJobs({ agentId, chosen, onChange }: ReviewedJobsProps) {
  const filter = { state: 'done', page_size: 100, ...(agentId !== null && { agent_id: agentId }) } as const;
  const reviews = useRead(keys.reviewList(filter), (options) => errand.reviews.list(filter, options));
  return (
    <QueryView query={reviews} rows={3}>
      {({ results }) => {
        const jobs = [...new Map(results.map((review) => [review.job_id, review])).values()];
        if (jobs.length === 0) return <p className="text-muted">No jobs of this agent have been reviewed yet.</p>;
        return (
          <fieldset className="flex max-h-72 flex-col gap-1 overflow-y-auto">
            <legend className="mb-1 font-medium">Reviewed jobs</legend>
            <Checkbox
              label={`All ${jobs.length}`}
              checked={chosen.length === jobs.length}
              mixed={chosen.length > 0 && chosen.length < jobs.length}
              onChange={(all) => onChange(all ? jobs.map((one) => one.job_id) : [])}
            />
            {jobs.map(({ job_id: id, decision }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
                label={
                  <>
                    <span className="font-mono text-code">{shortId(id)}</span>{' '}
                    {decision?.agrees ? 'agreed' : 'corrected'} {decision && <RelativeTime at={decision.at} />}
                  </>
                }
              />
            ))}
          </fieldset>
        );
      }}
    </QueryView>
  );
}
