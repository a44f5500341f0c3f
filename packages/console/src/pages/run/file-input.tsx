import { FileUp, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { cx } from '../../design/cx.ts';
import { Input } from '../../design/field.tsx';
import { formatBytes } from '../../design/format.ts';
import { uploadFile } from '../../session/upload.ts';
import type { InputValue, Upload } from './run-values.ts';

type FileInputProps = {
  label: string;
  dataType: string;
  multiple: boolean;
  value: InputValue;
  onChange(update: (value: InputValue) => InputValue): void;
};

let nextKey = 1;

/** Accepts files by dragging, choosing or pasting, which are uploaded at once, or a URL or id as text. */
export function FileInput({ label, dataType, multiple, value, onChange }: FileInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { send, sendAgain, remove } = useUploads(multiple, onChange);
  const hintId = useId();

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files);
  }

  return (
    <div className="flex flex-col gap-2">
      <div
        role="group"
        aria-label={label}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        onPaste={(event) => event.clipboardData.files.length > 0 && send(event.clipboardData.files)}
        className={cx(
          'flex flex-wrap items-center gap-3 rounded-md border border-dashed border-edge p-3',
          over && 'border-accent bg-accent-soft',
        )}
      >
        <Button
          icon={<FileUp size={14} aria-hidden />}
          aria-describedby={hintId}
          onClick={() => picker.current?.click()}
        >
          {multiple ? 'Choose files' : 'Choose a file'}
        </Button>
        <span id={hintId} className="text-muted">
          or drop {multiple ? 'them' : 'it'} here ({dataType})
        </span>
        <input
          ref={picker}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden
          multiple={multiple}
          accept={dataType === '*/*' ? undefined : dataType}
          onChange={(event) => {
            send(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {value.uploads.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {value.uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onAgain={() => sendAgain(upload)}
              onRemove={() => remove(upload.key)}
            />
          ))}
        </ul>
      )}
      {value.uploads.length === 0 && (
        <Input
          type="text"
          value={value.text}
          aria-label={`${label}: URL or file id`}
          placeholder="https://… or file_…"
          onChange={(event) => onChange((old) => ({ ...old, text: event.target.value }))}
        />
      )}
    </div>
  );
}

/** Sends files at once and keeps their state in the value of the input. */
function useUploads(multiple: boolean, onChange: FileInputProps['onChange']) {
  const aborts = useRef(new Map<number, AbortController>());

  function change(key: number, part: Partial<Upload>): void {
    onChange((old) => ({
      ...old,
      uploads: old.uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)),
    }));
  }

  function send(files: FileList | null): void {
    const chosen = [...(files ?? [])].slice(0, multiple ? undefined : 1);
    if (chosen.length === 0) return;
    const started = chosen.map((file) => ({ file, key: nextKey++ }));
    onChange((old) => ({
      ...old,
      uploads: [
        ...(multiple ? old.uploads : []),
        ...started.map(({ file, key }) => ({ key, name: file.name, size: file.size, progress: 0, file })),
      ],
    }));
    for (const { file, key } of started) sendOne(key, file);
  }

  function sendOne(key: number, file: File): void {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    uploadFile(file, (progress) => change(key, { progress }), abort.signal).then(
      (uploaded) => change(key, { progress: 1, fileId: uploaded.id, file: undefined }),
      (error: unknown) =>
        abort.signal.aborted || change(key, { error: error instanceof Error ? error.message : String(error) }),
    );
  }

  function sendAgain({ key, file }: Upload): void {
    if (file === undefined) return;
    change(key, { progress: 0, error: undefined });
    sendOne(key, file);
  }

  function remove(key: number): void {
    aborts.current.get(key)?.abort();
    onChange((old) => ({ ...old, uploads: old.uploads.filter((upload) => upload.key !== key) }));
  }

  return { send, sendAgain, remove };
}

function UploadRow({ upload, onAgain, onRemove }: { upload: Upload; onAgain(): void; onRemove(): void }) {
  const percent = Math.round(upload.progress * 100);
  return (
    <li className="flex items-center gap-3 rounded-sm border border-border bg-surface px-2.5 py-1">
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {upload.name}
      </span>
      {upload.size > 0 && <span className="text-muted">{formatBytes(upload.size)}</span>}
      {upload.error ? (
        <>
          <span role="alert" className="text-danger">
            {upload.error}
          </span>
          <Button size="sm" aria-label={`Send ${upload.name} again`} onClick={onAgain}>
            Try again
          </Button>
        </>
      ) : upload.fileId === undefined ? (
        <progress aria-label={`Sending ${upload.name}`} max={100} value={percent} className="h-2 w-24 accent-accent" />
      ) : (
        <span className="text-success">sent</span>
      )}
      <IconButton label={`Remove ${upload.name}`} icon={<X size={14} aria-hidden />} onClick={onRemove} />
    </li>
  );
}
