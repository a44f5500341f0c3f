import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type CardProps = { title?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string };

export function Card({ title, actions, children, className }: CardProps) {
  return (
    <section className={cx('rounded-md border border-border bg-raised p-4', className)}>
      {(title !== undefined || actions) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {title !== undefined && <h2 className="text-lg font-semibold">{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Shows names and values, as in "Created: 5 min ago". */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words [&>button:first-child]:-ml-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
