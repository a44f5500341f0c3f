import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { RunFields } from '../run/run-fields.tsx';
import { emptyValue, type RunValues } from '../run/run-values.ts';
import { readSchema } from './compare-versions.ts';
import type { Draft } from './draft.ts';
import { sampleOf } from './schema-model.ts';

/** Shows what people will see: the form of a run, and a sample output. */
export function DraftPreview({ draft }: { draft: Draft }) {
  const [values, setValues] = useState<RunValues>({});
  const schema = readSchema(draft.config.output_schema);
  return (
    <div className="flex flex-col gap-5">
      <Card title="Preview of the run form">
        <RunFields
          definitions={draft.inputs}
          values={values}
          errors={{}}
          onChange={(key, update) => setValues((old) => ({ ...old, [key]: update(old[key] ?? emptyValue) }))}
        />
      </Card>
      {schema && (
        <Card title="Sample output">
          <JsonView value={sampleOf(schema)} depth={4} label="Sample output" />
        </Card>
      )}
    </div>
  );
}
