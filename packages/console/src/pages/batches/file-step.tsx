import type { InputDefinition } from '@errand/sdk';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { formatNumber } from '../../design/format.ts';
import { saveText } from '../../json/save-text.ts';
import { toCsv } from '../usage/to-csv.ts';
import { type CsvTable, decodeText, parseCsv } from './csv.ts';

/** Row limit of a batch. */
const ROWS_MAX = 10_000;
const BYTES_MAX = 50_000_000;

type FileStepProps = {
  definitions: readonly InputDefinition[];
  agentName: string;
  file: { name: string; table: CsvTable } | undefined;
  onFile(file: { name: string; table: CsvTable } | undefined): void;
};

export function FileStep({ definitions, agentName, file, onFile }: FileStepProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setProblem(undefined);
    onFile(undefined);
    if (chosen.size > BYTES_MAX) return setProblem('The file is larger than 50 MB. Split it into smaller files.');
    const table = parseCsv(decodeText(new Uint8Array(await chosen.arrayBuffer())));
    if (table.header.length === 0 || table.rows.length === 0) {
      return setProblem('This file has no rows below its header.');
    }
    if (table.rows.length > ROWS_MAX) {
      const count = formatNumber(table.rows.length);
      return setProblem(`The file has ${count} rows; a batch can have at most 10,000. Split it into smaller files.`);
    }
    onFile({ name: chosen.name, table });
  }

  function saveTemplate(): void {
    const example = Object.fromEntries(definitions.map(({ key, example: one }) => [key, one ?? '']));
    saveText(toCsv([example]), `${agentName.replace(/[^\w.-]+/g, '-')}.csv`, 'text/csv');
  }

  return (
    <Card title="2. File">
      <div
        role="group"
        aria-label="CSV file"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
        className="flex flex-wrap items-center gap-3 rounded-md border border-dashed border-edge p-4"
      >
        <Button icon={<FileUp size={14} aria-hidden />} onClick={() => picker.current?.click()}>
          Choose a CSV file
        </Button>
        <span className="text-muted">
          or drop it here. Commas, semicolons or tabs; the first row names the columns.
        </span>
        <input
          ref={picker}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button variant="quiet" onClick={saveTemplate}>
          Download a template
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
      {file && (
        <p role="status" className="mt-3">
          <bdi className="font-medium">{file.name}</bdi>: {formatNumber(file.table.rows.length)} rows,{' '}
          {file.table.header.length} columns
        </p>
      )}
    </Card>
  );
}
