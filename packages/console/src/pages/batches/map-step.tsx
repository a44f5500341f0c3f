import type { Agent, AgentVersion } from '@errand/sdk';
import { useMemo, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { controlClass } from '../../design/field.tsx';
import { formatNumber } from '../../design/format.ts';
import { Select } from '../../design/select.tsx';
import { saveText } from '../../json/save-text.ts';
import { isRequired } from '../run/run-values.ts';
import { toCsv } from '../usage/to-csv.ts';
import type { CsvTable } from './csv.ts';
import {
  checkRows,
  type Mapping,
  type Problem,
  recallMapping,
  rememberMapping,
  type Source,
  toRows,
} from './map-columns.ts';
import { toRejectedRows } from './result-rows.ts';
import { RunStep } from './run-step.tsx';

type MapStepProps = { agent: Agent; version: AgentVersion; fileName: string; table: CsvTable };

/** Maps columns to inputs and shows the problems of rows. */
export function MapStep({ agent, version, fileName, table }: MapStepProps) {
  const definitions = version.input_definitions;
  const [mapping, setMapping] = useState<Mapping>(() => recallMapping(agent.id, definitions, table));
  const rows = useMemo(() => toRows(definitions, table, mapping), [definitions, table, mapping]);
  const { problems, valid } = useMemo(() => checkRows(definitions, rows), [definitions, rows]);
  const set = (key: string, source: Source) => {
    const next = { ...mapping, [key]: source };
    setMapping(next);
    rememberMapping(agent.id, next, table);
  };
  return (
    <>
      <Card title="3. Columns">
        <DataTable
          label="Inputs and their columns"
          rows={definitions}
          rowKey={({ key }) => key}
          columns={[
            {
              header: 'Input',
              cell: (definition) => (
                <>
                  <span className="font-medium">{definition.key}</span>
                  {!isRequired(definition) && <span className="ml-1.5 text-faint">optional</span>}
                </>
              ),
            },
            {
              header: 'Comes from',
              className: 'flex flex-wrap gap-2',
              cell: ({ key }) => (
                <SourceChoice
                  name={key}
                  source={mapping[key] ?? { kind: 'none' }}
                  header={table.header}
                  onChange={(source) => set(key, source)}
                />
              ),
            },
            {
              header: 'First row',
              className: 'max-w-80 truncate text-muted',
              dir: 'auto',
              cell: ({ key }) => rows[0]?.inputs[key] ?? '–',
            },
          ]}
        />
      </Card>
      <Card title="4. Check">
        <p role="status">
          <strong>{formatNumber(valid.length)}</strong> of {formatNumber(rows.length)} rows can run.
        </p>
        {problems.length > 0 && (
          <>
            <Problems problems={problems} />
            <Button size="sm" className="mt-3" onClick={() => saveRejected(fileName, table, problems)}>
              Save these rows as CSV
            </Button>
          </>
        )}
      </Card>
      {valid.length > 0 && (
        <RunStep agent={agent} version={version} rows={valid} leftOut={rows.length - valid.length} name={fileName} />
      )}
    </>
  );
}

type SourceChoiceProps = {
  name: string;
  source: Source;
  header: readonly string[];
  onChange(source: Source): void;
};

/** Where an input comes from: a column, one value for all rows, or nowhere. */
const SourceChoice = ({ name, source, header, onChange }: SourceChoiceProps) => (
  <>
    <Select
      label={`Where ${name} comes from`}
      className="w-56!"
      value={source.kind === 'column' ? String(source.column) : source.kind}
      onChange={(value) => onChange(toSource(value))}
      options={[
        { value: 'none', label: 'Nowhere' },
        { value: 'constant', label: 'Same value for all rows' },
        ...header.map((column, index) => ({ value: String(index), label: `Column ${column}` })),
      ]}
    />
    {source.kind === 'constant' && (
      <input
        aria-label={`Value of ${name} for all rows`}
        value={source.text}
        onChange={(event) => onChange({ kind: 'constant', text: event.target.value })}
        className={`${controlClass} h-8 w-56!`}
      />
    )}
  </>
);

function toSource(value: string): Source {
  if (value === 'none') return { kind: 'none' };
  return value === 'constant' ? { kind: 'constant', text: '' } : { kind: 'column', column: Number(value) };
}

function saveRejected(fileName: string, table: CsvTable, problems: readonly Problem[]): void {
  const rows = toRejectedRows(table, problems);
  saveText(toCsv(rows), `${fileName.replace(/\.\w+$/, '')}-rejected.csv`, 'text/csv');
}

const ROWS_NAMED = 8;

function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="mt-2 flex flex-col gap-1">
      {problems.map(({ message, rows }) => (
        <li key={message} className="rounded-sm bg-warning-soft px-3 py-1.5 text-warning">
          {message} {rows.length === 1 ? 'Row' : `${formatNumber(rows.length)} rows:`}{' '}
          {rows.slice(0, ROWS_NAMED).join(', ')}
          {rows.length > ROWS_NAMED && ' …'}
        </li>
      ))}
    </ul>
  );
}
