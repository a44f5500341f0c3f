import type { Job } from '@errand/sdk';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { listFields, readCorrections, textOf } from './correct-fields.ts';
import { readOutput } from './read-output.ts';
import { fieldWords } from './trust-words.ts';
import { useVerdicts } from './use-verdicts.ts';
import { VerdictChoice } from './verdict-choice.tsx';
import { verdictOf } from './verdict-of.ts';

type Correction = {
  corrected_verdict: string | null;
  corrected_outputs: Record<string, unknown> | null;
  comment: string | null;
};

type CorrectionFormProps = {
  job: Job;
  /** The comment that was written before the form was opened. */
  comment?: string;
  busy: boolean;
  onSave(given: Correction): void;
  onBack(): void;
};

/** Edits the right verdict, the right values, or a comment. Ctrl and Enter save, Escape goes back. */
export function CorrectionForm({ job, comment: written = '', busy, onSave, onBack }: CorrectionFormProps) {
  const verdict = verdictOf(job);
  const choices = useVerdicts(job);
  const [corrected, setCorrected] = useState('');
  const [comment, setComment] = useState(written);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const fields = useMemo(() => {
    const output = job.outputs.find(({ data_type }) => data_type === 'application/json');
    return output === undefined ? [] : listFields(readOutput(output, job.id).value);
  }, [job]);
  const changes = readCorrections(fields, typed);
  const isEnough = verdict === undefined ? Object.keys(changes).length > 0 || comment.trim() !== '' : corrected !== '';
  function save(): void {
    if (!isEnough || busy) return;
    onSave({
      corrected_verdict: corrected || null,
      corrected_outputs: Object.keys(changes).length > 0 ? changes : null,
      comment: comment.trim() || null,
    });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      onBack();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  }
  const values = fields.map(({ pointer, value }, index) => (
    <Field key={pointer} label={fieldWords(pointer)} optional>
      <Input
        dir="auto"
        autoFocus={verdict === undefined && index === 0}
        value={typed[pointer] ?? textOf(value)}
        onChange={(event) => setTyped((before) => ({ ...before, [pointer]: event.target.value }))}
      />
    </Field>
  ));
  return (
    <form
      className="flex flex-col gap-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {verdict !== undefined &&
        choices !== undefined &&
        (choices.length > 0 ? (
          <VerdictChoice names={choices} value={corrected} onChange={setCorrected} />
        ) : (
          <Field label="Correct verdict">
            <Input autoFocus value={corrected} onChange={(event) => setCorrected(event.target.value)} />
          </Field>
        ))}
      {verdict === undefined
        ? values
        : fields.length > 0 && (
            <details>
              <summary className="cursor-pointer">Correct single values too ({fields.length})</summary>
              <div className="mt-2 flex flex-col gap-3">{values}</div>
            </details>
          )}
      <Field label="Comment" optional>
        <Textarea
          rows={3}
          autoFocus={verdict === undefined && fields.length === 0}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!isEnough}>
          Save correction
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </form>
  );
}
