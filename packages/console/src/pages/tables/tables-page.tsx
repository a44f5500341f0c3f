import type { Table as TableEntry } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { quoteName } from '../sql/read-sql.ts';
import { UploadTable } from './upload-table.tsx';

export function TablesPage() {
  const { upload } = useSearch({ from: '/shell/tables' });
  const navigate = useNavigate({ from: '/tables' });
  const { can } = useAccess();
  const tables = useQuery({
    queryKey: keys.tables(),
    queryFn: ({ signal }) => errand.tables.list({ signal }),
    select: ({ results }) => results,
  });
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { upload: true } : {} });
  const button = can('member') && (
    <Button variant="primary" icon={<Upload size={14} aria-hidden />} onClick={() => open(true)}>
      Upload a table
    </Button>
  );
  return (
    <>
      <PageHeader title="Tables" description="Data for SQL and for agents that work row by row." actions={button} />
      <QueryView query={tables}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No tables yet" actions={button}>
              Upload a CSV, Parquet, JSON lines or Excel file of up to 2 GB, or create one with{' '}
              <code className="text-code">CREATE TABLE … AS SELECT</code>.
            </EmptyState>
          ) : (
            <TableList tables={list} />
          )
        }
      </QueryView>
      {upload && <UploadTable taken={tables.data?.map(({ name }) => name) ?? []} onClose={() => open(false)} />}
    </>
  );
}

function TableList({ tables }: { tables: TableEntry[] }) {
  return (
    <Table label="Tables">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th numeric>Columns</Th>
          <Th>First columns</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {tables.map((table) => (
          <Tr key={table.name}>
            <Td>
              <Link
                to="/tables/$name"
                params={{ name: table.name }}
                className="font-medium text-accent hover:underline"
              >
                <bdi>{table.name}</bdi>
              </Link>
            </Td>
            <Td numeric>{table.columns.length}</Td>
            <Td className="max-w-xl truncate text-muted">
              {table.columns
                .slice(0, 8)
                .map(({ name }) => name)
                .join(', ')}
            </Td>
            <Td className="text-right">
              <Link
                to="/sql"
                search={{ text: `SELECT * FROM ${quoteName(table.name)} LIMIT 100` }}
                className={buttonClass('secondary', 'sm')}
              >
                Query
              </Link>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
