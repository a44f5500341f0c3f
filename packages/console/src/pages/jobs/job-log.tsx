import { isFinalStatus, type Job } from '@errand/sdk';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { cx } from '../../design/cx.ts';
import { controlClass } from '../../design/field.tsx';
import { counted } from '../../design/plural.ts';
import { saveBlob } from '../../json/save-text.ts';
import { filterLines, listLogLines, writeLines } from './log-lines.ts';

const LINE_HEIGHT = 24;

/** Shows what happened line by line. Follows a running job until the user scrolls up. */
export function JobLog({ job, onStep }: { job: Job; onStep(key: string): void }) {
  const [text, setText] = useState('');
  const [onlyProblems, setOnlyProblems] = useState(false);
  const lines = useMemo(() => listLogLines(job), [job]);
  const shown = useMemo(() => filterLines(lines, { text, onlyProblems }), [lines, text, onlyProblems]);
  const frame = useRef<HTMLElement>(null);
  const follows = useRef(!isFinalStatus(job.status_code));
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  useEffect(() => {
    if (follows.current && shown.length > 0) virtualizer.scrollToIndex(shown.length - 1);
  }, [shown.length, virtualizer]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <input
          aria-label="Search the log"
          placeholder="Search the log"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={cx(controlClass, 'h-8 w-56!')}
        />
        <Checkbox label="Only problems" checked={onlyProblems} onChange={setOnlyProblems} />
        <span role="status" className="ml-auto text-muted">
          {counted(shown.length, 'line')}
        </span>
        <Button
          size="sm"
          icon={<Download size={12} aria-hidden />}
          onClick={() => saveBlob(new Blob([writeLines(lines)], { type: 'text/plain' }), `${job.id}.log`)}
        >
          Download
        </Button>
      </div>
      <section
        ref={frame}
        tabIndex={0}
        aria-label="Log"
        className="max-h-112 overflow-auto rounded-md border border-border bg-surface py-2"
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          follows.current = scrollTop + clientHeight >= scrollHeight - LINE_HEIGHT;
        }}
      >
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const line = shown[index]!;
            return (
              <li
                key={index}
                className="absolute flex h-6 w-max min-w-full items-center gap-3 px-3 font-mono text-code whitespace-pre hover:bg-hover"
                style={{ transform: `translateY(${start}px)` }}
              >
                <time dateTime={new Date(line.atMs).toISOString()} className="text-muted tabular-nums">
                  {new Date(line.atMs).toISOString().slice(11, 23)}
                </time>
                {line.step === undefined ? (
                  <bdi className={cx(line.isProblem && 'text-failure')}>{line.text}</bdi>
                ) : (
                  <button
                    type="button"
                    className={cx('rounded-sm hover:underline', line.isProblem && 'text-failure')}
                    onClick={() => onStep(line.step!)}
                  >
                    <bdi>{line.text}</bdi>
                  </button>
                )}
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}
