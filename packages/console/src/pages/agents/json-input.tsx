import { useEffect, useRef, useState } from 'react';
import { Textarea } from '../../design/field.tsx';
import { explainJsonError } from '../../json/explain-json.ts';

type JsonInputProps = {
  value: unknown;
  onChange(value: unknown): void;
  /** Told while the text is no JSON, and again when it is. */
  onProblem(problem: string | undefined): void;
  rows?: number;
  label?: string;
};

/** JSON as text. What is typed stays as it is, and the last valid value counts. */
export function JsonInput({ value, onChange, onProblem, rows = 8, label }: JsonInputProps) {
  const given = write(value);
  const written = useRef(given);
  const [text, setText] = useState(given);
  useEffect(() => {
    // Changed elsewhere: in the form, or by loading a draft. What was typed here keeps its own blanks and lines.
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
