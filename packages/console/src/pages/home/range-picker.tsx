import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { rangeInfo, ranges } from './range.ts';

const OtherTime = lazy(async () => ({ default: (await import('./other-time.tsx')).OtherTime }));

const look =
  'h-7 rounded-sm px-2.5 leading-7 font-medium text-muted hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent';

/** Selects the period. Dragging over the chart does the same as the two fields. */
export function RangePicker() {
  const search = useSearch({ from: '/shell/' });
  const [isAsking, setIsAsking] = useState(false);
  const isCustom = search.from !== undefined;
  return (
    <>
      <nav aria-label="Time range" className="flex flex-wrap gap-1">
        {ranges.map((one) => (
          <Link
            key={one}
            to="/"
            search={one === '24h' ? {} : { range: one }}
            activeOptions={{ exact: true }}
            className={look}
          >
            {rangeInfo[one].label}
          </Link>
        ))}
        <button type="button" aria-current={isCustom || undefined} onClick={() => setIsAsking(true)} className={look}>
          Other…
        </button>
      </nav>
      <Suspense>{isAsking && <OtherTime onClose={() => setIsAsking(false)} />}</Suspense>
    </>
  );
}
