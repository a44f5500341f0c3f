import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** Says what will be here and how to add it, with a command or a button instead of a picture. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border border-dashed border-control p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="max-w-2xl text-md text-muted">{children}</div>}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
