import { Plus } from 'lucide-react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { ListEditor } from './list-editor.tsx';
import { type DispositionDraft, type DraftProblem, newDisposition, type PolicyDraft } from './policy-draft.ts';

type VerdictsEditorProps = {
  draft: PolicyDraft;
  onChange(change: (draft: PolicyDraft) => PolicyDraft): void;
  problems: DraftProblem[];
};

/** Edits the verdicts, free instructions, and the templates. */
export function VerdictsEditor({ draft, onChange, problems }: VerdictsEditorProps) {
  const changeDispositions = (change: (dispositions: DispositionDraft[]) => DispositionDraft[]) =>
    onChange((now) => ({ ...now, dispositions: change(now.dispositions) }));
  return (
    <div className="flex flex-col gap-4">
      <Card title="Verdicts">
        <ListEditor items={draft.dispositions} onChange={changeDispositions} noun="verdict" nameOf={({ name }) => name}>
          {(one, change) => (
            <div className="flex flex-col gap-2">
              <Field label="Verdict" error={problems.find(({ key }) => key === one.key)?.message}>
                <Input value={one.name} onChange={(event) => change({ ...one, name: event.target.value })} />
              </Field>
              <Field label="When it applies" optional>
                <Textarea
                  className="min-h-14"
                  value={one.description}
                  onChange={(event) => change({ ...one, description: event.target.value })}
                />
              </Field>
              <Field label="Prompt" optional>
                <Input value={one.prompt} onChange={(event) => change({ ...one, prompt: event.target.value })} />
              </Field>
            </div>
          )}
        </ListEditor>
        <Button
          className="mt-3"
          size="sm"
          icon={<Plus size={12} aria-hidden />}
          onClick={() => changeDispositions((now) => [...now, newDisposition()])}
        >
          Add verdict
        </Button>
      </Card>
      <Card title="Texts">
        <div className="flex flex-col gap-3">
          <Field label="Instructions" optional description="Guidance beyond the rules.">
            <Textarea
              className="min-h-28"
              value={draft.instructions}
              onChange={(event) => onChange((now) => ({ ...now, instructions: event.target.value }))}
            />
          </Field>
          <Field
            label="Summary template"
            optional
            description="Handlebars: {{verdict}}, {{#each findings}}{{rule_title}}{{/each}}"
          >
            <Textarea
              className="min-h-28 font-mono text-code"
              value={draft.summaryTemplate}
              onChange={(event) => onChange((now) => ({ ...now, summaryTemplate: event.target.value }))}
            />
          </Field>
          <Field label="Narrative template" optional description="For reports of suspicious activity. Handlebars.">
            <Textarea
              className="min-h-20 font-mono text-code"
              value={draft.narrativeTemplate}
              onChange={(event) => onChange((now) => ({ ...now, narrativeTemplate: event.target.value }))}
            />
          </Field>
        </div>
      </Card>
    </div>
  );
}
