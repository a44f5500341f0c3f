import type { ScreeningWatch } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import type { Column } from '../../design/data-table.tsx';
import { Field, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { RowLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const columns: Column<ScreeningWatch>[] = [
  { header: 'Name', cell: ({ id, name }) => <RowLink to={`/screening/watches/${id}`}>{name}</RowLink> },
  { header: 'Subjects', numeric: true, cell: ({ subject_count: count }) => formatNumber(count) },
  { header: 'Open matches', numeric: true, cell: ({ open_matches: count }) => formatNumber(count) },
  { header: 'Last run', at: ({ last_run_at: at }) => at },
  { header: 'Next run', from: 'sm', at: ({ next_run_at: at }) => at, none: 'on a change' },
];

/** Customers and other subjects that are compared again whenever a list changes. */
export function Watches() {
  const { can } = useAccess();
  const [isCreating, setIsCreating] = useState(false);
  const [queue, setQueue] = useState('');
  const { data: queues } = useRead(keys.caseQueueChoices(), (options) =>
    errand.caseQueues.list({ page_size: 100 }, options),
  );
  const list = useList<ScreeningWatch>(
    keys.screeningWatches(),
    (paging, options) => errand.screeningWatches.list(paging, options),
    { isLocal: true, pageSize: 10 },
  );
  return (
    <Card
      className="mt-6"
      title="Watches"
      actions={can('admin') && <Button onClick={() => setIsCreating(true)}>New watch…</Button>}
    >
      <PagedTable
        label="Watches"
        list={list}
        columns={columns}
        empty={
          <p className="text-muted">
            No watches yet. A watch compares its subjects again when a list changes, and only what changed.
          </p>
        }
      />
      {isCreating && (
        <FormDialog
          onClose={() => setIsCreating(false)}
          title="New watch"
          description="Subjects are read from a table at each run, or sent with PUT …/subjects/."
          action="Create"
          save={(text) =>
            errand.screeningWatches.create({
              name: text('name'),
              threshold: Number(text('threshold')),
              ...(text('every_hours') !== '' && { every_hours: Number(text('every_hours')) }),
              ...(queue !== '' && { queue_id: queue }),
              ...(text('table') !== '' && {
                source: { table: text('table'), columns: { id: text('id_column'), name: text('name_column') } },
              }),
            })
          }
          onSaved={async () => {
            setIsCreating(false);
            await reload(keys.screeningWatches());
          }}
        >
          <TextField label="Name" name="name" required maxLength={255} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Threshold"
              name="threshold"
              type="number"
              min={0.5}
              max={1}
              step="any"
              required
              defaultValue={0.8}
            />
            <TextField label="Every so many hours" name="every_hours" type="number" min={1} optional />
          </div>
          <Field label="Alerts go to" name="queue_id">
            <Select
              value={queue}
              onChange={(next: string) => setQueue(next)}
              options={[
                { value: '', label: 'No queue' },
                ...(queues?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
          <TextField label="Table" name="table" member="source" optional maxLength={255} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Column of the id" name="id_column" defaultValue="id" maxLength={255} />
            <TextField label="Column of the name" name="name_column" defaultValue="name" maxLength={255} />
          </div>
        </FormDialog>
      )}
    </Card>
  );
}
