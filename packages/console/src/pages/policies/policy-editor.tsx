import type { JsonObject, Policy } from '@errand/sdk';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { JsonEditor } from './json-editor.tsx';
import { forget, keep, onOtherTab, readKept } from './kept-draft.ts';
import { listProblems, type PolicyDraft, readPolicy, writePolicy } from './policy-draft.ts';
import { RulesEditor } from './rules-editor.tsx';
import { useSavePolicy } from './use-save-policy.ts';
import { VerdictsEditor } from './verdicts-editor.tsx';

type PolicyEditorProps = {
  policy?: Policy;
  content: JsonObject;
  /** The base version, and the server's warnings about it. */
  baseId: string | null;
  warnings?: string[];
};

const OTHER_TAB = 'Another tab is also editing this policy. Each save is its own version, so nothing is lost.';

type Part = 'rules' | 'verdicts' | 'json';

/** Edits a policy as forms or JSON. Saving creates a new version. Unsaved work is kept in the browser. */
export function PolicyEditor({ policy, content, baseId, warnings = [] }: PolicyEditorProps) {
  const place = policy?.id ?? 'new';
  const [kept] = useState(() => readKept(place));
  const [name, setName] = useState(kept?.name ?? policy?.name ?? '');
  const [description, setDescription] = useState(kept?.description ?? policy?.description ?? '');
  const [versionName, setVersionName] = useState('');
  const [draft, setDraft] = useState<PolicyDraft>(() => kept?.draft ?? readPolicy(content));
  const [changedAt, setChangedAt] = useState(kept?.at);
  const [part, setPart] = useState<Part>('rules');
  const [wasTried, setWasTried] = useState(false);
  const [otherTab, setOtherTab] = useState(false);
  const problems = useMemo(() => listProblems(draft), [draft]);
  const isStale = kept !== undefined && kept.baseId !== baseId;

  useEffect(() => onOtherTab(place, () => setOtherTab(true)), [place]);
  useEffect(() => {
    if (changedAt !== undefined)
      keep(place, { name, description, draft, baseId: kept?.baseId ?? baseId, at: changedAt });
  }, [place, name, description, draft, baseId, kept, changedAt]);

  const touch = () => setChangedAt(Date.now());
  function change(next: (draft: PolicyDraft) => PolicyDraft): void {
    setDraft(next);
    touch();
  }
  function startOver(): void {
    forget(place);
    setName(policy?.name ?? '');
    setDescription(policy?.description ?? '');
    setDraft(readPolicy(content));
    setChangedAt(undefined);
  }

  const save = useSavePolicy({
    policy,
    place,
    baseId,
    name: name.trim(),
    description,
    versionName: versionName.trim(),
    draft,
  });

  function submit(): void {
    setWasTried(true);
    if (problems.length > 0 || name.trim() === '') {
      if (problems.length > 0)
        setPart(draft.dispositions.some(({ key }) => key === problems[0]!.key) ? 'verdicts' : 'rules');
      return;
    }
    save.mutate();
  }

  const shown = wasTried ? problems : problems.filter(({ message }) => message.startsWith('Another'));
  return (
    <div className="flex flex-col gap-5">
      <Warnings title="The version you started from has warnings" items={warnings} />
      {isStale && (
        <Notice>
          The current version has changed since you started this draft. A version saved from it lacks those changes.{' '}
          <Button onClick={startOver}>Start over from the current version</Button>
        </Notice>
      )}
      {otherTab && <Notice>{OTHER_TAB}</Notice>}
      <PolicyNames
        values={{ name, versionName, description }}
        isMissing={wasTried && name.trim() === ''}
        onName={(next) => {
          setName(next);
          touch();
        }}
        onVersionName={setVersionName}
        onDescription={(next) => {
          setDescription(next);
          touch();
        }}
      />
      <PolicyParts part={part} onPart={setPart} draft={draft} onChange={change} problems={shown} />
      <div className="sticky bottom-(--bar-height) z-10 -mx-6 flex flex-wrap items-center gap-3 border-t border-border bg-bg px-6 py-3">
        <Button variant="primary" busy={save.isPending} onClick={submit}>
          {policy === undefined ? 'Create policy' : 'Save as new version'}
        </Button>
        {policy !== undefined && <span className="text-muted">Compare and promote it next.</span>}
        {changedAt !== undefined && (
          <>
            <span className="text-muted">
              Draft kept in this browser, <RelativeTime at={new Date(changedAt).toISOString()} />
            </span>
            <Button variant="quiet" onClick={startOver}>
              Discard draft
            </Button>
          </>
        )}
        {wasTried && <MissingThings problems={problems} />}
      </div>
    </div>
  );
}

type PolicyPartsProps = {
  part: Part;
  onPart(part: Part): void;
  draft: PolicyDraft;
  onChange(next: (draft: PolicyDraft) => PolicyDraft): void;
  problems: ReturnType<typeof listProblems>;
};

const PolicyParts = ({ part, onPart, ...editor }: PolicyPartsProps) => (
  <Tabs
    label="Parts of the editor"
    value={part}
    onChange={(next: Part) => onPart(next)}
    tabs={[
      { value: 'rules', label: 'Rules', content: <RulesEditor {...editor} /> },
      { value: 'verdicts', label: 'Verdicts and texts', content: <VerdictsEditor {...editor} /> },
      {
        value: 'json',
        label: 'JSON',
        content: (
          <JsonEditor
            value={writePolicy(editor.draft)}
            onChange={(value) => editor.onChange(() => readPolicy(value))}
          />
        ),
      },
    ]}
  />
);

type PolicyNamesProps = {
  values: { name: string; versionName: string; description: string };
  isMissing: boolean;
  onName(name: string): void;
  onVersionName(name: string): void;
  onDescription(text: string): void;
};

const PolicyNames = ({ values, isMissing, onName, onVersionName, onDescription }: PolicyNamesProps) => (
  <div className="grid max-w-4xl grid-cols-1 gap-4 md:grid-cols-2">
    <Field label="Name" error={isMissing ? 'Give the policy a name.' : undefined}>
      <Input maxLength={255} value={values.name} onChange={(event) => onName(event.target.value)} />
    </Field>
    <Field label="Name of this version" optional description="What changed, in a few words.">
      <Input maxLength={255} value={values.versionName} onChange={(event) => onVersionName(event.target.value)} />
    </Field>
    <Field label="Description" optional className="md:col-span-2">
      <Textarea
        className="min-h-14"
        value={values.description}
        onChange={(event) => onDescription(event.target.value)}
      />
    </Field>
  </div>
);

const MissingThings = ({ problems }: { problems: ReturnType<typeof listProblems> }) =>
  problems.length > 0 && (
    <span role="alert" className="text-danger">
      {problems.length === 1 ? problems[0]!.message : `${problems.length} things are missing. They are marked above.`}
    </span>
  );

const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className="rounded-md bg-warning-soft p-3 text-warning">
    {children}
  </div>
);
