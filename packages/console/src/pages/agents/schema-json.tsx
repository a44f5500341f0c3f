import { useState } from 'react';
import { JsonInput } from './json-input.tsx';
import { isSchema, type Schema } from './schema-model.ts';

type SchemaJsonProps = { label: string; rows: number; schema: Schema; onChange(schema: Schema): void };

/** A schema, or one inside another, as JSON. While it cannot be read, the last valid one stays. */
export function SchemaJson({ label, rows, schema, onChange }: SchemaJsonProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <JsonInput
        label={label}
        rows={rows}
        value={schema}
        onProblem={setProblem}
        onChange={(value) => (isSchema(value) ? onChange(value) : setProblem('A schema is a JSON object.'))}
      />
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem} The last valid schema is used.
        </p>
      )}
    </div>
  );
}
