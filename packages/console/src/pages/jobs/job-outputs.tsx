import { isFinalStatus, type Job, jobStatus, type OutputItem } from '@errand/sdk';
import { TextSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost } from '../../design/format.ts';
import { stateWords } from '../../design/status-word.ts';
import { kindOf } from '../../json/json-rows.ts';
import { JsonText } from '../../json/json-tree.tsx';
import { LongText } from '../../json/text-view.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { ArtifactView } from './artifact-view.tsx';
import { readOutput } from './read-output.ts';
import { ReferenceView } from './reference-view.tsx';
import { savedName } from './saved-name.ts';
import { useJobWords } from './use-job.ts';
import { VerdictCard } from './verdict-card.tsx';

/** The open part of the result, if the URL has it: the evidence of a finding, or the source of a value. */
export type OutputSelection = {
  evidence?: string | undefined;
  onEvidence(id: string): void;
  onField(field: string): void;
};

type JobOutputsProps = { job: Job; selection?: OutputSelection };

/** Shows the outputs of a job by type. Everything is rendered as text: markup is shown, never interpreted. */
export function JobOutputs({ job, selection }: JobOutputsProps) {
  const shown = useJobWords(job.id);
  if (job.outputs.length === 0 && !isFinalStatus(job.status_code) && shown !== '') return <JobWords text={shown} />;
  if (job.partial_outputs.length > 0) return <PartialOutputs job={job} selection={selection} />;
  if (job.outputs.length === 0) {
    return (
      <EmptyState title="No outputs">
        {!isFinalStatus(job.status_code)
          ? `The job is ${stateWords[job.display_status].toLowerCase()}. Its output appears here automatically.`
          : job.status_code === jobStatus.failure
            ? 'The job failed, so there is no result. The card above says why.'
            : job.status_code === jobStatus.cancelled
              ? 'The job was cancelled before it had a result.'
              : 'The data of this job was deleted, or the engine returned nothing.'}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">Outputs</h2>
      {job.outputs.map((output) => (
        <Output key={output.key} job={job} output={output} selection={selection} />
      ))}
    </div>
  );
}

/** What a failed job had found. It must not look like a result. */
function PartialOutputs({ job, selection }: { job: Job; selection: OutputSelection | undefined }) {
  return (
    <section aria-label="Partial outputs" className="flex flex-col gap-6">
      <p className="text-muted">The job failed, so there is no result. This is what it had found.</p>
      {job.partial_outputs.map((output) => (
        <Output key={output.key} job={job} output={output} selection={selection} />
      ))}
    </section>
  );
}

/** The output as the model writes it. A long one shows its end. */
function JobWords({ text }: { text: string }) {
  return (
    <section aria-label="The output so far" aria-busy="true">
      <p className="mb-2 text-muted">The model is writing.</p>
      <pre className="max-h-[32rem] overflow-y-auto rounded-md border border-border p-3 whitespace-pre-wrap break-words">
        {text.slice(-WORDS_SHOWN)}
      </pre>
    </section>
  );
}

const WORDS_SHOWN = 20_000;

type OutputProps = { job: Job; output: OutputItem; selection: OutputSelection | undefined };

function Output({ job, output, selection }: OutputProps) {
  const view = useMemo(() => readOutput(output, job.id), [output, job.id]);
  // These members are shown below in a better form.
  const told = [job.trust ? 'field_sources' : '', view.resources.length > 0 ? 'references' : ''].join(' ');
  const fields = useMemo(() => simpleFields(view.value, told), [view.value, told]);
  const [asTree, setAsTree] = useState(false);
  // The verdict and the fields say what the JSON has, in words.
  const isTold = view.verdict !== undefined || fields !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 dir="auto" className="text-lg font-semibold">
          {output.key}
        </h3>
        <Badge>{output.data_type}</Badge>
        {output.cost > 0 && <span className="text-muted">{formatCost(output.cost)}</span>}
        <span className="ml-auto flex items-center gap-1">
          {isTold && (
            <Button size="sm" aria-pressed={asTree} onClick={() => setAsTree(!asTree)}>
              {!asTree ? 'Show JSON' : view.verdict === undefined ? 'Show fields' : 'Hide JSON'}
            </Button>
          )}
          {output.value.length < 1_000_000 && <CopyButton text={output.value} label={`Copy output ${output.key}`} />}
        </span>
      </div>
      {output.description && <p className="text-muted">{output.description}</p>}
      {view.verdict && (
        <VerdictCard
          job={job}
          view={view.verdict}
          {...(selection && { selected: selection.evidence, onSelect: selection.onEvidence })}
        />
      )}
      {isTold && !asTree ? (
        view.verdict === undefined && (
          <FieldTable fields={fields!} sourceOf={(name) => sourceOf(job, name)} onSource={selection?.onField} />
        )
      ) : view.isJson ? (
        <JsonText text={output.value} label={`Output ${output.key}`} fileName={`${job.id}-${output.key}.json`} />
      ) : (
        <LongText text={output.value} label={`Output ${output.key}`} fileName={`${job.id}-${output.key}.txt`} />
      )}
      <Saved
        job={job}
        resources={view.resources}
        artifacts={view.verdict ? [] : view.artifacts}
        selection={view.verdict ? undefined : selection}
      />
    </div>
  );
}

