import type { StatementResult } from '@errand/sdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { readColor, seriesTokens, useColorScheme } from '../../charts/colors.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCompact } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { numericColumns } from './result-rows.ts';

const HEIGHT = 300;

/** Shows a result as lines or bars: one column on the x-axis, others on the y-axis. The rows are in the other tab. */
export function ResultChart({ result }: { result: StatementResult }) {
  const numeric = useMemo(() => numericColumns(result), [result]);
  const [x, setX] = useState(() => result.column_names.findIndex((_name, index) => !numeric.includes(index)));
  const [chosen, setChosen] = useState<number[]>(() => numeric.filter((index) => index !== x).slice(0, 3));
  const [kind, setKind] = useState<'bars' | 'lines'>('bars');
  if (numeric.length === 0 || result.result_rows.length < 2) {
    return <EmptyState title="Nothing to plot">A chart needs at least two rows and a numeric column.</EmptyState>;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <Select
          label="Along"
          className="w-52!"
          value={String(x)}
          options={[
            { value: '-1', label: 'Row number' },
            ...result.column_names.map((name, index) => ({ value: String(index), label: name })),
          ]}
          onChange={(next: string) => setX(Number(next))}
        />
        <Select
          label="Kind"
          className="w-28!"
          value={kind}
          options={[
            { value: 'bars', label: 'Bars' },
            { value: 'lines', label: 'Lines' },
          ]}
          onChange={(next: 'bars' | 'lines') => setKind(next)}
        />
        {numeric
          .filter((index) => index !== x)
          .slice(0, 12)
          .map((index) => (
            <Checkbox
              key={index}
              label={<bdi>{result.column_names[index]}</bdi>}
              checked={chosen.includes(index)}
              onChange={(checked) =>
                setChosen(checked ? [...chosen, index].slice(-6) : chosen.filter((one) => one !== index))
              }
            />
          ))}
      </div>
      <Plot result={result} x={x} series={chosen} kind={kind} />
    </div>
  );
}

type PlotProps = { result: StatementResult; x: number; series: number[]; kind: 'bars' | 'lines' };

function Plot({ result, x, series, kind }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useColorScheme();
  useEffect(() => {
    const element = frame.current;
    if (element === null || series.length === 0) return undefined;
    void scheme;
    const labels = result.result_rows.map((row, index) => (x < 0 ? String(index + 1) : String(row[x] ?? '')));
    const axis = {
      stroke: readColor('muted'),
      grid: { stroke: readColor('border'), width: 1 },
      ticks: { show: false },
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false } },
        scales: { x: { time: false, range: (_plot, min, max) => [min - 0.5, max + 0.5] } },
        axes: [
          { ...axis, values: (_plot, ticks) => ticks.map((tick) => (labels[tick] ?? '').slice(0, 14)) },
          { ...axis, size: 64, values: (_plot, ticks) => ticks.map(formatCompact) },
        ],
        series: [
          {},
          ...series.map((column, index) => ({
            label: result.column_names[column] ?? '',
            stroke: readColor(seriesTokens[index] ?? 'muted'),
            width: 2,
            ...(kind === 'bars' && {
              fill: readColor(seriesTokens[index] ?? 'muted'),
              paths: uPlot.paths.bars!({ size: [0.7 / series.length, 60] }),
              points: { show: false },
            }),
          })),
        ],
      },
      [
        labels.map((_label, index) => index),
        ...series.map((column) =>
          result.result_rows.map((row) => (typeof row[column] === 'number' ? (row[column] as number) : null)),
        ),
      ],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [result, x, series, kind, scheme]);
  const names = series.map((column) => result.column_names[column]).join(', ');
  return (
    <figure className="m-0">
      <div
        ref={frame}
        role="img"
        aria-label={`${names} by ${x < 0 ? 'row' : result.column_names[x]}. The rows tab has the numbers.`}
        className="min-h-[300px] w-full"
      />
      <figcaption className="flex flex-wrap gap-4 text-xs text-muted">
        {series.map((column, index) => (
          <span key={column} className="inline-flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2.5 rounded-sm"
              style={{ background: `var(--color-${seriesTokens[index] ?? 'muted'})` }}
            />
            <bdi>{result.column_names[column]}</bdi>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
