import type { Job } from '@errand/sdk';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { ExplanationView } from './explanation-view.tsx';

/** Explains the policy's decision in plain words, and lets users contest it. */
export function JobExplanation({ job, canContest }: { job: Job; canContest: boolean }) {
  const [isContesting, setIsContesting] = useState(false);
  const explanation = useRead(keys.explanation(job.id), (options) => errand.cases.explanation(job.id, options), {
    retry: false,
    staleTime: 60_000,
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
        save={(text) => errand.cases.contest(job.id, { reason: text('reason') })}
        onSaved={() => {
          setIsContesting(false);
          showToast('Contested', { description: 'A person will look at the decision. It is in the inbox.' });
        }}
      >
        <Field label="Why is it wrong?" name="reason">
          <Textarea name="reason" rows={4} required maxLength={5000} />
        </Field>
      </FormDialog>
    </Card>
  );
}
