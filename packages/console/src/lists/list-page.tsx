import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '../design/page-header.tsx';
import { PagedTable, type PagedTableProps } from './paged-table.tsx';

type ListPageProps<Row> = Omit<PagedTableProps<Row>, 'label' | 'ref'> & {
  title: string;
  description?: ReactNode;
  crumbs?: Crumb[];
  actions?: ReactNode;
  /** Fields above the table. What they choose is in the address. */
  filters?: ReactNode;
  /** Default: the title. */
  label?: string;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/** A page that lists things. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, description, crumbs, actions, filters, label = title, children, ...table } = props;
  return (
    <>
      <PageHeader
        title={title}
        {...(crumbs && { crumbs })}
        {...(description !== undefined && { description })}
        actions={actions}
      />
      {filters}
      <PagedTable {...table} label={label} />
      {children}
    </>
  );
}
