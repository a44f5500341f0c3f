import type { SkillSet } from '@errand/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import type { ListOrdering } from '../../data/search.ts';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { RowLink } from '../../lists/links.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { NewButton } from '../../lists/list-section.tsx';
import { NoMatch, SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { useOrdering } from '../../lists/use-ordering.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const columns: Column<SkillSet>[] = [
  { header: 'Name', sort: 'name', cell: ({ id, name }) => <RowLink to={`/skills/${id}`}>{name}</RowLink> },
  {
    header: 'Description',
    className: 'max-w-xl truncate text-muted',
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  { header: 'Changed', sort: '-updated_at', at: ({ updated_at: at }) => at },
];

export function SkillsPage() {
  const { q } = useSearch({ from: '/shell/skills' });
  const { can } = useAccess();
  const [isCreating, setIsCreating] = useState(false);
  const ordering = useOrdering<ListOrdering>('-updated_at');
  const filter = { search: q, ordering: ordering.value };
  const list = useList(keys.skillSetList(filter), (paging, options) =>
    errand.skills.list({ ...filter, ...paging }, options),
  );
  const create = can('member') && <NewButton onClick={() => setIsCreating(true)}>New skill set</NewButton>;
  return (
    <ListPage
      title="Skills"
      label="Skill sets"
      description="Instructions in files that agents read when they need them."
      actions={create}
      filters={<SearchField label="Search skill sets" placeholder="Search by name or description" />}
      list={list}
      ordering={ordering}
      columns={columns}
      empty={
        q ? (
          <NoMatch what="skill sets" />
        ) : (
          <EmptyState title="No skill sets yet" actions={create} command="errand skills create Disputes">
            Write down how your team works. An agent sees what each file is about and reads the ones it needs.
          </EmptyState>
        )
      }
    >
      <CreateDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </ListPage>
  );
}

function CreateDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const navigate = useNavigate();
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="New skill set"
      description="It begins with one file, SKILL.md, which agents read first."
      action="Create"
      save={(text) => errand.skills.create({ name: text('name'), description: text('description') })}
      onSaved={async ({ id }) => {
        await reload(keys.skillSets());
        await navigate({ to: '/skills/$id/edit', params: { id } });
      }}
    >
      <TextField label="Name" name="name" required maxLength={255} />
      <Field label="Description" name="description" optional>
        <Textarea maxLength={20_000} name="description" />
      </Field>
    </FormDialog>
  );
}