/** Returns names and values if the output is an object with mostly plain members. */
function simpleFields(value: unknown, told: string): [string, unknown][] | undefined {
  if (kindOf(value) !== 'object') return undefined;
  const fields = Object.entries(value as object).filter(([name]) => !told.split(' ').includes(name));
  return fields.length > 0 && fields.length <= 60 && fields.some(([, one]) => kindOf(one) === 'leaf')
    ? fields
    : undefined;
}

/** Returns the first value of this name with a known source. */
const sourceOf = ({ trust }: Job, name: string): string | undefined => {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return trust?.fields.find(({ field }) => field === pointer || field.startsWith(`${pointer}/`))?.field;
};

type FieldTableProps = {
  fields: [string, unknown][];
  sourceOf(name: string): string | undefined;
  onSource: ((field: string) => void) | undefined;
};

function FieldTable({ fields, sourceOf, onSource }: FieldTableProps) {
  return (
    <dl className="grid grid-cols-[minmax(8rem,max-content)_1fr] overflow-hidden rounded-md border border-border">
      {fields.map(([name, value]) => (
        <div key={name} className="group col-span-2 grid grid-cols-subgrid border-b border-border last:border-b-0">
          <dt dir="auto" className="bg-surface px-3 py-1.5 font-medium break-words text-muted">
            {name}
          </dt>
          <dd dir="auto" className="flex min-w-0 items-start gap-2 px-3 py-1.5 break-words whitespace-pre-wrap">
            <span className="min-w-0 flex-1">
              <FieldValue value={value} />
            </span>
            <SourceButton name={name} field={sourceOf(name)} onSource={onSource} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type SourceButtonProps = { name: string; field: string | undefined; onSource: FieldTableProps['onSource'] };

function SourceButton({ name, field, onSource }: SourceButtonProps) {
  if (field === undefined || onSource === undefined) return null;
  return (
    <IconButton
      label={`Show the source of ${name}`}
      icon={<TextSearch size={14} aria-hidden />}
      onClick={() => onSource(field)}
    />
  );
}

function FieldValue({ value }: { value: unknown }) {
  if (value === null) return <span className="text-faint">null</span>;
  if (typeof value === 'string') return value === '' ? <span className="text-faint">empty</span> : value;
  if (kindOf(value) === 'leaf') return <span className="tabular-nums">{String(value)}</span>;
  const items = Array.isArray(value) ? value : undefined;
  if (items?.length === 0) return <span className="text-faint">none</span>;
  if (items?.every((one) => kindOf(one) === 'leaf') && items.length <= 20) {
    return (
      <ul className="list-inside list-disc">
        {items.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a result have no other identity
          <li key={index}>{String(one)}</li>
        ))}
      </ul>
    );
  }
  return <code className="text-code text-muted">{JSON.stringify(value, printable)?.slice(0, 2_000)}</code>;
}

const printable = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

type SavedProps = {
  job: Job;
  resources: string[];
  artifacts: string[];
  /** Set if the URL has the open part. A verdict uses the keyboard and the URL for its findings. */
  selection: OutputSelection | undefined;
};

/** Shows the evidence that the output refers to: saved pages, screenshots, artifacts. */
function Saved({ job, resources, artifacts, selection }: SavedProps) {
  const [chosen, setChosen] = useState<string>();
  const all = [...resources, ...artifacts];
  const open = all.find((id) => id === (selection ? selection.evidence : chosen));
  const select = selection?.onEvidence ?? setChosen;
  const walk = (by: 1 | -1) => {
    const at = open === undefined ? (by > 0 ? -1 : 0) : all.indexOf(open);
    select(all[(at + by + all.length) % all.length]!);
  };
  useShortcuts(
    selection && all.length > 0
      ? [
          { keys: ']', label: 'Next evidence', run: () => walk(1) },
          { keys: '[', label: 'Previous evidence', run: () => walk(-1) },
        ]
      : [],
  );
  if (all.length === 0) return null;
  return (
    <section aria-label="Evidence" className="flex flex-col gap-2">
      <h4 className="font-medium">Evidence</h4>
      <ul className="flex flex-wrap gap-2">
        {all.map((id) => (
          <li key={id}>
            <Button size="sm" title={id} aria-expanded={open === id} onClick={() => select(open === id ? NONE : id)}>
              <span className="max-w-64 truncate">{savedName(id, all)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open !== undefined &&
        (resources.includes(open) ? (
          <ReferenceView jobId={job.id} resourceId={open} />
        ) : (
          <ArtifactView jobId={job.id} artifactKey={open} />
        ))}
    </section>
  );
}

/** Nothing is open. */
const NONE = 'none';
