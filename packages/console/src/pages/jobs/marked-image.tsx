import { useRef } from 'react';
import { scrollWithin } from './marked-text.tsx';

type MarkedImageProps = {
  src: string;
  alt: string;
  /** Size of the page in the unit of the box (left, top, right, bottom). */
  width: number;
  height: number;
  box: readonly number[] | undefined;
};

const percent = (part: number, whole: number): string => `${Math.max(0, Math.min(100, (part / whole) * 100))}%`;

/** Shows a page or picture with a region marked and scrolled into view. */
export function MarkedImage({ src, alt, width, height, box }: MarkedImageProps) {
  const region = useRef<HTMLSpanElement>(null);
  const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
  return (
    <section
      tabIndex={0}
      aria-label={alt}
      className="max-h-[44rem] overflow-auto rounded-md border border-border bg-[white]"
    >
      <span className="relative block">
        <img src={src} alt={alt} className="block w-full" onLoad={() => scrollWithin(region.current)} />
        {box && (
          <span
            ref={region}
            data-testid="marked region"
            className="absolute rounded-sm bg-[#fcd34d]/35 outline-2 outline-[#92400e] outline-solid"
            style={{
              left: percent(left - 2, width),
              top: percent(top - 2, height),
              width: percent(right - left + 4, width),
              height: percent(bottom - top + 4, height),
            }}
          />
        )}
      </span>
    </section>
  );
}
