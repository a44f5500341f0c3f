import { Checkbox } from './checkbox.tsx';
import type { Column } from './data-table.tsx';

/** Rows that can be chosen, for actions on many of them. */
type Selection<Row> = {
  /** What choosing is for, such as `Compare`. */
  header: string;
  label(row: Row): string;
  isChosen(row: Row): boolean;
  onChange(row: Row, isChosen: boolean): void;
};

/** A box before each row. Apart from the table, because few tables have it. */
export const selectionColumn = <Row,>({ header, label, isChosen, onChange }: Selection<Row>): Column<Row> => ({
  header,
  quiet: true,
  cell: (row) => <Checkbox hideLabel label={label(row)} checked={isChosen(row)} onChange={(on) => onChange(row, on)} />,
});
