import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { Select } from '../../design/select.tsx';
import { type Citation, type Sentence, type Source, splitSentences, type Written } from './citations.ts';

type FormProps = {
  /** The one to change. Without it, new ones are written. */
  sentence?: Sentence;
  sources: readonly Source[];
  save(sentences: Written[]): Promise<unknown>;
  onCancel(): void;
};

type Given = { key: number; source: string; quote: string };

const keyOf = ({ kind, id }: Pick<Citation, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Writes a sentence and what it rests on. Ctrl+Enter saves, Escape leaves. */
export function SentenceForm({ sentence, sources, save, onCancel }: FormProps) {
  const [given, setGiven] = useState<Given[]>(() =>
    (sentence?.citations ?? []).map((citation, key) => ({ key, source: keyOf(citation), quote: citation.quote ?? '' })),
  );
  const [next, setNext] = useState(given.length);
  const add = () => {
    setGiven([...given, { key: next, source: sources[0] === undefined ? '' : keyOf(sources[0]), quote: '' }]);
    setNext(next + 1);
  };
  const change = (key: number, part: Partial<Given>) =>
    setGiven(given.map((one) => (one.key === key ? { ...one, ...part } : one)));
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      (event.target as HTMLElement).closest('form')?.requestSubmit();
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields in it
    <div onKeyDown={onKey} className="rounded-md border border-edge bg-surface p-3">
      <SaveForm
        action="Save"
        isPrimary
        actions={<Button onClick={onCancel}>Cancel</Button>}
        save={(text) => save(written(text('text'), given))}
        onSaved={() => undefined}
      >
        <Field
          label="Sentence"
          name="text"
          description={sentence === undefined && 'A paragraph without citations becomes a line for each sentence.'}
        >
          <Textarea name="text" required maxLength={10_000} defaultValue={sentence?.text ?? ''} autoFocus />
        </Field>
        {given.map(({ key, source, quote }, index) => (
          <div key={key} className="flex flex-wrap items-end gap-2">
            <Field label="It rests on" className="min-w-56 flex-1">
              <Select
                value={source}
                onChange={(chosen: string) => change(key, { source: chosen })}
                options={sources.map((one) => ({ value: keyOf(one), label: one.label }))}
              />
            </Field>
            <Field label="Words in it" optional className="min-w-40 flex-1">
              <Input
                maxLength={2_000}
                value={quote}
                onChange={(event) => change(key, { quote: (event.target as HTMLInputElement).value })}
              />
            </Field>
            <IconButton
              label={`Remove citation ${index + 1}`}
              icon={<X size={14} aria-hidden />}
              onClick={() => setGiven(given.filter((one) => one.key !== key))}
            />
          </div>
        ))}
        <div>
          <Button
            size="sm"
            icon={<Plus size={13} aria-hidden />}
            disabled={sources.length === 0 || given.length >= 20}
            onClick={add}
          >
            Add a citation
          </Button>
        </div>
      </SaveForm>
    </div>
  );
}

function written(text: string, given: readonly Given[]): Written[] {
  const citations = given.map(({ source, quote }): Citation => {
    const [kind, id] = source.split(' ') as [Citation['kind'], string];
    return { kind, id, quote: quote.trim() || null };
  });
  const texts = citations.length === 0 ? splitSentences(text) : [text];
  return texts.map((one) => ({ text: one, citations }));
}
