import type { Agent, ReviewPlan } from '@errand/sdk';
import { type FormEvent, useState } from 'react';
import { useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { showToast } from '../../design/toast.tsx';
import { errand } from '../../session/client.ts';

const conditions = {
  needs_review: 'The result asks for a review',
  unsupported: 'A value has no support in its source',
  low_confidence: 'A value has low confidence',
  failure: 'The job failed',
} as const;

/** Edits which finished jobs of the agent people review. */
export function ReviewPlanCard({ agent, isLocked }: { agent: Agent; isLocked: boolean }) {
  const plan = useRead(keys.reviewPlan(agent.id), (options) => errand.reviews.getPlan(agent.id, options));
  return (
    <Card title="Reviews">
      <QueryView query={plan} rows={3}>
        {(data) => <PlanForm key={JSON.stringify(data)} agent={agent} plan={data} isLocked={isLocked} />}
      </QueryView>
    </Card>
  );
}

const VERDICT = 'verdict:';

function PlanForm({ agent, plan, isLocked }: { agent: Agent; plan: ReviewPlan; isLocked: boolean }) {
  const [always, setAlways] = useState(plan.always_when.filter((one) => !one.startsWith(VERDICT)));
  const save = useChange(
    (next: ReviewPlan) => errand.reviews.setPlan(agent.id, next),
    (saved) => {
      queryClient.setQueryData(keys.reviewPlan(agent.id), saved);
      showToast('Review plan saved');
    },
  );
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const share = (name: string): number => Number(text(name)) / 100;
    const verdicts = text('verdicts')
      .split(',')
      .map((one) => one.trim());
    save.mutate({
      sample_rate: share('sample'),
      always_when: [...always, ...verdicts.filter((one) => one !== '').map((one) => `${VERDICT}${one}`)],
      min_confidence: text('confidence') === '' ? null : Number(text('confidence')),
      second_review_rate: share('second'),
      due_hours: text('due') === '' ? null : Number(text('due')),
    });
  }
  const percent = (rate: number): string => String(Math.round(rate * 10_000) / 100);
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Random sample (%)" name="sample">
          <Input
            type="number"
            min="0"
            max="100"
            step="any"
            defaultValue={percent(plan.sample_rate)}
            disabled={isLocked}
          />
        </Field>
        <Field label="Second review (%)" name="second">
          <Input
            type="number"
            min="0"
            max="100"
            step="any"
            defaultValue={percent(plan.second_review_rate)}
            disabled={isLocked}
          />
        </Field>
      </div>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">Always review when</legend>
        {Object.entries(conditions).map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={always.includes(name)}
            disabled={isLocked}
            onChange={(on) => setAlways((before) => (on ? [...before, name] : before.filter((one) => one !== name)))}
          />
        ))}
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="The verdict is" name="verdicts" optional description="One or more, separated by commas.">
          <Input
            type="text"
            dir="auto"
            disabled={isLocked}
            defaultValue={plan.always_when
              .filter((one) => one.startsWith(VERDICT))
              .map((one) => one.slice(VERDICT.length))
              .join(', ')}
          />
        </Field>
        <Field
          label="Low confidence means below"
          name="confidence"
          optional
          description="From 0 to 1. Leave empty for 0.8."
        >
          <Input
            type="number"
            min="0"
            max="1"
            step="any"
            defaultValue={plan.min_confidence ?? ''}
            disabled={isLocked}
          />
        </Field>
        <Field label="Due after (hours)" name="due" optional>
          <Input type="number" min="0.001" step="any" defaultValue={plan.due_hours ?? ''} disabled={isLocked} />
        </Field>
      </div>
      {save.isError && (
        <p role="alert" className="text-danger">
          {save.error.message}
        </p>
      )}
      <div>
        <Button type="submit" disabled={isLocked} busy={save.isPending}>
          Save plan
        </Button>
      </div>
    </form>
  );
}
