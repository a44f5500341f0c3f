import { useEffect, useRef, useState } from 'react';
import { Textarea } from '../../design/field.tsx';
import { explainJsonError } from '../../json/explain-json.ts';

type JsonInputProps = {
  value: unknown;
  onChange(value: unknown): void;
  /** Called with a problem if the text is not JSON, and with undefined when it is again. */
  onProblem(problem: string | undefined): void;
  rows?: number;
  label?: string;
};

/** Edits JSON as text. The text stays as typed, and the last valid value counts. */
export function JsonInput({ value, onChange, onProblem, rows = 8, label }: JsonInputProps) {
  const given = write(value);
  const written = useRef(given);
  const [text, setText] = useState(given);
  useEffect(() => {
    // The value was changed elsewhere, in the form or by loading a draft. Text that was typed here keeps its
    // formatting.
    if (written.current === given) return;
    written.current = given;
    setText(given);
  }, [given]);
  return (
    <Textarea
      rows={rows}
      aria-label={label}
      spellCheck={false}
      className="font-mono text-code"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        try {
          const parsed: unknown = event.target.value.trim() === '' ? undefined : JSON.parse(event.target.value);
          written.current = write(parsed);
          onProblem(undefined);
          onChange(parsed);
        } catch (error) {
          onProblem(explainJsonError(error, event.target.value));
        }
      }}
    />
  );
}

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));
