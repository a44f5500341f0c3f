import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { getTimeZone } from '../design/time-zone.ts';
import { readColor, useColorScheme } from './colors.ts';
import { type BarSeries, stack, tokenAt } from './stack.ts';
import { timeLabels } from './time-labels.ts';

type StackedBarsProps = {
  /** The beginning of each bar, in seconds since the epoch. */
  times: number[];
  /** At most six. The last one may be the rest. */
  series: BarSeries[];
  format(value: number): string;
  /** Describes the chart. The numbers are in a table beside it. */
  label: string;
  onPick?(index: number): void;
  /** Called when the user drags over several bars. */
  onRange?(first: number, last: number): void;
};

/** Shorter drags count as clicks. */
const DRAG_PX_MIN = 6;

const HEIGHT = 220;
/** Sizes of the value axis: about one digit at 11 px, and the gap beside the longest label. */
const CHARACTER_PX = 7;
const LABEL_GAP = 10;
const WHOLE_STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

/** Stacked bars over time, one part per series. A table on the same page has the same numbers. */
export function StackedBars({ times, series, format, label, onPick, onRange }: StackedBarsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useColorScheme();
  const act = useRef({ onPick, onRange });
  act.current = { onPick, onRange };
  useEffect(() => {
    function onSelect(plot: uPlot): void {
      const { left, width } = plot.select;
      if (width < DRAG_PX_MIN) return;
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      act.current.onRange?.(plot.posToIdx(left), plot.posToIdx(left + width));
    }
    const element = frame.current;
    if (element === null) return undefined;
    void scheme;
    const plot = new uPlot(
      {
        ...options({ width: element.clientWidth, series, step: (times[1] ?? 0) - (times[0] ?? 0), format }),
        hooks: { setSelect: [onSelect], draw: [drawBaseline] },
      },
      stack(times, series),
      element,
    );
    plot.over.addEventListener('click', () => {
      if (plot.cursor.idx != null) act.current.onPick?.(plot.cursor.idx);
    });
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, format, scheme]);
  return (
    <figure className="m-0">
      <div ref={frame} role="img" aria-label={label} className="min-h-[220px] w-full" />
      <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {series.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two agents may have the same name
          <span key={index} className="inline-flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2.5 rounded-sm"
              style={{ background: `var(--color-${one.token ?? tokenAt(index, series.length)})` }}
            />
            <bdi>{one.label}</bdi>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** One solid line at zero. The outlines of empty bars would cut that of the grid into dashes. */
function drawBaseline({ ctx, bbox, valToPos }: uPlot): void {
  const y = Math.round(valToPos(0, 'y', true));
  ctx.save();
  ctx.fillStyle = readColor('control');
  ctx.fillRect(bbox.left, y, bbox.width, Math.max(1, devicePixelRatio));
  ctx.restore();
}

type Looks = { width: number; series: BarSeries[]; step: number; format(value: number): string };

function options({ width, series, step, format }: Looks): uPlot.Options {
  const axis = {
    stroke: readColor('muted'),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: readColor('border'), width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars!({ size: [0.7, 48] });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    ...(getTimeZone() !== '' && { tzDate: (at: number) => uPlot.tzDate(new Date(at * 1_000), getTimeZone()) }),
    cursor: { y: false, drag: { x: true, y: false, setScale: false, dist: DRAG_PX_MIN }, points: { show: false } },
    // Bars are centred on their times, so half of the first and last one needs room too.
    scales: {
      x: { time: true, range: (_plot, min, max) => [min - step / 2, max + step / 2] },
      y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.05 : 1] },
    },
    axes: [
      { ...axis, values: (_plot, ticks, _axis, _space, increment) => timeLabels(ticks, increment) },
      {
        ...axis,
        // The axis is as wide as its longest label, so that the bars begin at the edge of the card.
        size: (_plot, labels) => LABEL_GAP + CHARACTER_PX * Math.max(1, ...(labels ?? []).map(({ length }) => length)),
        values: (_plot, ticks) => ticks.map(format),
        // Counts have no halves.
        ...(series.every(({ values }) => values.every(Number.isInteger)) && { incrs: WHOLE_STEPS }),
      },
    ],
    series: [
      {},
      ...series
        .map((one, index) => ({
          label: one.label,
          fill: readColor(one.token ?? tokenAt(index, series.length)),
          stroke: readColor('raised'),
          width: 1,
          paths: bars,
          points: { show: false },
        }))
        .reverse(),
    ],
  };
}
