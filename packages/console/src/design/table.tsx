import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A real table that scrolls sideways inside its frame. `label` tells screen readers what it lists. */
export function Table({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <section
      className={cx('relative overflow-x-auto rounded-md border border-border', className)}
      aria-label={label}
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left">{children}</table>
    </section>
  );
}

export function Th({ numeric, className, ...props }: ComponentProps<'th'> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cx(
        'h-8 border-b border-border bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted',
        numeric && 'text-right',
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
  return <td className={cx('h-9 px-3 py-1', numeric && 'text-right', className)} {...props} />;
}
