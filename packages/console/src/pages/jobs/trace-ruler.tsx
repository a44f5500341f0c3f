import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { IconButton } from '../../design/button.tsx';
import { formatDuration } from '../../design/format.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { isWhole, type TraceWindow, WHOLE, windowBetween, zoom } from './trace-window.ts';

type TraceRulerProps = {
  window: TraceWindow;
  /** Duration of the whole job. */
  wholeMs: number;
  /** Centre of the zoom: the selected step. */
  center: number | undefined;
  onChange(window: TraceWindow): void;
};

/** Zooms in and out of the steps. */
export function ZoomButtons({ window, center, onChange }: Omit<TraceRulerProps, 'wholeMs'>) {
  const [nearer, farther] = [() => onChange(zoom(window, 0.5, center)), () => onChange(zoom(window, 2))];
  useShortcuts([
    { keys: '+', label: 'Zoom into the time', run: nearer },
    { keys: '-', label: 'Zoom out', run: farther },
    { keys: '0', label: 'Show the whole time', run: () => onChange(WHOLE) },
  ]);
  return (
    <span className="flex items-center gap-0.5">
      <IconButton label="Zoom in" title="Zoom in (+)" icon={<ZoomIn size={14} aria-hidden />} onClick={nearer} />
      <IconButton
        label="Zoom out"
        title="Zoom out (-)"
        disabled={isWhole(window)}
        icon={<ZoomOut size={14} aria-hidden />}
        onClick={farther}
      />
      <IconButton
        label="Show the whole time"
        title="Whole (0)"
        disabled={isWhole(window)}
        icon={<Maximize size={14} aria-hidden />}
        onClick={() => onChange(WHOLE)}
      />
    </span>
  );
}

/** Shows the time range of the bars below. Dragging over a part zooms into it. */
export function TraceRuler({ window, wholeMs, onChange }: Omit<TraceRulerProps, 'center'>) {
  const ruler = useRef<HTMLSpanElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const shareOf = (event: PointerEvent): number => {
    const { left, width } = ruler.current!.getBoundingClientRect();
    return (event.clientX - left) / Math.max(1, width);
  };
  const moment = (share: number): string => formatDuration(Math.round(share * wholeMs));
  const marked = drag && [Math.min(drag.from, drag.to), Math.abs(drag.to - drag.from)];
  return (
    <span
      ref={ruler}
      data-testid="trace ruler"
      title="Drag over a part to look at it"
      className="relative flex h-full max-sm:hidden cursor-ew-resize touch-none items-center justify-between tabular-nums select-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: shareOf(event), to: shareOf(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: shareOf(event) })}
      onPointerUp={() => {
        if (drag) onChange(windowBetween(window, drag.from, drag.to));
        setDrag(undefined);
      }}
      onPointerCancel={() => setDrag(undefined)}
    >
      <span>{moment(window.from)}</span>
      <span>{moment((window.from + window.to) / 2)}</span>
      <span>{moment(window.to)}</span>
      {marked && (
        <span
          className="absolute inset-y-0 bg-accent-soft opacity-60"
          style={{ left: `${marked[0]! * 100}%`, width: `${marked[1]! * 100}%` }}
        />
      )}
    </span>
  );
}
