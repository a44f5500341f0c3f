import type { BulkBody } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Field } from '../../design/field.tsx';
import { formatCost, formatMoment, formatNumber } from '../../design/format.ts';
import { counted, plural } from '../../design/plural.ts';
import { Select } from '../../design/select.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { errand } from '../../session/client.ts';
import { type BulkKind, bulkWords } from './bulk-words.ts';

type BulkDialogProps = {
  kind: BulkKind;
  /** The selected jobs, or a filter. */
  jobs: Partial<Pick<BulkBody, 'job_ids' | 'filter'>>;
  onClose(): void;
};

/** Shows the number of jobs and the cost of a bulk action before it starts, then opens its page. The server runs it. */
export function BulkDialog({ kind, jobs, onClose }: BulkDialogProps) {
  const navigate = useNavigate();
  const [withCurrentVersion, setWithCurrentVersion] = useState(false);
  const [setId, setSetId] = useState<string>();
  const sets = useRead(
    [...keys.evaluationSetLists(), 'all'],
    (options) => readAll((paging) => errand.evaluationSets.list(paging, options)),
    { enabled: kind === 'add_to_set' },
  );
  const chosenSet = setId ?? sets.data?.[0]?.id;
  const body: BulkBody = {
    kind,
    ...jobs,
    ...(kind === 'retry' && { with_current_version: withCurrentVersion }),
    ...(kind === 'add_to_set' && { evaluation_set_id: chosenSet }),
  };
  const plan = useRead(keys.bulkPlan(body), (options) => errand.bulk.plan(body, options), {
    enabled: kind !== 'add_to_set' || chosenSet !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const start = useChange((id: string) => errand.bulk.start(id));
  const words = bulkWords[kind];
  const total = plan.data?.total ?? 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={plan.data ? `${words.offer}: ${counted(total, 'job')}?` : `${words.offer}…`}
      description={words.effect}
      action={words.offer}
      danger={kind === 'cancel' || kind === 'delete_data'}
      onConfirm={async () => {
        if (plan.data === undefined || total === 0) throw new Error('There is nothing to do.');
        const { id } = await start.mutateAsync(plan.data.id);
        await navigate({ to: '/jobs/bulk/$id', params: { id } });
      }}
    >
      <div className="flex flex-col gap-3">
        {plan.isError && <ErrorCard error={plan.error} />}
        {start.isError && <ErrorCard error={start.error} />}
        {kind === 'add_to_set' && (
          <Field label="Evaluation set">
            <Select
              value={chosenSet ?? ''}
              options={(sets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setSetId}
            />
          </Field>
        )}
        {plan.isFetching && plan.data === undefined && <Skeleton rows={1} />}
        {plan.data && (
          <p role="status">
            <strong>{formatNumber(total)}</strong> {plural(total, 'job')}
            {kind === 'retry' && `, about ${formatCost(plan.data.estimated_cost)}`}
            {plan.data.left_out > 0 && (
              <span className="text-muted"> · {formatNumber(plan.data.left_out)} that match cannot be taken</span>
            )}
            {plan.data.searched_to !== null && (
              <span className="text-muted">
                {' '}
                · jobs before {formatMoment(plan.data.searched_to)} are archived and not included: select them in the
                list
              </span>
            )}
            {total === 10_000 && <span className="text-muted"> · the limit of one action: the newest are taken</span>}
          </p>
        )}
        {kind === 'retry' && (
          <Checkbox
            label="Use the current version of each agent instead of the one that ran"
            checked={withCurrentVersion}
            onChange={setWithCurrentVersion}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
