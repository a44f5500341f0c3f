import { useEffect, useState } from 'react';
import { cx } from './cx.ts';

/** Grey bars in the shape of the content. Hidden for the first 200 ms, because most responses are faster. */
export function Skeleton({ rows = 5, className }: { rows?: number; className?: string }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" data-loading className={cx('flex flex-col gap-2', !visible && 'invisible', className)}>
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without an identity
        <div key={index} className="h-8 animate-pulse rounded-sm bg-hover" />
      ))}
    </div>
  );
}
