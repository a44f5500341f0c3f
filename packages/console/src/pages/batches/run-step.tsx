import type { Agent, AgentVersion } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Input } from '../../design/field.tsx';
import { formatNumber } from '../../design/format.ts';
import { useAttemptKey } from '../../session/attempt-key.ts';
import { errand } from '../../session/client.ts';
import type { Row } from './map-columns.ts';
import { Rehearsal } from './rehearsal.tsx';

type RunStepProps = { agent: Agent; version: AgentVersion; rows: readonly Row[]; leftOut: number; name: string };

/** Runs three rows first, then all of them, with a cost limit. */
export function RunStep({ agent, version, rows, leftOut, name }: RunStepProps) {
  const navigate = useNavigate();
  const attempt = useAttemptKey();
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: (options: { name: string; maxCost: number | undefined }) => {
      const batch = {
        name: options.name,
        max_cost: options.maxCost,
        agent_version_id: version.id,
        inputs: rows.map((row) => ({ inputs: row.inputs, metadata: { row: row.number } })),
      };
      return errand.batches.create(agent.id, batch, { idempotencyKey: attempt.keyFor(batch) });
    },
    onSettled: (_batch, error) => attempt.settle(error),
    onSuccess: (batch) => {
      void reload(keys.batches());
      void navigate({ to: '/batches/$id', params: { id: batch.id } });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    start.mutate({ name: String(data.get('name')), maxCost: Number(data.get('max_cost')) || undefined });
  }
  return (
    <>
      <Rehearsal agent={agent} version={version} rows={rows} />
      <Card title="6. Run">
        <form onSubmit={submit} className="flex flex-col gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="Name of the batch" name="name" optional>
              <Input type="text" dir="auto" maxLength={255} defaultValue={name} />
            </Field>
            <Field
              label="Cost limit in USD"
              name="max_cost"
              optional
              description="No more rows start once this is reached."
            >
              <Input type="number" min={0} step="any" />
            </Field>
          </div>
          {start.error && (
            <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
              {start.error.message}
            </p>
          )}
          <div className="flex items-center gap-3">
            <Button type="submit" variant="primary" busy={start.isPending}>
              Run {formatNumber(rows.length)} rows
            </Button>
            {leftOut > 0 && <span className="text-muted">{formatNumber(leftOut)} rows with problems are skipped.</span>}
          </div>
        </form>
      </Card>
    </>
  );
}
