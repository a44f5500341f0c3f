import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { controlClass, Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const PAGE_SIZE = 25;
const TYPING_MS = 250;

export function SkillsPage() {
  const { q, page = 1 } = useSearch({ from: '/shell/skills' });
  const navigate = useNavigate({ from: '/skills' });
  const { can } = useAccess();
  const [isCreating, setIsCreating] = useState(false);
  const filter = { search: q, page, page_size: PAGE_SIZE, ordering: '-updated_at' } as const;
  const sets = useQuery({
    queryKey: keys.skillSetList(filter),
    queryFn: ({ signal }) => errand.skills.list(filter, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = can('member') && (
    <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setIsCreating(true)}>
      New skill set
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Skills"
        description="Instructions in files that agents read when they need them."
        actions={create}
      />
      <SearchField
        value={q ?? ''}
        onChange={(next) => void navigate({ search: { q: next || undefined }, replace: true })}
      />
      <QueryView query={sets}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title={q ? 'No matching skill sets' : 'No skill sets yet'} actions={q ? undefined : create}>
              {q
                ? 'Search for another part of its name or description.'
                : 'Write down how your team works. An agent sees what each file is about and reads the ones it needs.'}
            </EmptyState>
          ) : (
            <>
              <Table label="Skill sets">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Description</Th>
                    <Th>Changed</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.results.map((set) => (
                    <Tr key={set.id} className="relative">
                      <Td>
                        <Link
                          to="/skills/$id"
                          params={{ id: set.id }}
                          className="font-medium text-accent after:absolute after:inset-0 hover:underline"
                        >
                          <bdi>{set.name}</bdi>
                        </Link>
                      </Td>
                      <Td className="max-w-xl truncate text-muted">
                        <bdi>{set.description}</bdi>
                      </Td>
                      <Td>
                        <RelativeTime at={set.updated_at} />
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={data.count}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
              />
            </>
          )
        }
      </QueryView>
      <CreateDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

function CreateDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const create = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) =>
      errand.skills.create({ name: String(form.get('name')), description: String(form.get('description') ?? '') }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keys.skillSets() });
      await navigate({ to: '/skills/$id/edit', params: { id } });
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="New skill set"
      description="It begins with one file, SKILL.md, which agents read first."
      action="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={(form) => create.mutate(form)}
    >
      {(problemOf) => (
        <>
          <Field label="Name" name="name" error={problemOf('name')}>
            <Input required maxLength={255} />
          </Field>
          <Field label="Description" name="description" optional error={problemOf('description')}>
            <Textarea maxLength={20_000} name="description" />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <input
      aria-label="Search skill sets"
      placeholder="Search by name or description"
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={`${controlClass} mb-3 h-8 max-w-md`}
    />
  );
}
