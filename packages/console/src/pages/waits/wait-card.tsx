import { ErrandError, type Wait } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { readAnswer } from './read-answer.ts';

type WaitCardProps = { wait: Wait; withJob?: boolean /** 1 to 9 choose an option. */; withKeys?: boolean };

/** What a job waits for, and the form to answer it. */
export function WaitCard({ wait, withJob = false, withKeys = false }: WaitCardProps) {
  const isAnswerable = wait.status === 'open' && (wait.kind === 'approval' || wait.kind === 'question');
  return (
    <Card title={<bdi>{wait.title}</bdi>}>
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {wait.requested_by === null ? '' : `Asked by a job of ${wait.requested_by}. `}
          {wait.due_at === null ? (
            'It has no due time.'
          ) : (
            <>
              Due <RelativeTime at={wait.due_at} />.
            </>
          )}
        </p>
        {wait.body !== '' && (
          <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-hover p-3">
            {wait.body}
          </pre>
        )}
        {wait.evidence.length > 0 && (
          <ul aria-label="Evidence" className="list-disc pl-5">
            {wait.evidence.map((one) => (
              <li key={one} className="break-all">
                {one}
              </li>
            ))}
          </ul>
        )}
        {withJob && (
          <Link to="/jobs/$id" params={{ id: wait.job_id }} className="text-accent hover:underline">
            Open the job
          </Link>
        )}
        {isAnswerable && <AnswerForm wait={wait} withKeys={withKeys} />}
        {wait.kind === 'event' && <p>An event named “{wait.event}” answers this.</p>}
      </div>
    </Card>
  );
}

function AnswerForm({ wait, withKeys }: { wait: Wait; withKeys: boolean }) {
  const { can } = useAccess();
  const queryClient = useQueryClient();
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: (answer: unknown) => errand.waits.answer(wait.id, { answer, ...(comment !== '' && { comment }) }),
    async onSuccess() {
      showToast('Answered');
      await queryClient.invalidateQueries({ queryKey: keys.waits() });
      await queryClient.invalidateQueries({ queryKey: keys.job(wait.job_id) });
    },
    onError(error) {
      const fields = error instanceof ErrandError ? Object.values(error.fields).flat() : [];
      setProblem(fields.length > 0 ? fields.join(' ') : error.message);
    },
  });
  const isAllowed = can(wait.assignee_role ?? 'member');
  useShortcuts(
    (withKeys ? (wait.options ?? []) : []).slice(0, 9).map((option, index) => ({
      keys: String(index + 1),
      label: `Answer “${option}”`,
      run: () => isAllowed && !send.isPending && send.mutate(option),
    })),
  );
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const read = readAnswer(wait, String(new FormData(event.currentTarget).get('answer') ?? ''));
    setProblem(read.problem);
    if (read.problem === undefined) send.mutate(read.answer);
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {wait.options === null && (
        <Field
          label="Answer"
          name="answer"
          description={wait.answer_schema === null ? undefined : 'JSON that fits the schema below.'}
        >
          <Textarea name="answer" rows={4} required />
        </Field>
      )}
      {wait.options === null && wait.answer_schema !== null && (
        <pre className="max-h-48 overflow-auto rounded-sm bg-hover p-3">
          {JSON.stringify(wait.answer_schema, null, 2)}
        </pre>
      )}
      <Field label="Comment" optional>
        <Textarea value={comment} onChange={(event) => setComment(event.target.value)} rows={2} />
      </Field>
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {wait.options?.map((option) => (
          <Button key={option} busy={send.isPending} disabled={!isAllowed} onClick={() => send.mutate(option)}>
            {option}
          </Button>
        ))}
        {wait.options === null && (
          <Button type="submit" variant="primary" busy={send.isPending} disabled={!isAllowed}>
            Answer
          </Button>
        )}
      </div>
      {!isAllowed && <p className="text-muted">This needs the role {wait.assignee_role ?? 'member'}.</p>}
    </form>
  );
}
