import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../design/data-table.tsx';
import { Pager } from '../design/pager.tsx';
import { QueryView } from '../design/query-view.tsx';
import type { List } from './use-list.ts';

export type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  list: List<Row>;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
};

/** A table with its pages, and what is shown while they load, if loading fails and if there is nothing. */
export function PagedTable<Row>({ list, empty, ...table }: PagedTableProps<Row>) {
  return (
    <QueryView query={list.query}>
      {({ count, results }) =>
        count === 0 && empty !== undefined ? (
          empty
        ) : (
          <div>
            <DataTable {...table} rows={results} />
            <ListPager list={list} />
          </div>
        )
      }
    </QueryView>
  );
}

/** Turns the pages of a list. */
export const ListPager = <Row,>({ list: { query, page, pageSize, goTo } }: { list: List<Row> }) => (
  <Pager page={page} pageSize={pageSize} count={query.data?.count ?? 0} onPage={goTo} />
);
