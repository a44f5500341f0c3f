import { ErrandError, type Wait } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { controlClass, Field, Input, Textarea } from '../../design/field.tsx';
import { ErrorText } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { type AnswerField, listAnswerFields, readAnswerFields } from './answer-fields.ts';
import { readAnswer } from './read-answer.ts';

/** Edits the answer to a wait: one of its options, the requested members, text or JSON. */
export function AnswerForm({ wait, withKeys }: { wait: Wait; withKeys: boolean }) {
  const { can } = useAccess();
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const fields = wait.options === null ? listAnswerFields(wait.answer_schema) : undefined;
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: (answer: unknown) => errand.waits.answer(wait.id, { answer, ...(comment !== '' && { comment }) }),
    async onSuccess() {
      showToast('Answered');
      await reload(keys.waits());
      await reload(keys.job(wait.job_id));
    },
    onError(error) {
      const told = error instanceof ErrandError ? Object.values(error.fields).flat() : [];
      setProblem(told.length > 0 ? told.join(' ') : error.message);
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
    const form = new FormData(event.currentTarget);
    const textOf = (name: string): string => String(form.get(name) ?? '');
    const read =
      fields === undefined
        ? readAnswer(wait, textOf('answer'))
        : { answer: readAnswerFields(fields, (name) => textOf(`field.${name}`)) };
    setProblem(read.problem);
    if (read.problem === undefined) send.mutate(read.answer);
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {fields?.map((field) => (
        <AnswerInput key={field.name} field={field} />
      ))}
      {wait.options === null && fields === undefined && <WrittenAnswer schema={wait.answer_schema} />}
      <Field label="Comment" optional>
        <Textarea value={comment} onChange={(event) => setComment(event.target.value)} rows={2} />
      </Field>
      <ErrorText>{problem}</ErrorText>
      <div className="flex flex-wrap gap-2">
        {wait.options?.map((option) => (
          <Button key={option} busy={send.isPending} disabled={!isAllowed} onClick={() => send.mutate(option)}>
            <span className="inline-block first-letter:uppercase">{option}</span>
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

function AnswerInput({ field: { name, label, type, choices, required } }: { field: AnswerField }) {
  const given = `field.${name}`;
  return (
    <Field label={<bdi>{label}</bdi>} name={given} optional={!required}>
      {choices !== null ? (
        <select name={given} required={required} aria-label={label} className={`${controlClass} h-8`}>
          {['', ...choices].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : type === 'string' ? (
        <Textarea name={given} rows={2} required={required} />
      ) : (
        <Input type="number" step={type === 'integer' ? 1 : 'any'} required={required} />
      )}
    </Field>
  );
}

function WrittenAnswer({ schema }: { schema: Wait['answer_schema'] }) {
  return (
    <>
      <Field
        label="Answer"
        name="answer"
        description={schema === null ? undefined : 'JSON that fits the schema below.'}
      >
        <Textarea name="answer" rows={4} required />
      </Field>
      {schema !== null && (
        <pre className="max-h-48 overflow-auto rounded-sm bg-hover p-3">{JSON.stringify(schema, null, 2)}</pre>
      )}
    </>
  );
}
