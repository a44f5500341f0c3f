import { type FeedbackBody, type Job, NotFoundError } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { Flag, Scale, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { CorrectionForm } from './correction-form.tsx';
import { verdictOf } from './verdict-of.ts';

/** Records whether a person agrees with the result. A correction has the right verdict and a reason. */
export function JobReview({ job, canReview }: { job: Job; canReview: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const feedback = useRead(keys.feedback(job.id), async (options) => {
    try {
      return await errand.feedback.get(job.id, options);
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  });
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <Scale size={16} aria-hidden />
          Review
        </span>
      }
    >
      <QueryView query={feedback} rows={2}>
        {(given) => (
          <div className="flex flex-col gap-3">
            {given === null ? (
              <p className="text-muted">Nobody has reviewed this result yet.</p>
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                {given.review_status === 'approved' && (
                  <Badge tone="positive">
                    <ThumbsUp size={12} aria-hidden /> agreed
                  </Badge>
                )}
                {given.review_status === 'rejected' && (
                  <Badge tone="warning">
                    <Flag size={12} aria-hidden /> corrected
                  </Badge>
                )}
                {given.corrected_verdict && (
                  <span>
                    {verdictOf(job) && <s className="mr-1.5 text-muted">{verdictOf(job)}</s>}
                    <strong dir="auto">{given.corrected_verdict}</strong>
                  </span>
                )}
                <span className="text-muted">
                  by {given.reviewed_by ?? 'somebody'}, <RelativeTime at={given.reviewed_at} />
                </span>
                <BothReviews jobId={job.id} />
                {given.review_comment && (
                  <p dir="auto" className="basis-full break-words whitespace-pre-wrap">
                    {given.review_comment}
                  </p>
                )}
              </div>
            )}
            {!canReview ? (
              <p className="text-muted">Reviewing needs the role member.</p>
            ) : given === null || isEditing ? (
              <ReviewForm job={job} onDone={() => setIsEditing(false)} />
            ) : (
              <div>
                <Button onClick={() => setIsEditing(true)}>Review again</Button>
              </div>
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}

/** Shows both reviews if two people have reviewed the job. */
function BothReviews({ jobId }: { jobId: string }) {
  const filter = { job_id: jobId, state: 'done', page_size: '20' } as const;
  const { data } = useRead(keys.reviewList(filter), (options) => errand.reviews.list(filter, options));
  const second = data?.results.find(({ round }) => round === 2);
  if (second === undefined) return null;
  return (
    <Link to="/inbox" search={{ review: second.id }} className="text-accent hover:underline">
      Compare both reviews
    </Link>
  );
}

const savedWords = {
  approved: 'Agreed',
  rejected: 'Correction saved',
  pending: 'Saved: it counts once somebody else has looked too',
};

function ReviewForm({ job, onDone }: { job: Job; onDone(): void }) {
  const [comment, setComment] = useState('');
  const [isCorrecting, setIsCorrecting] = useState(false);
  const give = useChange(
    (given: FeedbackBody) => errand.feedback.give(job.id, given),
    async ({ review_status: status }) => {
      showToast(savedWords[status]);
      await Promise.all([reload(keys.feedback(job.id)), reload(keys.job(job.id))]);
      onDone();
    },
  );
  if (isCorrecting)
    return (
      <CorrectionForm
        job={job}
        comment={comment}
        busy={give.isPending}
        onSave={({ comment: words, ...right }) =>
          give.mutate({ matches_ground_truth: false, human_feedback: words, ...right })
        }
        onBack={() => setIsCorrecting(false)}
      />
    );
  return (
    <div className="flex flex-col gap-3">
      <Field label="Comment" optional>
        <Textarea value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={give.isPending}
          icon={<ThumbsUp size={14} aria-hidden />}
          onClick={() => give.mutate({ matches_ground_truth: true, human_feedback: comment.trim() || null })}
        >
          Agree
        </Button>
        <Button icon={<Flag size={14} aria-hidden />} onClick={() => setIsCorrecting(true)}>
          Correct the {verdictOf(job) === undefined ? 'result' : 'verdict'}…
        </Button>
      </div>
    </div>
  );
}
