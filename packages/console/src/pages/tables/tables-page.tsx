import type { Table } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useWholeList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { quoteName } from '../sql/read-sql.ts';
import { UploadTable } from './upload-table.tsx';

const COLUMNS_SHOWN = 8;

const columns: Column<Table>[] = [
  {
    header: 'Name',
    cell: ({ name }) => (
      <Link to="/tables/$name" params={{ name }} className="font-medium text-accent hover:underline">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { header: 'Columns', numeric: true, cell: (table) => table.columns.length },
  {
    header: 'First columns',
    className: 'max-w-xl truncate text-muted',
    cell: (table) =>
      table.columns
        .slice(0, COLUMNS_SHOWN)
        .map(({ name }) => name)
        .join(', '),
  },
  {
    actions: ({ name }) => (
      <Link
        to="/sql"
        search={{ text: `SELECT * FROM ${quoteName(name)} LIMIT 100` }}
        className={buttonClass('secondary', 'sm')}
      >
        Query
      </Link>
    ),
  },
];

export function TablesPage() {
  const { upload } = useSearch({ from: '/shell/tables' });
  const navigate = useNavigate({ from: '/tables' });
  const { can } = useAccess();
  const list = useWholeList(keys.tables(), (options) => errand.tables.list(options));
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { upload: true } : {} });
  const button = can('member') && (
    <Button variant="primary" icon={<Upload size={14} aria-hidden />} onClick={() => open(true)}>
      Upload a table
    </Button>
  );
  const taken = list.query.data?.results.map(({ name }) => name) ?? [];
  return (
    <ListPage
      title="Tables"
      description="Data for SQL and for agents that work row by row."
      actions={button}
      list={list}
      rowKey={({ name }) => name}
      columns={columns}
      empty={
        <EmptyState
          title="No tables yet"
          actions={button}
          command='errand sql "CREATE TABLE numbers AS SELECT 1 AS id"'
        >
          Upload a CSV, Parquet, JSON lines or Excel file of up to 2 GB, or create one with{' '}
          <code className="text-code">CREATE TABLE … AS SELECT</code>.
        </EmptyState>
      }
    >
      {upload && <UploadTable taken={taken} onClose={() => open(false)} />}
    </ListPage>
  );
}
