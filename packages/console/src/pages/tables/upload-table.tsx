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
import { formatBytes, formatPercent } from '../../design/format.ts';
import { ErrorText } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { type ColumnGuess, guessColumns, guessJsonColumns } from './guess-types.ts';
import { sendFile } from './send-file.ts';
import { nameFromFile, readNameProblem } from './table-name.ts';

const HEAD_BYTES = 64_000;
const LOOK_MS = 500;

type Progress = { step: 'sending' | 'importing'; share: number };

/** Imports a file as a table. Shows the guessed columns before, and the progress during the upload. */
export function UploadTable({ taken, onClose }: { taken: string[]; onClose(): void }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [head, setHead] = useState('');
  const [name, setName] = useState('');
  const [withHeaders, setWithHeaders] = useState(true);
  const [progress, setProgress] = useState<Progress>();
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
    setFile(chosen);
    if (chosen === undefined) return;
    if (name === '') setName(nameFromFile(chosen.name));
    setHead(await chosen.slice(0, HEAD_BYTES).text());
  }

  const upload = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const { signal } = stop.current;
      const place = await errand.uploads.start({
        table_name: name,
        filename: file!.name,
        content_type: file!.type || 'application/octet-stream',
        with_headers: withHeaders,
      });
      await sendFile(place, file!, (share) => setProgress({ step: 'sending', share }), signal);
      setProgress({ step: 'importing', share: 1 });
      await errand.uploads.complete(place.upload_id);
      for (;;) {
        const state = await errand.uploads.get(place.upload_id, { signal });
        if (state.status === 'FAILED') throw new Error(state.error ?? 'The file could not be imported.');
        if (state.status === 'COMPLETED') return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    onSettled: () => setProgress(undefined),
    onSuccess: async () => {
      showToast(`${name} was imported`);
      await reload(keys.tables());
      await navigate({ to: '/tables/$name', params: { name } });
    },
  });

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
          <Button
            variant="primary"
            busy={upload.isPending}
            disabled={file === undefined || nameProblem !== undefined}
            onClick={() => upload.mutate()}
          >
            Upload
          </Button>
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
        {columns.length > 0 && <ColumnPreview columns={columns} />}
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
        <ErrorText>{upload.error?.message}</ErrorText>
      </div>
    </Dialog>
  );
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
