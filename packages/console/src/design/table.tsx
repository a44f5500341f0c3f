import { type ComponentProps, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';

type TableProps = {
  /** Tells screen readers what the table lists. */
  label: string;
  children: ReactNode;
  className?: string;
  /** On phones, 'cards' shows each row as a card, and 'scroll' keeps the columns so that they can be compared. */
  narrow?: 'cards' | 'scroll';
  /** The scroll container, for virtualized tables. */
  ref?: Ref<HTMLElement>;
  tableClassName?: string;
  /** Number of all rows including the header, if not all are rendered. -1 if unknown. */
  rowCount?: number;
};

/** The console's only table. Its rows follow the chosen density, and become cards if there is no room for columns. */
export function Table({ label, children, className, narrow = 'cards', ref, tableClassName, rowCount }: TableProps) {
  const table = useCardLabels();
  return (
    <section
      ref={ref}
      className={cx('relative rounded-md border border-border bg-raised', className ?? 'overflow-x-auto')}
      aria-label={label}
      tabIndex={0}
    >
      <table
        ref={table}
        aria-rowcount={rowCount}
        className={cx(narrow === 'cards' && 'as-cards', 'w-full border-collapse text-left', tableClassName)}
      >
        {children}
      </table>
    </section>
  );
}

/** Passes the column titles to the style sheet, which shows them in the cards (styles.css, `as-cards`). */
function useCardLabels() {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const heads = table.current?.tHead?.rows[0]?.cells ?? [];
    for (const [index, head] of [...heads].entries()) {
      const text = head.querySelector('.sr-only') ? '' : head.textContent.trim();
      table.current?.style.setProperty(`--label-${index + 1}`, text === '' ? 'none' : JSON.stringify(text));
    }
  });
  return table;
}

export function Th({ numeric, className, ...props }: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cx(
        'h-(--row-height) border-b border-border bg-raised px-3 text-xs font-medium whitespace-nowrap text-faint first:rounded-tl-md last:rounded-tr-md',
        numeric && 'text-right tabular-nums',
        className,
      )}
      {...props}
    />
  );
}

export function Tr({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cx('group border-b border-border last:border-b-0 hover:bg-hover', className)} {...props} />;
}

export function Td({ numeric, className, ...props }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={cx(
        'h-(--row-height) px-3 py-0.5',
        numeric && 'text-right tabular-nums sm:whitespace-nowrap',
        className,
      )}
      {...props}
    />
  );
}

/** Takes the space of the rows before or after the visible ones, in a virtualized table. */
export const SpacerRow = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
