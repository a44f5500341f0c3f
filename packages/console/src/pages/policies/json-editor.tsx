import type { JsonObject } from '@errand/sdk';
import { useState } from 'react';
import { Field, Textarea } from '../../design/field.tsx';

/** Edits the content as JSON. Invalid text stays here until it is a JSON object. */
export function JsonEditor({ value, onChange }: { value: JsonObject; onChange(value: JsonObject): void }) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [problem, setProblem] = useState<string>();
  function read(next: string): void {
    setText(next);
    try {
      const parsed: unknown = JSON.parse(next);
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
        setProblem('Must be a JSON object.');
        return;
      }
      setProblem(undefined);
      onChange(parsed as JsonObject);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }
  return (
    <Field
      label="Content as JSON"
      error={problem}
      description="Ids are assigned when you save. Properties that the forms do not show are kept."
    >
      <Textarea
        spellCheck={false}
        className="min-h-[28rem] font-mono text-code"
        value={text}
        onChange={(event) => read(event.target.value)}
      />
    </Field>
  );
}
