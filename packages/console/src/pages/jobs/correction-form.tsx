import type { Job } from '@errand/sdk';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useKept } from '../../data/kept.ts';
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
  /** The name under which the browser keeps what is typed. */
  keptAs?: string;
  onSave(given: Correction): void;
  onBack(): void;
};

type Draft = { corrected: string; comment: string; typed: Record<string, string> };

/** Edits the right verdict, the right values, or a comment. Ctrl and Enter save, Escape goes back. */
export function CorrectionForm({ job, comment: written = '', busy, keptAs, onSave, onBack }: CorrectionFormProps) {
  const verdict = verdictOf(job);
  const choices = useVerdicts(job);
  const [draft, setDraft] = useDraft(keptAs, { corrected: '', comment: written, typed: {} });
  const { corrected, comment, typed } = draft;
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
        onChange={(event) => setDraft({ ...draft, typed: { ...typed, [pointer]: event.target.value } })}
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
          <VerdictChoice
            names={choices}
            value={corrected}
            onChange={(name) => setDraft({ ...draft, corrected: name })}
          />
        ) : (
          <Field label="Correct verdict">
            <Input
              autoFocus
              value={corrected}
              onChange={(event) => setDraft({ ...draft, corrected: event.target.value })}
            />
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
          onChange={(event) => setDraft({ ...draft, comment: event.target.value })}
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

/** Without a name the draft lasts as long as the form. */
function useDraft(name: string | undefined, initial: Draft): [Draft, (next: Draft) => void] {
  const short = useState(initial);
  const kept = useKept(name ?? '', initial);
  return name === undefined ? short : kept;
}
