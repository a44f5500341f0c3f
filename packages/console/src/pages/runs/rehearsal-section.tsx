import { FlaskConical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../design/button.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ListSection } from '../../lists/list-section.tsx';
import type { List } from '../../lists/use-list.ts';

type RehearsalSectionProps<Row> = {
  list: List<Row>;
  columns: Column<Row>[];
  canWrite: boolean;
  description: string;
  /** What a rehearsal is, for those who have none yet. */
  empty: string;
  /** Starts one. */
  dialog(close: () => void): ReactNode;
};

/** The rehearsals of something with versions, newest first, and the button for another one. */
export function RehearsalSection<Row>({ canWrite, description, empty, dialog, ...table }: RehearsalSectionProps<Row>) {
  const [isStarting, setIsStarting] = useState(false);
  const isEmpty = table.list.query.data?.count === 0;
  const button = canWrite && (
    <Button icon={<FlaskConical size={14} aria-hidden />} onClick={() => setIsStarting(true)}>
      Rehearse a version…
    </Button>
  );
  return (
    <ListSection
      label="Rehearsals"
      description={!isEmpty && description}
      actions={!isEmpty && button}
      empty={
        <EmptyState title="No rehearsals yet" actions={button}>
          {empty}
        </EmptyState>
      }
      {...table}
    >
      {isStarting && dialog(() => setIsStarting(false))}
    </ListSection>
  );
}
