import type { Agent, ReviewPlan } from '@errand/sdk';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, TextField } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
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
  const percent = (rate: number): string => String(Math.round(rate * 10_000) / 100);
  const share = { type: 'number', min: 0, max: 100, step: 'any' };
  return (
    <SaveForm
      action="Save plan"
      isLocked={isLocked}
      save={(text) => {
        const verdicts = text('verdicts')
          .split(',')
          .map((one) => one.trim());
        return errand.reviews.setPlan(agent.id, {
          sample_rate: Number(text('sample')) / 100,
          always_when: [...always, ...verdicts.filter((one) => one !== '').map((one) => `${VERDICT}${one}`)],
          min_confidence: text('confidence') === '' ? null : Number(text('confidence')),
          second_review_rate: Number(text('second')) / 100,
          due_hours: text('due') === '' ? null : Number(text('due')),
        });
      }}
      onSaved={(saved) => {
        queryClient.setQueryData(keys.reviewPlan(agent.id), saved);
        showToast('Review plan saved');
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="Random sample (%)" name="sample" {...share} defaultValue={percent(plan.sample_rate)} />
        <TextField label="Second review (%)" name="second" {...share} defaultValue={percent(plan.second_review_rate)} />
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
          <Input type="number" min="0" max="1" step="any" defaultValue={plan.min_confidence ?? ''} />
        </Field>
        <Field label="Due after (hours)" name="due" optional>
          <Input type="number" min="0.001" step="any" defaultValue={plan.due_hours ?? ''} />
        </Field>
      </div>
    </SaveForm>
  );
}
