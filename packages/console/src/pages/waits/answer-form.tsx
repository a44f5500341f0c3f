import { ErrandError, type Wait } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { forgetKept, useKept } from '../../data/kept.ts';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { controlClass, Field, Input, Textarea } from '../../design/field.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { ErrorText } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { draftName } from '../../session/outbox.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { type AnswerField, listAnswerFields, readAnswerFields } from './answer-fields.ts';
import { readAnswer } from './read-answer.ts';

export type GivenAnswer = { answer: unknown; comment?: string };
type AnswerFormProps = {
  wait: Wait;
  withKeys: boolean;
  /** Takes the answer instead of sending it at once. */
  onAnswer?: ((given: GivenAnswer) => void) | undefined;
};

/** Edits the answer to a wait: one of its options, the requested members, text or JSON. */
export function AnswerForm({ wait, withKeys, onAnswer }: AnswerFormProps) {
  const { can } = useAccess();
  const [typed, setTyped] = useKept<Record<string, string>>(draftName(wait.id), {});
  const [kept] = useState(typed);
  const [problem, setProblem] = useState<string>();
  const fields = wait.options === null ? listAnswerFields(wait.answer_schema) : undefined;
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: (given: GivenAnswer) => errand.waits.answer(wait.id, given),
    async onSuccess() {
      forgetKept(draftName(wait.id));
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
  const give = (answer: unknown): void => {
    if (!isAllowed || send.isPending) return;
    const { comment = '' } = typed;
    (onAnswer ?? send.mutate)({ answer, ...(comment !== '' && { comment }) });
  };
  const form = useRef<HTMLFormElement>(null);
  const write = () => form.current?.querySelector<HTMLElement>('textarea, select, input')?.focus();
  const answering =
    wait.options === null
      ? [{ keys: 'e', label: 'Write the answer; Ctrl+Enter gives it', run: write }]
      : wait.options.slice(0, 9).map((option, index) => ({
          keys: String(index + 1),
          label: `Answer “${option}”`,
          run: () => give(option),
        }));
  useShortcuts(withKeys ? answering : []);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string): string => String(form.get(name) ?? '');
    const read =
      fields === undefined
        ? readAnswer(wait, textOf('answer'))
        : { answer: readAnswerFields(fields, (name) => textOf(`field.${name}`)) };
    setProblem(read.problem);
    if (read.problem === undefined) give(read.answer);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || wait.options !== null) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const { name, value } = event.target as unknown as HTMLInputElement;
        setTyped({ ...typed, [name]: value });
      }}
      className="flex flex-col gap-3"
    >
      {fields?.map((field) => (
        <AnswerInput key={field.name} field={field} typed={kept[`field.${field.name}`]} />
      ))}
      {wait.options === null && fields === undefined && (
        <WrittenAnswer schema={wait.answer_schema} typed={kept.answer} />
      )}
      <Field label="Comment" optional>
        <Textarea name="comment" defaultValue={kept.comment} rows={2} />
      </Field>
      <ErrorText>{problem}</ErrorText>
      <div className="flex flex-wrap gap-2">
        {wait.options?.map((option, index) => (
          <Button key={option} busy={send.isPending} disabled={!isAllowed} onClick={() => give(option)}>
            <span className="inline-block first-letter:uppercase">{option}</span>
            {withKeys && index < 9 && <KeyHint>{String(index + 1)}</KeyHint>}
          </Button>
        ))}
        {wait.options === null && (
          <Button type="submit" variant="primary" busy={send.isPending} disabled={!isAllowed}>
            Answer {withKeys && <KeyHint>E</KeyHint>}
          </Button>
        )}
      </div>
      {!isAllowed && <p className="text-muted">This needs the role {wait.assignee_role ?? 'member'}.</p>}
    </form>
  );
}

type AnswerInputProps = { field: AnswerField; typed: string | undefined };

function AnswerInput({ field: { name, label, type, choices, required }, typed }: AnswerInputProps) {
  const given = `field.${name}`;
  return (
    <Field label={<bdi>{label}</bdi>} name={given} optional={!required}>
      {choices !== null ? (
        <select
          name={given}
          defaultValue={typed}
          required={required}
          aria-label={label}
          className={`${controlClass} h-8`}
        >
          {['', ...choices].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : type === 'string' ? (
        <Textarea name={given} defaultValue={typed} rows={2} required={required} />
      ) : (
        <Input
          type="number"
          name={given}
          defaultValue={typed}
          step={type === 'integer' ? 1 : 'any'}
          required={required}
        />
      )}
    </Field>
  );
}

type WrittenAnswerProps = { schema: Wait['answer_schema']; typed: string | undefined };

function WrittenAnswer({ schema, typed }: WrittenAnswerProps) {
  return (
    <>
      <Field
        label="Answer"
        name="answer"
        description={schema === null ? undefined : 'JSON that fits the schema below.'}
      >
        <Textarea name="answer" defaultValue={typed} rows={4} required />
      </Field>
      {schema !== null && (
        <pre className="max-h-48 overflow-auto rounded-sm bg-hover p-3">{JSON.stringify(schema, null, 2)}</pre>
      )}
    </>
  );
}
