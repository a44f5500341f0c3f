import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { PagedTable, type PagedTableProps } from './paged-table.tsx';

type ListSectionProps<Row> = PagedTableProps<Row> & {
  description: ReactNode;
  actions?: ReactNode;
  /** Dialogs of the section. */
  children?: ReactNode;
};

/** A list that is a part of a page, such as a tab. */
export function ListSection<Row>({ description, actions, children, ...table }: ListSectionProps<Row>) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{description}</p>
        {actions}
      </div>
      <PagedTable {...table} />
      {children}
    </div>
  );
}

/** Opens the form for a new thing. */
export const NewButton = ({ children, onClick }: { children: ReactNode; onClick(): void }) => (
  <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
);
