import type { AnyJob } from '@errand/sdk';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Checkbox } from '../../design/checkbox.tsx';
import { cx } from '../../design/cx.ts';
import { Cells, HeadCells, hiddenBelow, type OnFilter } from '../../design/data-table.tsx';
import { useRowHeight } from '../../design/density.ts';
import { usePhone } from '../../design/media.ts';
import { SpacerRow, Table, Th } from '../../design/table.tsx';
import { type JobColumn, jobColumns, pathColumn } from './job-columns.tsx';

/** Estimated height of a card on a phone, before it is measured. */
const CARD_HEIGHT = 96;

type JobsTableProps = {
  jobs: AnyJob[];
  /** Additional columns, whose values come with the jobs. */
  paths: string[];
  /** The path to sort by. With a leading `-`, largest first. */
  sort: string | undefined;
  onSort(path: string): void;
  onFilter: OnFilter;
  selected: ReadonlySet<string>;
  onSelect(id: string, selected: boolean, withRange: boolean): void;
  onSelectAll(selected: boolean): void;
  /** Index of the active row of the keyboard, or -1. */
  active: number;
  /** Called with the row that takes the focus. */
  onActive(index: number): void;
  /** Called with the visible rows. */
  onVisible(first: number, last: number): void;
  /** Shows the job beside the list. */
  onPeek(index: number): void;
};

/** A virtualized table that renders only the visible rows, so that a million jobs scroll like fifty. */
export function JobsTable(props: JobsTableProps) {
  const { jobs, paths, sort, onSort, onFilter, selected, onSelect, onSelectAll, active, onActive, onVisible, onPeek } =
    props;
  const frame = useRef<HTMLElement>(null);
  const isPhone = usePhone();
  const rowHeight = useRowHeight();
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(frame.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => (isPhone ? CARD_HEIGHT : rowHeight),
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => jobs[index]!.id,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows moves all of them
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isPhone, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => onVisible(first, last), [onVisible, first, last]);
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active, { align: 'auto' });
  }, [active, virtualizer]);
  const before = (items[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? offset) - offset);
  const some = selected.size > 0;
  const columns = [...jobColumns(onPeek), ...paths.map((path) => pathColumn(path, sort, onSort))];
  return (
    <Table
      ref={frame}
      label="Jobs"
      narrow="scroll"
      rowCount={-1}
      className="@container overflow-visible"
      tableClassName="table-fixed max-sm:block"
    >
      <colgroup className="max-sm:hidden">
        <col className="w-10" />
        {columns.map((column, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <col key={place} className={cx(column.size, column.from && hiddenBelow[column.from])} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10 max-sm:sr-only">
        <tr>
          <Th>
            <Checkbox
              label="Select all loaded jobs"
              hideLabel
              checked={some && selected.size >= jobs.length}
              mixed={some && selected.size < jobs.length}
              onChange={onSelectAll}
            />
          </Th>
          <HeadCells columns={columns} className="truncate" ordering={{ value: sort ?? '', onChange: onSort }} />
        </tr>
      </thead>
      <tbody className="max-sm:block">
        <SpacerRow height={before} columns={1} />
        {items.map(({ index, key }) => (
          <JobRow
            key={key}
            job={jobs[index]!}
            index={index}
            isActive={index === active}
            isSelected={selected.has(jobs[index]!.id)}
            onActive={onActive}
            onSelect={onSelect}
            onFilter={onFilter}
            columns={columns}
            {...(isPhone && { measure: virtualizer.measureElement })}
          />
        ))}
        <SpacerRow height={after} columns={1} />
      </tbody>
    </Table>
  );
}

type RowProps = {
  job: AnyJob;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  onActive: JobsTableProps['onActive'];
  onSelect: JobsTableProps['onSelect'];
  onFilter: OnFilter;
  columns: readonly JobColumn[];
  /** Called with the row if its height depends on its content. */
  measure?(row: HTMLTableRowElement | null): void;
};

/** A row of the table, or on phones a card of four lines. */
function JobRow({ job, index, isActive, isSelected, onActive, onSelect, onFilter, columns, measure }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const shift = useRef(false);
  useEffect(() => {
    const { current: own } = row;
    if (isActive && !own?.contains(document.activeElement)) own?.querySelector('a')?.focus({ preventScroll: true });
  }, [isActive]);
  return (
    <tr
      ref={(element) => {
        row.current = element;
        measure?.(element);
      }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      onFocus={({ target }) => target instanceof HTMLAnchorElement && onActive(index)}
      className={cx(
        'group relative border-b border-border last:border-b-0 hover:bg-hover sm:h-(--row-height) sm:whitespace-nowrap',
        'max-sm:grid max-sm:grid-cols-[1.75rem_1fr_auto_auto] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:p-3',
        isSelected && 'bg-accent-soft',
        isActive && 'bg-hover outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <td className="relative z-[1] px-3 max-sm:p-0" onPointerDownCapture={(event) => (shift.current = event.shiftKey)}>
        <Checkbox
          label={`Select job ${job.id}`}
          hideLabel
          checked={isSelected}
          onChange={(checked) => {
            onSelect(job.id, checked, shift.current);
            shift.current = false;
          }}
        />
      </td>
      <Cells columns={columns} row={job} index={index} onFilter={onFilter} />
    </tr>
  );
}
