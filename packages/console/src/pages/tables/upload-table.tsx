import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { controlClass, Field, Input } from '../../design/field.tsx';
import { formatBytes, formatPercent } from '../../design/format.ts';
import { ErrorText } from '../../design/save-form.tsx';
import { type ColumnGuess, guessColumns, guessJsonColumns } from './guess-types.ts';
import { nameFromFile, readNameProblem } from './table-name.ts';
import { useTableUpload } from './use-table-upload.ts';

const HEAD_BYTES = 64_000;

/** Imports a file as a table. Shows the guessed columns before, and the progress during the upload. */
export function UploadTable({ taken, onClose }: { taken: string[]; onClose(): void }) {
  const [file, setFile] = useState<File>();
  const [head, setHead] = useState('');
  const [name, setName] = useState('');
  const [withHeaders, setWithHeaders] = useState(true);
  const { upload, progress, stopped, forget } = useTableUpload({ file, name, withHeaders });
  const isText = file !== undefined && /\.(csv|tsv|txt)$/i.test(file.name);
  const isLines = file !== undefined && /\.(jsonl|ndjson)$/i.test(file.name);
  const columns = isText ? guessColumns(head, withHeaders) : isLines ? guessJsonColumns(head) : [];
  const nameProblem = readNameProblem(name, taken);

  async function choose(chosen: File | undefined): Promise<void> {
    forget();
    setFile(chosen);
    if (chosen === undefined) return;
    if (name === '') setName(nameFromFile(chosen.name));
    setHead(await chosen.slice(0, HEAD_BYTES).text());
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
