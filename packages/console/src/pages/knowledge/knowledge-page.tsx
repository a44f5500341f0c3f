import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { BaseStatus } from './base-status.tsx';

const PAGE_SIZE = 25;

export function KnowledgePage() {
  const { page = 1 } = useSearch({ from: '/shell/knowledge' });
  const navigate = useNavigate({ from: '/knowledge' });
  const { can } = useAccess();
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const bases = useQuery({
    queryKey: keys.knowledgeList(page),
    queryFn: ({ signal }) => errand.knowledge.list({ page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = can('member') && (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setDialog('import')}>Import a lens…</Button>
      <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setDialog('create')}>
        New knowledge base
      </Button>
    </div>
  );
  return (
    <>
      <PageHeader
        title="Knowledge"
        description="Typologies of fraud and money laundering that matter to one company or product."
        actions={create}
      />
      <QueryView query={bases}>
        {({ results, count }) =>
          results.length === 0 ? (
            <EmptyState title="No knowledge bases yet" actions={create}>
              Describe a company or product. Errand proposes the typologies that matter to it, and you decide.
            </EmptyState>
          ) : (
            <>
              <Table label="Knowledge bases">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Company</Th>
                    <Th>Status</Th>
                    <Th>Changed</Th>
                  </tr>
                </thead>
                <tbody>
                  {results.map((base) => (
                    <Tr key={base.id} className="relative">
                      <Td>
                        <Link
                          to="/knowledge/$id"
                          params={{ id: base.id }}
                          className="font-medium text-accent after:absolute after:inset-0 hover:underline"
                        >
                          <bdi>{base.name || base.company}</bdi>
                        </Link>
                      </Td>
                      <Td className="max-w-md truncate text-muted">
                        <bdi>{base.company}</bdi>
                      </Td>
                      <Td>
                        <BaseStatus base={base} />
                      </Td>
                      <Td>
                        <RelativeTime at={base.updated_at} />
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager
                page={page}
                pageSize={PAGE_SIZE}
                count={count}
                onPage={(next) => void navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </QueryView>
      {dialog === 'create' && <CreateDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** Creates a knowledge base from an unlinked lens. */
function ImportDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const add = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) =>
      errand.knowledge.importLens({ atlas_lens_id: String(form.get('atlas_lens_id')).trim() }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keys.knowledge() });
      await navigate({ to: '/knowledge/$id', params: { id } });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Import a lens"
      description="A lens that was unlinked becomes a knowledge base again. One that is tracked already is opened."
      action="Import"
      busy={add.isPending}
      error={add.error}
      onSubmit={(form) => add.mutate(form)}
    >
      {(problemOf) => (
        <Field label="Id of the lens" name="atlas_lens_id" error={problemOf('atlas_lens_id')}>
          <Input required maxLength={36} />
        </Field>
      )}
    </FormDialog>
  );
}

function CreateDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const create = useMutation({
    meta: { quiet: true },
    mutationFn: (form: FormData) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim();
      return errand.knowledge.create({
        company: text('company'),
        brief: text('brief'),
        name: text('name') || null,
        product_name: text('product_name') || null,
      });
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: keys.knowledge() });
      await navigate({ to: '/knowledge/$id', params: { id } });
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="New knowledge base"
      description="The default model proposes typologies from company and brief; the baseline does so by similarity."
      action="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={(form) => create.mutate(form)}
    >
      {(problemOf) => (
        <>
          <Field label="Company" name="company" error={problemOf('company')}>
            <Input required maxLength={255} />
          </Field>
          <Field label="Brief" name="brief" description="What it does, and for whom." error={problemOf('brief')}>
            <Textarea required name="brief" minLength={10} maxLength={20_000} />
          </Field>
          <Field label="Product" name="product_name" optional error={problemOf('product_name')}>
            <Input maxLength={255} />
          </Field>
          <Field label="Name" name="name" optional error={problemOf('name')}>
            <Input maxLength={255} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
