import { Button } from './button.tsx';
import { formatNumber } from './format.ts';

type PagerProps = { page: number; pageSize: number; count: number; onPage(page: number): void };

export function Pager({ page, pageSize, count, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(count / pageSize));
  if (last === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-3 text-muted">
      <span className="tabular-nums">
        {formatNumber((page - 1) * pageSize + 1)}–{formatNumber(Math.min(count, page * pageSize))} of{' '}
        {formatNumber(count)}
      </span>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
