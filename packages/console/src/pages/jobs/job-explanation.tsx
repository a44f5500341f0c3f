import type { Job } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';
import { ExplanationView } from './explanation-view.tsx';

/** Explains the policy's decision in plain words, and lets users contest it. */
export function JobExplanation({ job, canContest }: { job: Job; canContest: boolean }) {
  const [isContesting, setIsContesting] = useState(false);
  const explanation = useQuery({
    queryKey: keys.explanation(job.id),
    queryFn: ({ signal }) => errand.cases.explanation(job.id, { signal }),
    retry: false,
    staleTime: 60_000,
  });
  const contest = useMutation({
    mutationFn: (reason: string) => errand.cases.contest(job.id, { reason }),
    onSuccess() {
      setIsContesting(false);
      showToast('Contested', { description: 'A person will look at the decision. It is in the inbox.' });
    },
  });
  return (
    <Card title="Explanation">
      <QueryView query={explanation} rows={4}>
        {(data) => (
          <div className="flex flex-col gap-3">
            <ExplanationView explanation={data} />
            <div>
              <Button
                disabled={!canContest}
                title={canContest ? undefined : 'This needs the role member.'}
                onClick={() => setIsContesting(true)}
              >
                Contest…
              </Button>
            </div>
          </div>
        )}
      </QueryView>
      <FormDialog
        open={isContesting}
        onClose={() => setIsContesting(false)}
        title="Contest this decision"
        description="A person looks at the job, with your reason and the explanation beside it."
        action="Contest"
        busy={contest.isPending}
        error={contest.error}
        onSubmit={(form) => contest.mutate(String(form.get('reason')).trim())}
      >
        {(problemOf) => (
          <Field label="Why is it wrong?" name="reason" error={problemOf('reason')}>
            <Textarea name="reason" rows={4} required maxLength={5000} />
          </Field>
        )}
      </FormDialog>
    </Card>
  );
}
