import type { UploadState } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { controlClass, Field, Input } from '../../design/field.tsx';
import { formatBytes, formatNumber, formatPercent } from '../../design/format.ts';
import { ErrorText } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { saveBlob } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { type ColumnGuess, guessColumns, guessJsonColumns } from './guess-types.ts';
import { sendFile } from './send-file.ts';
import { nameFromFile, readNameProblem } from './table-name.ts';

const HEAD_BYTES = 64_000;
const LOOK_MS = 500;

type BadRowMode = 'text' | 'reject' | 'stop';
type Progress = { step: 'sending' | 'importing'; share: number };

/** Imports a file as a table. Shows the guessed columns before, and the progress during the upload. */
export function UploadTable({ taken, onClose }: { taken: string[]; onClose(): void }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [head, setHead] = useState('');
  const [name, setName] = useState('');
  const [withHeaders, setWithHeaders] = useState(true);
  const [progress, setProgress] = useState<Progress>();
  /** The upload that waits for a decision, and what its import found. */
  const [sent, setSent] = useState<string>();
  const [stopped, setStopped] = useState<string>();
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = stop.current;
    return () => controller.abort();
  }, []);
  const isText = file !== undefined && /\.(csv|tsv|txt)$/i.test(file.name);
  const isLines = file !== undefined && /\.(jsonl|ndjson)$/i.test(file.name);
  const columns = isText ? guessColumns(head, withHeaders) : isLines ? guessJsonColumns(head) : [];
  const nameProblem = readNameProblem(name, taken);

  async function choose(chosen: File | undefined): Promise<void> {
    setSent(undefined);
    setStopped(undefined);
    setFile(chosen);
    if (chosen === undefined) return;
    if (name === '') setName(nameFromFile(chosen.name));
    setHead(await chosen.slice(0, HEAD_BYTES).text());
  }

  const upload = useMutation({
    meta: { quiet: true },
    mutationFn: async (onBadRows: BadRowMode) => {
      const { signal } = stop.current;
      if (sent !== undefined) return untilImported(sent, onBadRows);
      const place = await errand.uploads.start({
        table_name: name,
        filename: file!.name,
        content_type: file!.type || 'application/octet-stream',
        with_headers: withHeaders,
      });
      await sendFile(place, file!, (share) => setProgress({ step: 'sending', share }), signal);
      return untilImported(place.upload_id, onBadRows);
    },
    onSettled: () => setProgress(undefined),
    onSuccess: async (state) => {
      if (state.status === 'STOPPED') {
        setSent(state.upload_id);
        setStopped(state.error ?? 'Some rows do not fit.');
        return;
      }
      const rejected = state.summary?.rejected_rows ?? 0;
      if (rejected > 0) await saveRejects(state);
      showToast(`${name} was imported`, {
        ...(rejected > 0 && {
          description: `${formatNumber(rejected)} ${rejected === 1 ? 'row was' : 'rows were'} left out and saved as CSV.`,
        }),
      });
      await reload(keys.tables());
      await navigate({ to: '/tables/$name', params: { name } });
    },
  });

  /** Looks until the import has ended or needs a decision. */
  async function untilImported(id: string, onBadRows: BadRowMode): Promise<UploadState> {
    const { signal } = stop.current;
    setProgress({ step: 'importing', share: 1 });
    await errand.uploads.complete(id, { on_bad_rows: onBadRows });
    for (;;) {
      const state = await errand.uploads.get(id, { signal });
      if (state.status === 'FAILED') throw new Error(state.error ?? 'The file could not be imported.');
      if (state.status === 'COMPLETED' || state.status === 'STOPPED') return state;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Upload a table"
      description="CSV, Parquet, JSON lines or Excel, up to 2 GB."
      actions={
        <>
          <Button onClick={onClose}>{upload.isPending ? 'Cancel' : 'Close'}</Button>
          {stopped === undefined ? (
            <Button
              variant="primary"
              busy={upload.isPending}
              disabled={file === undefined || nameProblem !== undefined}
              onClick={() => upload.mutate('stop')}
            >
              Upload
            </Button>
          ) : (
            <>
              <Button busy={upload.isPending} onClick={() => upload.mutate('text')}>
                Keep these columns as text
              </Button>
              <Button variant="primary" busy={upload.isPending} onClick={() => upload.mutate('reject')}>
                Leave these rows out
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <label className="flex flex-col gap-1 font-medium">
          File
          <input
            type="file"
            accept=".csv,.tsv,.txt,.parquet,.jsonl,.ndjson,.xlsx"
            className={`${controlClass} cursor-pointer py-1 font-normal file:mr-3 file:cursor-pointer file:border-0 file:bg-transparent file:font-medium file:text-accent`}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        <Field
          label="Table name"
          error={name === '' ? undefined : nameProblem}
          description="Letters, digits and underscores."
        >
          <Input maxLength={128} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {isText && (
          <Checkbox label="The first row has the column names" checked={withHeaders} onChange={setWithHeaders} />
        )}
        {columns.length > 0 && (
          <>
            <ColumnPreview columns={columns} />
            <p className="text-muted">
              From the first rows. Every row is checked before the table exists; if some do not fit, you decide.
            </p>
          </>
        )}
        {file && columns.length === 0 && (
          <p className="text-muted">{formatBytes(file.size)}; its columns are read from the file itself.</p>
        )}
        {progress && (
          <div role="status" className="flex items-center gap-3">
            {progress.step === 'sending' ? (
              <progress aria-label="Sent" className="h-2 flex-1 accent-accent" max={1} value={progress.share} />
            ) : (
              <progress aria-label="Importing" className="h-2 flex-1 accent-accent" />
            )}
            <span className="w-32 tabular-nums">
              {progress.step === 'sending' ? `sent ${formatPercent(progress.share, 1)}` : 'importing…'}
            </span>
          </div>
        )}
        {stopped !== undefined && <BadRows said={stopped} />}
        <ErrorText>{upload.error?.message}</ErrorText>
      </div>
    </Dialog>
  );
}

/** What the import found, and what the two choices do. */
function BadRows({ said }: { said: string }) {
  return (
    <section aria-label="Rows that do not fit" className="rounded-md bg-warning-soft p-3 text-warning">
      <p className="font-semibold">Some rows do not fit, so nothing was imported yet.</p>
      <ul className="ml-4 list-disc">
        {said
          .replace(/ Nothing was imported\..*$/, '')
          .split(/(?<=\.) (?=Column )/)
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
      <p className="mt-2">
        Leave these rows out: they are saved as a CSV file, and the columns keep their types. Keep as text: every row is
        imported, and these columns are text.
      </p>
    </section>
  );
}

async function saveRejects({ upload_id: id, table_name: name }: UploadState): Promise<void> {
  const file = await errand.uploads.rejects(id);
  saveBlob(file, `${name}-rejects.csv`);
}

const ColumnPreview = ({ columns }: { columns: ColumnGuess[] }) => (
  <DataTable
    label="Detected columns"
    narrow="scroll"
    className="max-h-60 overflow-auto"
    rows={columns}
    // A bad file may name two columns the same.
    rowKey={(_column, index) => index}
    columns={[
      { header: 'Column', cell: ({ name }) => <bdi>{name}</bdi> },
      { header: 'Type', className: 'text-muted', cell: ({ type }) => type },
      {
        header: 'For example',
        className: 'max-w-80 truncate text-muted',
        cell: ({ samples }) => <bdi>{samples.join(', ')}</bdi>,
      },
    ]}
  />
);
