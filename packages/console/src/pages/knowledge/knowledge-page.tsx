import type { KnowledgeBase } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { NewButton } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BaseStatus } from './base-status.tsx';

const columns: Column<KnowledgeBase>[] = [
  { header: 'Name', cell: ({ id, name, company }) => <RowLink to={`/knowledge/${id}`}>{name || company}</RowLink> },
  { header: 'Company', className: 'max-w-md truncate text-muted', cell: ({ company }) => <bdi>{company}</bdi> },
  { header: 'Status', cell: (base) => <BaseStatus base={base} /> },
  { header: 'Changed', at: ({ updated_at: at }) => at },
];

export function KnowledgePage() {
  const { can } = useAccess();
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const close = () => setDialog(undefined);
  const list = useList(keys.knowledgeLists(), (paging, options) => errand.knowledge.list(paging, options));
  const create = can('member') && (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setDialog('import')}>Import a lens…</Button>
      <NewButton onClick={() => setDialog('create')}>New knowledge base</NewButton>
    </div>
  );
  return (
    <ListPage
      title="Knowledge"
      label="Knowledge bases"
      description="Typologies of fraud and money laundering that matter to one company or product."
      actions={create}
      list={list}
      columns={columns}
      empty={
        <EmptyState
          title="No knowledge bases yet"
          actions={create}
          command='errand knowledge create Acme --brief "Payouts of a marketplace to new bank accounts."'
        >
          Describe a company or product. Errand proposes the typologies that matter to it, and you decide.
        </EmptyState>
      }
    >
      {dialog === 'create' && <CreateDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
    </ListPage>
  );
}

/** Creates a knowledge base from an unlinked lens. */
function ImportDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  return (
    <FormDialog
      onClose={onClose}
      title="Import a lens"
      description="A lens that was unlinked becomes a knowledge base again. One that is tracked already is opened."
      action="Import"
      save={(text) => errand.knowledge.importLens({ atlas_lens_id: text('atlas_lens_id') })}
      onSaved={async ({ id }) => {
        await reload(keys.knowledge());
        await navigate({ to: '/knowledge/$id', params: { id } });
      }}
    >
      <TextField label="Id of the lens" name="atlas_lens_id" required maxLength={36} />
    </FormDialog>
  );
}

function CreateDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  return (
    <FormDialog
      onClose={onClose}
      title="New knowledge base"
      description="The default model proposes typologies from company and brief; the baseline does so by similarity."
      action="Create"
      save={(text) => {
        return errand.knowledge.create({
          company: text('company'),
          brief: text('brief'),
          name: text('name') || null,
          product_name: text('product_name') || null,
        });
      }}
      onSaved={async ({ id }) => {
        await reload(keys.knowledge());
        await navigate({ to: '/knowledge/$id', params: { id } });
      }}
    >
      <TextField label="Company" name="company" required maxLength={255} />
      <Field label="Brief" name="brief" description="What it does, and for whom.">
        <Textarea required name="brief" minLength={10} maxLength={20_000} />
      </Field>
      <TextField label="Product" name="product_name" optional maxLength={255} />
      <TextField label="Name" name="name" optional maxLength={255} />
    </FormDialog>
  );
}
