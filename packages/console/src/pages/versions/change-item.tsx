import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';

const signs = { added: ['+', 'positive'], removed: ['−', 'danger'], changed: ['~', 'warning'] } as const;

type ChangeItemProps = { kind: keyof typeof signs; what: string; name: string; children: ReactNode };

/** One difference between two versions: what it is about, and how it differs. */
export function ChangeItem({ kind, what, name, children }: ChangeItemProps) {
  const [sign, tone] = signs[kind];
  return (
    <li className="rounded-md border border-border p-3">
      <p className="mb-1 flex flex-wrap items-center gap-2">
        <Badge tone={tone}>
          {sign} {what} {kind}
        </Badge>
        <strong dir="auto" className="font-medium">
          {name}
        </strong>
      </p>
      <div className="break-words text-muted">{children}</div>
    </li>
  );
}
