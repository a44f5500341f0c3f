import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { controlClass } from '../../design/field.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

const PAGE_SIZE = 25;

export function PoliciesPage() {
  const { q, page = 1 } = useSearch({ from: '/shell/policies' });
  const navigate = useNavigate({ from: '/policies' });
  const { can } = useAccess();
  const filter = { search: q, page, page_size: PAGE_SIZE, ordering: '-updated_at' } as const;
  const policies = useQuery({
    queryKey: keys.policyList(filter),
    queryFn: ({ signal }) => errand.policies.list(filter, { signal }),
    placeholderData: keepPreviousData,
  });
  const create = can('member') && (
    <Link to="/policies/new" className={buttonClass('primary')}>
      <Plus size={14} aria-hidden />
      New policy
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Policies"
        description="Versioned procedures for agents: rules, verdicts and a summary template."
        actions={create}
      />
      <SearchField
        value={q ?? ''}
        onChange={(next) => void navigate({ search: { q: next || undefined }, replace: true })}
      />
      <QueryView query={policies}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title={q ? 'No matching policies' : 'No policies yet'} actions={q ? undefined : create}>
              {q
                ? 'Search for another part of its name or description.'
                : 'Write your procedure once. An agent that uses the policy returns one of its verdicts, with a finding for each rule.'}
            </EmptyState>
          ) : (
            <>
              <Table label="Policies">
                <thead>
                  <tr>
                    <Th>Name</Th>
                    <Th>Description</Th>
                    <Th>Changed</Th>
                    <Th>Created</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.results.map((policy) => (
                    <Tr key={policy.id} className="relative">
                      <Td>
                        <Link
                          to="/policies/$id"
                          params={{ id: policy.id }}
                          className="font-medium text-accent after:absolute after:inset-0 hover:underline"
                        >
                          <bdi>{policy.name}</bdi>
                        </Link>
                      </Td>
                      <Td className="max-w-xl truncate text-muted">
                        <bdi>{policy.description}</bdi>
                      </Td>
                      <Td>
                        <RelativeTime at={policy.updated_at} />
                      </Td>
                      <Td>
                        <RelativeTime at={policy.created_at} />
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
    </>
  );
}

const TYPING_MS = 250;

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
      aria-label="Search policies"
      placeholder="Search by name or description"
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={`${controlClass} mb-3 h-8 max-w-md`}
    />
  );
}
