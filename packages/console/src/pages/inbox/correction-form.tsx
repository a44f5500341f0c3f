import type { Job } from '@errand/sdk';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { readOutput } from '../jobs/read-output.ts';
import { fieldWords } from '../jobs/trust-words.ts';
import { useVerdicts } from '../jobs/use-verdicts.ts';
import { verdictOf } from '../jobs/verdict-of.ts';
import { listFields, readCorrections, textOf } from './correct-fields.ts';

type Correction = {
  corrected_verdict: string | null;
  corrected_outputs: Record<string, unknown> | null;
  comment: string | null;
};

type CorrectionFormProps = { job: Job; busy: boolean; onSave(given: Correction): void; onBack(): void };

/** The right verdict, the right values, or words. Ctrl and Enter save. */
export function CorrectionForm({ job, busy, onSave, onBack }: CorrectionFormProps) {
  const verdict = verdictOf(job);
  const choices = useVerdicts(job);
  const [corrected, setCorrected] = useState('');
  const [comment, setComment] = useState('');
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
      {verdict !== undefined && (
        <Field label="Correct verdict">
          {choices.length > 0 ? (
            <Select
              label="Correct verdict"
              value={corrected}
              options={[{ value: '', label: 'Choose…' }, ...choices.map((name) => ({ value: name, label: name }))]}
              onChange={setCorrected}
            />
          ) : (
            <Input autoFocus value={corrected} onChange={(event) => setCorrected(event.target.value)} />
          )}
        </Field>
      )}
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
