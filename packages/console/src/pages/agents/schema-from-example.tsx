import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { decodeText } from '../batches/csv.ts';
import { deriveSchema } from './example-schema.ts';
import type { Schema } from './schema-model.ts';

type Props = { onClose(): void; onSchema(schema: Schema, said: string): void };

/** A file is read up to here: enough for its form. */
const BYTES_MAX = 2 * 1024 * 1024;

export function SchemaFromExample({ onClose, onSchema }: Props) {
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  function use(): void {
    const derived = deriveSchema(text, fileName);
    if ('problem' in derived) {
      setError(derived.problem);
      return;
    }
    onSchema(derived.schema, derived.said);
    onClose();
  }
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.slice(0, BYTES_MAX).arrayBuffer());
    if (bytes.subarray(0, 1_000).includes(0) || /^%PDF/.test(decodeText(bytes.subarray(0, 5)))) {
      setError(`${file.name} is not text. Paste its text, or give an example of the output as JSON.`);
      return;
    }
    setError(undefined);
    setFileName(file.name);
    setText(decodeText(bytes));
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Output schema from an example"
      description="Paste or choose an example of the output: JSON, a table as CSV, or the text of a document with labels. It replaces the current schema."
      actions={
        <Button variant="primary" onClick={use}>
          Use it
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-2">
          <Button size="sm" icon={<FileUp size={12} aria-hidden />} onClick={() => picker.current?.click()}>
            Choose a file…
          </Button>
          {fileName !== '' && <span className="min-w-0 truncate text-muted">{fileName}</span>}
          <input
            ref={picker}
            type="file"
            hidden
            accept=".json,.jsonl,.ndjson,.csv,.tsv,.txt,.md,.eml,.html"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </div>
        <Field label="Example" error={error}>
          <Textarea
            rows={10}
            className="font-mono text-code"
            placeholder='{"total": 118.0, "currency": "EUR"}'
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
