import type { ScreeningList } from '@errand/sdk';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { CheckName } from './check-name.tsx';
import { Watches } from './watches.tsx';

export function ScreeningPage() {
  const { can } = useAccess();
  const [isCreating, setIsCreating] = useState(false);
  const [filled, setFilled] = useState<ScreeningList>();
  const list = useList(keys.screeningLists(), (paging, options) => errand.screening.lists(paging, options));
  const columns: Column<ScreeningList>[] = [
    { header: 'Name', cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
    { header: 'Entries', numeric: true, cell: ({ entry_count: count }) => count.toLocaleString('en') },
    { header: 'Version', numeric: true, cell: ({ version }) => (version === 0 ? 'none yet' : version) },
    { header: 'Changed', at: ({ updated_at: at }) => at },
    ...(can('admin')
      ? [{ actions: (row: ScreeningList) => <Button onClick={() => setFilled(row)}>Import…</Button> }]
      : []),
  ];
  const create = can('admin') && <NewButton onClick={() => setIsCreating(true)}>New list</NewButton>;
  return (
    <ListPage
      title="Screening"
      label="Screening lists"
      description="Lists of names that people and companies are compared with."
      actions={create}
      filters={
        <div className="mb-5">
          <CheckName />
        </div>
      }
      list={list}
      columns={columns}
      empty={
        <EmptyState title="No lists yet" actions={create} command="errand screening create-list Sanctions">
          Create a list, then import the file of OFAC, of the UN, or a CSV file of your own.
        </EmptyState>
      }
    >
      {/* Below the lists, whose rows would push it down. */}
      {!list.query.isPending && <Watches />}
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
      {filled && <ImportDialog list={filled} onClose={() => setFilled(undefined)} />}
    </ListPage>
  );
}

function CreateDialog({ onClose }: { onClose(): void }) {
  return (
    <FormDialog
      onClose={onClose}
      title="New screening list"
      action="Create"
      save={(text) => errand.screening.createList({ name: text('name'), description: text('description') })}
      onSaved={async () => {
        await reload(keys.screeningLists());
        onClose();
      }}
    >
      <TextField label="Name" name="name" required maxLength={255} />
      <TextField label="Description" name="description" optional maxLength={2_000} />
    </FormDialog>
  );
}

const formats = [
  { value: 'csv', label: 'CSV of your own' },
  { value: 'ofac', label: 'OFAC (sdn.csv)' },
  { value: 'un', label: 'UN consolidated list (XML)' },
  { value: 'eu', label: 'EU consolidated list (XML)' },
] as const;

function ImportDialog({ list, onClose }: { list: ScreeningList; onClose(): void }) {
  const [format, setFormat] = useState<(typeof formats)[number]['value']>('csv');
  return (
    <FormDialog
      onClose={onClose}
      title={`Import into ${list.name}`}
      description="The file is the whole list: entries that it lacks are removed."
      action="Import"
      save={(_, form) => {
        form.set('format', format);
        for (const name of ['aliases', 'addresses']) {
          const file = form.get(name);
          if (!(file instanceof File) || file.size === 0) form.delete(name);
        }
        return errand.screening.importList(list.id, form);
      }}
      onSaved={async () => {
        await reload(keys.screeningLists());
        onClose();
      }}
    >
      <Field label="Format" name="format">
        <Select value={format} options={formats} onChange={setFormat} />
      </Field>
      <TextField label="File" name="file" type="file" required />
      {format === 'ofac' && (
        <>
          <TextField label="Aliases (alt.csv)" name="aliases" type="file" optional />
          <TextField label="Addresses (add.csv)" name="addresses" type="file" optional />
        </>
      )}
    </FormDialog>
  );
}
