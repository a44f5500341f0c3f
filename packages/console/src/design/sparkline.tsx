import { useId } from 'react';

export type Bar = { succeeded: number; failed: number; cancelled: number };

const WIDTH = 96;
const HEIGHT = 22;

/** Small stacked bars: succeeded below, failed (hatched) above, cancelled on top. */
export function Sparkline({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const hatch = useId();
  const highest = Math.max(1, ...bars.map((bar) => bar.succeeded + bar.failed + bar.cancelled));
  const width = WIDTH / bars.length;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label} className="block">
      <defs>
        <pattern id={hatch} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="3" height="3" fill="var(--color-chart-failed)" />
          <rect width="1" height="3" fill="var(--color-bg)" opacity="0.45" />
        </pattern>
      </defs>
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--color-border)" />
      {bars.map((bar, index) => {
        let top = HEIGHT;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <g key={index}>
            {(
              [
                [bar.succeeded, 'var(--color-chart-succeeded)'],
                [bar.failed, `url(#${hatch})`],
                [bar.cancelled, 'var(--color-chart-cancelled)'],
              ] as const
            ).map(([count, fill]) => {
              const height = count === 0 ? 0 : Math.max(1.5, (count / highest) * HEIGHT);
              top -= height;
              return (
                height > 0 && (
                  <rect
                    key={fill}
                    x={index * width}
                    y={top}
                    width={Math.max(1, width - 1)}
                    height={height}
                    fill={fill}
                  />
                )
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
