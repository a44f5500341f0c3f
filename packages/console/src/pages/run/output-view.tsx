import type { OutputItem } from '@errand/sdk/jobs.ts';
import { useMemo } from 'react';
import { CopyButton } from '../../design/copy.tsx';
import { formatBytes } from '../../design/format.ts';
import { JsonView } from '../../design/json-view.tsx';
import { Evidence } from './evidence.tsx';

const TEXT_SHOWN = 20_000;

/** Outputs by their type. Text stays text: whatever markup it holds is shown, never run. */
export function OutputView({ outputs, jobId }: { outputs: readonly OutputItem[]; jobId?: string | undefined }) {
  return (
    <div className="flex flex-col gap-4">
      {outputs.map((output) => (
        <Output key={output.key} output={output} jobId={jobId} />
      ))}
    </div>
  );
}

function Output({ output, jobId }: { output: OutputItem; jobId: string | undefined }) {
  const { key, data_type: dataType, value, description } = output;
  const json = useMemo(() => (/json/.test(dataType) ? parse(value) : undefined), [dataType, value]);
  return (
    <article aria-label={`Output ${key}`}>
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="font-semibold">{key}</h3>
        <span className="font-mono text-xs text-faint">{dataType}</span>
        <span className="text-xs text-faint">{formatBytes(value.length)}</span>
        {json === undefined && <CopyButton text={value} label={`Copy ${key}`} />}
      </div>
      {description && <p className="mb-1.5 text-muted">{description}</p>}
      {json === undefined ? (
        <Text value={value} label={key} />
      ) : (
        <JsonView value={json.value} label={`Output ${key}`} />
      )}
      {json !== undefined && jobId !== undefined && <Evidence value={json.value} jobId={jobId} />}
    </article>
  );
}

function Text({ value, label }: { value: string; label: string }) {
  return (
    <section
      tabIndex={0}
      aria-label={`Output ${label}`}
      className="max-h-[32rem] overflow-auto rounded-md border border-border bg-surface p-3"
    >
      <p dir="auto" className="text-md break-words whitespace-pre-wrap">
        {value.slice(0, TEXT_SHOWN)}
      </p>
      {value.length > TEXT_SHOWN && (
        <p className="mt-2 text-muted">
          The first {TEXT_SHOWN} of {value.length} characters. Copy takes all of it.
        </p>
      )}
    </section>
  );
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
