import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { CellFilter } from './cell-filter.tsx';
import { cx } from './cx.ts';
import { RelativeTime } from './relative-time.tsx';
import { Table, Td, Th, Tr } from './table.tsx';

/** Classes that hide a column: by the width of the window, then by that of the table. */
export const hiddenBelow = {
  sm: 'max-sm:hidden',
  /** Left out on a tablet. A line of a phone's card. */
  lg: 'sm:max-lg:hidden',
  xl: 'max-xl:hidden',
  roomy: 'sm:@max-[60rem]:hidden',
  wide: '@max-[76rem]:hidden',
  widest: '@max-[98rem]:hidden',
};

/** All that is known about a column, so that its title and its cells cannot get out of step. */
export type Column<Row> = {
  /** Right-aligned, with digits of equal width. */
  numeric?: boolean;
  align?: 'right';
  /** A class for the width, such as `max-w-md`. */
  width?: string;
  /** The look of the cells. */
  className?: string | ((row: Row, index: number) => string);
  /** Shown only if the window, or a table that is a container, is at least this wide. Others are lines of a phone's card. */
  from?: keyof typeof hiddenBelow;
  /** For texts of people, which may run from right to left. */
  dir?: 'auto';
  /** The tooltip of a cell. */
  title?(row: Row, index: number): string | undefined;
  /** What the server orders by after the first click, with a leading `-` if largest first. The title becomes a button. */
  sort?: string;
  /** Offers to show only rows with the value of a cell, or only others, where the table can filter. */
  filter?: { field: string; value(row: Row): string };
  /** Shown instead of the title, for example with a link. */
  heading?: ReactNode;
  /** Only screen readers get the title, because the cells speak for themselves. */
  quiet?: boolean;
} & (
  | { header: string; cell(row: Row, index: number): ReactNode }
  /** How long ago something was, or `none`. */
  | { header: string; at(row: Row): string | null | undefined; none?: string }
  /** Buttons at the end of the row. */
  | { actions(row: Row): ReactNode }
);

/** Called with the field and value to filter by. */
export type OnFilter = (field: string, value: string, isExcluded: boolean) => void;

/** How a list is ordered: a field, with a leading `-` if largest first. */
export type Ordering = { value: string; onChange(value: string): void };

export type DataTableProps<Row> = {
  /** Tells screen readers what the table lists. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<NoInfer<Row>>[];
  /** Default: the id of the row, or its place. */
  rowKey?(row: NoInfer<Row>, index: number): string | number;
  rowClass?: Look<NoInfer<Row>>;
  /** Names rows for tests. */
  rowId?(row: NoInfer<Row>): string;
  ordering?: Ordering;
  className?: string;
  tableClassName?: string;
  narrow?: 'cards' | 'scroll';
  /** Keeps the titles in sight while the rows scroll. */
  stickyHead?: boolean;
  ref?: Ref<HTMLElement>;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, rowKey = keyOf, rowClass, rowId, ordering, stickyHead = false, ...table } = props;
  return (
    <Table {...table}>
      <thead className={stickyHead ? 'sticky top-0 z-[1]' : undefined}>
        <tr>
          <HeadCells columns={columns} ordering={ordering} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Tr
            key={rowKey(row, index)}
            data-testid={rowId?.(row)}
            className={cx('relative', textOf(rowClass, row, index))}
          >
            <Cells columns={columns} row={row} index={index} />
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

type HeadCellsProps<Row> = {
  columns: readonly Column<Row>[];
  ordering?: Ordering | undefined;
  className?: string;
};

/** The titles of a table. For tables that render their own rows, such as virtualized ones. */
export function HeadCells<Row>({ columns, ordering, className }: HeadCellsProps<Row>) {
  return columns.map((column, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and two may have the same title
    <ColumnHead key={place} column={column} ordering={ordering} className={className} />
  ));
}

type CellsProps<Row> = { columns: readonly Column<Row>[]; row: Row; index: number; onFilter?: OnFilter };

/** The cells of one row. */
export function Cells<Row>({ columns, row, index, onFilter }: CellsProps<Row>) {
  return columns.map((column, place) => {
    const { filter } = column;
    const content = contentOf(column, row, index);
    const canFilter = filter !== undefined && onFilter !== undefined;
    return (
      <Td
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={place}
        numeric={column.numeric ?? false}
        dir={column.dir}
        title={column.title?.(row, index)}
        data-empty={isEmpty(column, row, content) || undefined}
        className={cx(placeOf(column), canFilter && 'group/cell relative', textOf(column.className, row, index))}
      >
        {content}
        {canFilter && <CellFilter field={filter.field} value={filter.value(row)} onFilter={onFilter} />}
      </Td>
    );
  });
}

function contentOf<Row>(column: Column<Row>, row: Row, index: number): ReactNode {
  if ('cell' in column) return column.cell(row, index);
  if ('actions' in column) return column.actions(row);
  return <RelativeTime at={column.at(row)} {...(column.none !== undefined && { none: column.none })} />;
}

/** What says nothing, and is left out of a card on a phone. */
const isEmpty = <Row,>(column: Column<Row>, row: Row, content: ReactNode): boolean =>
  content === '–' || content === null || ('at' in column && column.none === undefined && !column.at(row));

type ColumnHeadProps<Row> = { column: Column<Row>; ordering: Ordering | undefined; className: string | undefined };

function ColumnHead<Row>({ column, ordering, className }: ColumnHeadProps<Row>) {
  const { sort, heading } = column;
  const look = { numeric: column.numeric ?? false, className: cx(placeOf(column), className) };
  if (column.quiet || 'actions' in column)
    return (
      <Th {...look}>
        <span className="sr-only">{titleOf(column)}</span>
      </Th>
    );
  if (sort === undefined || ordering === undefined) return <Th {...look}>{heading ?? <bdi>{column.header}</bdi>}</Th>;
  const field = sort.replace('-', '');
  const isDown = ordering.value === `-${field}`;
  const isUp = ordering.value === field;
  const opposite = sort === field ? `-${field}` : field;
  return (
    <Th {...look} aria-sort={isDown ? 'descending' : isUp ? 'ascending' : 'none'}>
      {heading ?? (
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm hover:text-text"
          onClick={() => ordering.onChange(ordering.value === sort ? opposite : sort)}
        >
          {column.header}
          {isDown && <ArrowDown size={12} aria-hidden />}
          {isUp && <ArrowUp size={12} aria-hidden />}
        </button>
      )}
    </Th>
  );
}

const titleOf = <Row,>(column: Column<Row>): string => ('actions' in column ? 'Actions' : column.header);

const placeOf = <Row,>(column: Column<Row>): string =>
  cx(
    column.width,
    (column.align === 'right' || 'actions' in column) && 'text-right',
    column.from && hiddenBelow[column.from],
  );

type Look<Row> = string | ((row: Row, index: number) => string | undefined) | undefined;

const textOf = <Row,>(look: Look<Row>, row: Row, index: number): string | undefined =>
  typeof look === 'function' ? look(row, index) : look;

const keyOf = (row: unknown, index: number): string | number => (row as { id?: string | number }).id ?? index;
