import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, Textarea } from '../../design/field.tsx';
import { isSchema, type Schema, schemaOfExample } from './schema-model.ts';

type Props = { onClose(): void; onSchema(schema: Schema): void };

export function SchemaFromExample({ onClose, onSchema }: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  function use(): void {
    const example = parse(text);
    if (!isSchema(example)) setError('Paste a JSON object, from { to }.');
    else {
      onSchema(schemaOfExample(example));
      onClose();
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Output schema from an example"
      description="Paste an example of the output you want. It replaces the current schema."
      actions={
        <Button variant="primary" onClick={use}>
          Use it
        </Button>
      }
    >
      <Field label="Example" error={error}>
        <Textarea
          rows={10}
          className="font-mono text-code"
          placeholder='{"total": 118.0, "currency": "EUR"}'
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
