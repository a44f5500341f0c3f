import { Plus } from 'lucide-react';
import { Button } from '../../design/button.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { Select } from '../../design/select.tsx';
import { ListEditor } from './list-editor.tsx';
import {
  type CategoryDraft,
  type DraftProblem,
  newCategory,
  newRule,
  newSubRule,
  type PolicyDraft,
  type RuleDraft,
} from './policy-draft.ts';

type RulesEditorProps = {
  draft: PolicyDraft;
  onChange(change: (draft: PolicyDraft) => PolicyDraft): void;
  problems: DraftProblem[];
};

const flags = [
  { value: '', label: 'no flag' },
  { value: 'RED_FLAG', label: 'red flag' },
  { value: 'GREEN_FLAG', label: 'green flag' },
] as const;

export function RulesEditor({ draft, onChange, problems }: RulesEditorProps) {
  const problem = (key: string) => problems.find((one) => one.key === key)?.message;
  const changeCategories = (change: (categories: CategoryDraft[]) => CategoryDraft[]) =>
    onChange((now) => ({ ...now, categories: change(now.categories) }));
  return (
    <div className="flex flex-col gap-4">
      <ListEditor items={draft.categories} onChange={changeCategories} noun="category" nameOf={({ title }) => title}>
        {(category, change) => (
          <fieldset className="flex flex-col gap-3 rounded-md border border-border bg-raised p-4">
            <legend className="sr-only">Category {category.title}</legend>
            <Field label="Category" error={problem(category.key)}>
              <Input value={category.title} onChange={(event) => change({ ...category, title: event.target.value })} />
            </Field>
            <Field label="Description" optional>
              <Textarea
                className="min-h-14"
                value={category.description}
                onChange={(event) => change({ ...category, description: event.target.value })}
              />
            </Field>
            <ListEditor
              items={category.rules}
              onChange={(changeRules) => change({ ...category, rules: changeRules(category.rules) })}
              noun="rule"
              nameOf={({ title }) => title}
            >
              {(rule, changeRule) => <RuleEditor rule={rule} onChange={changeRule} problem={problem} />}
            </ListEditor>
            <div>
              <Button
                size="sm"
                icon={<Plus size={12} aria-hidden />}
                onClick={() => change({ ...category, rules: [...category.rules, newRule()] })}
              >
                Add rule
              </Button>
            </div>
          </fieldset>
        )}
      </ListEditor>
      <div>
        <Button
          icon={<Plus size={14} aria-hidden />}
          onClick={() => changeCategories((now) => [...now, newCategory()])}
        >
          Add category
        </Button>
      </div>
    </div>
  );
}

type RuleEditorProps = {
  rule: RuleDraft;
  onChange(rule: RuleDraft): void;
  problem(key: string): string | undefined;
};

function RuleEditor({ rule, onChange, problem }: RuleEditorProps) {
  return (
    <div className="flex flex-col gap-2 border-l-2 border-border pl-3">
      <div className="flex gap-2 max-sm:flex-col">
        <Field label="Rule" className="flex-1" error={problem(rule.key)}>
          <Input value={rule.title} onChange={(event) => onChange({ ...rule, title: event.target.value })} />
        </Field>
        <Field label="Flag" className="w-36!">
          <Select
            label={`Flag of ${rule.title || 'the rule'}`}
            value={rule.flag}
            options={flags}
            onChange={(flag: RuleDraft['flag']) => onChange({ ...rule, flag })}
          />
        </Field>
      </div>
      <Field label="Rule text" optional>
        <Textarea
          className="min-h-14"
          value={rule.description}
          onChange={(event) => onChange({ ...rule, description: event.target.value })}
        />
      </Field>
      {rule.subRules.length > 0 && (
        <ListEditor
          items={rule.subRules}
          onChange={(change) => onChange({ ...rule, subRules: change(rule.subRules) })}
          isFlat
          noun="sub-rule"
          nameOf={({ title }) => title}
        >
          {(sub, changeSub) => (
            <div className="grid gap-2 sm:grid-cols-[1fr_2fr]">
              <Field label="Sub-rule" error={problem(sub.key)}>
                <Input value={sub.title} onChange={(event) => changeSub({ ...sub, title: event.target.value })} />
              </Field>
              <Field label="Rule text" optional>
                <Input
                  value={sub.description}
                  onChange={(event) => changeSub({ ...sub, description: event.target.value })}
                />
              </Field>
            </div>
          )}
        </ListEditor>
      )}
      <div>
        <Button
          variant="quiet"
          size="sm"
          icon={<Plus size={12} aria-hidden />}
          onClick={() => onChange({ ...rule, subRules: [...rule.subRules, newSubRule()] })}
        >
          Add sub-rule
        </Button>
      </div>
    </div>
  );
}
