import { useEffect, useRef } from 'react';
import { type Range, splitByRanges } from './find-passage.ts';

/** Marks words with an outline too, because colour alone is not visible to everybody. */
export const markClass = 'rounded-sm bg-warning-soft px-0.5 text-text outline-2 outline-warning outline-solid';

/** Shows a text with passages marked and the first one scrolled into view. Markup is shown, never interpreted. */
export function MarkedText({ text, ranges, label }: { text: string; ranges: readonly Range[]; label: string }) {
  const first = useRef<HTMLElement>(null);
  const key = ranges.map(({ start, end }) => `${start}-${end}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage comes into sight
  useEffect(() => scrollWithin(first.current), [key, text]);
  let isFirst = true;
  return (
    <section
      tabIndex={0}
      aria-label={label}
      className="max-h-[32rem] overflow-auto rounded-md border border-border bg-surface p-3"
    >
      <pre dir="auto" className="font-mono text-code break-words whitespace-pre-wrap">
        {splitByRanges(text, ranges).map((piece, index) => {
          if (!piece.isMarked) return piece.text;
          const ref = isFirst ? first : undefined;
          isFirst = false;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
            <mark key={index} ref={ref} className={markClass}>
              {piece.text}
            </mark>
          );
        })}
      </pre>
    </section>
  );
}

/** Scrolls the element to the middle of its frame, without scrolling the page. */
export function scrollWithin(element: HTMLElement | null): void {
  const frame = element?.closest('section');
  if (!element || !frame) return;
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  frame.scrollTop += inner.top - outer.top - (frame.clientHeight - inner.height) / 2;
  frame.scrollLeft += Math.max(0, inner.right - outer.right);
}
