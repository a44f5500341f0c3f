import type { Screened, ScreeningMatch } from '@errand/sdk';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { Field, TextField } from '../../design/field.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { Select } from '../../design/select.tsx';
import { errand } from '../../session/client.ts';

const kinds = [
  { value: 'person', label: 'Person' },
  { value: 'company', label: 'Company' },
  { value: 'other', label: 'Other' },
] as const;

const columns: Column<ScreeningMatch>[] = [
  { header: 'Name', cell: ({ matched_name: name }) => <bdi className="font-medium">{name}</bdi> },
  { header: 'Score', numeric: true, cell: ({ score }) => score.toFixed(2) },
  {
    header: 'Why',
    cell: ({ parts }) => (
      <ul>
        {parts.map(({ what, why }) => (
          <li key={what}>
            <bdi>{what}</bdi>: {why}
          </li>
        ))}
      </ul>
    ),
  },
  { header: 'Program', cell: ({ entry }) => entry.program ?? '–' },
  { header: 'Entry', cell: ({ entry }) => entry.id },
];

/** Compares one name with all lists. */
export function CheckName() {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('person');
  const [result, setResult] = useState<Screened['results'][number]>();
  return (
    <Card title="Check a name">
      <SaveForm
        action="Check"
        inline
        save={(text) => {
          const birthDate = text('birth_date');
          return errand.screening.screen({
            names: [{ name: text('name'), kind, ...(birthDate !== '' && { birth_date: birthDate }) }],
          });
        }}
        onSaved={({ results }) => setResult(results[0])}
      >
        <TextField label="Name" name="name" required maxLength={500} />
        <Field label="Kind" name="kind">
          <Select value={kind} options={kinds} onChange={setKind} />
        </Field>
        <TextField label="Date or year of birth" name="birth_date" optional maxLength={10} />
      </SaveForm>
      {result && <Matches result={result} />}
    </Card>
  );
}

function Matches({ result }: { result: Screened['results'][number] }) {
  const { matches, suppressed, is_complete: isComplete, name } = result;
  return (
    <div role="status" className="flex flex-col gap-2">
      {matches.length === 0 ? (
        <p>
          No list has a name like <bdi>{name}</bdi>.
        </p>
      ) : (
        <DataTable
          label="Matches"
          columns={columns}
          rows={matches}
          rowKey={({ entry }) => `${entry.list_id} ${entry.id}`}
        />
      )}
      {suppressed > 0 && <p className="text-muted">Left out as false positives: {suppressed}.</p>}
      {!isComplete && <p className="text-warning">More entries are alike than are shown. Add a date of birth.</p>}
    </div>
  );
}
