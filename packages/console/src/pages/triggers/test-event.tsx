import type { Trigger, TriggerTestAnswer } from '@errand/sdk';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { errand } from '../../session/client.ts';

const samples = {
  http: { body: { text: 'hello' }, headers: {}, query: {} },
  agent: {
    agent: { name: 'Invoice reader' },
    job: { status: 'succeeded', status_code: 3, output: { total: '118.00' } },
  },
  storage: { key: 'inbox/a.pdf', size: 1_024, etag: 'e', url: 'https://example.com/a.pdf' },
};

/** Shows what a sample event would do. */
export function TestEvent({ trigger }: { trigger: Trigger }) {
  const [problem, setProblem] = useState<string>();
  const ask = useChange((event: Record<string, unknown>) => errand.triggers.test(trigger.id, { event }));
  function submit(form: FormEvent<HTMLFormElement>): void {
    form.preventDefault();
    try {
      const text = String(new FormData(form.currentTarget).get('event'));
      setProblem(undefined);
      ask.mutate(JSON.parse(text));
    } catch {
      setProblem('The event must be a JSON object.');
    }
  }
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Sample event" name="event" error={problem} description="As the mapping and the condition see it.">
          <Textarea
            defaultValue={JSON.stringify(samples[trigger.kind], null, 2)}
            className="min-h-60 font-mono text-code"
          />
        </Field>
        <div>
          <Button type="submit" busy={ask.isPending}>
            Test
          </Button>
        </div>
      </form>
      {ask.data && <Result answer={ask.data} isAlert={trigger.agent_id === null} />}
    </div>
  );
}

function Result({ answer, isAlert }: { answer: TriggerTestAnswer; isAlert: boolean }) {
  return (
    <section aria-label="Result of the test" className="flex flex-col gap-3">
      <p>
        {answer.starts ? (
          <Badge tone="positive">{isAlert ? 'It would send an alert' : 'It would start a job'}</Badge>
        ) : (
          <Badge tone="warning">{isAlert ? 'It would send no alert' : 'It would not start a job'}</Badge>
        )}
      </p>
      {answer.condition.failed.map(({ path, op, value, found }) => (
        <p key={`${path} ${op}`}>
          Condition not met: <code className="text-code">{path || 'the event'}</code> {op.replaceAll('_', ' ')}
          {op !== 'exists' && (
            <>
              {' '}
              <code className="text-code">{JSON.stringify(value)}</code>, found{' '}
              <code className="text-code">{JSON.stringify(found)}</code>
            </>
          )}
          .
        </p>
      ))}
      {answer.problems.map((text) => (
        <p key={text} className="text-danger">
          {text}
        </p>
      ))}
      <JsonView value={answer.inputs} label={isAlert ? 'Alert' : 'Inputs'} />
    </section>
  );
}
