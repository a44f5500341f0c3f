import type { JsonObject, Policy } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showToast } from '../../design/toast.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { errand } from '../../session/client.ts';
import { JsonEditor } from './json-editor.tsx';
import { forget, keep, onOtherTab, readKept } from './kept-draft.ts';
import { listProblems, type PolicyDraft, readPolicy, writePolicy } from './policy-draft.ts';
import { RulesEditor } from './rules-editor.tsx';
import { VerdictsEditor } from './verdicts-editor.tsx';

type PolicyEditorProps = {
  policy?: Policy;
  content: JsonObject;
  /** The version this starts from, and what the server says about it. */
  baseId: string | null;
  warnings?: string[];
};

type Part = 'rules' | 'verdicts' | 'json';

/** A policy as forms and as JSON of the same. Saving makes a new version; what is typed is kept in the browser. */
export function PolicyEditor({ policy, content, baseId, warnings = [] }: PolicyEditorProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
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

  const save = useMutation({
    mutationFn: async (makeCurrent: boolean) => {
      const body = {
        content: writePolicy(draft),
        ...(versionName.trim() !== '' && { version_name: versionName.trim() }),
      };
      if (policy === undefined) {
        return { id: (await errand.policies.create({ name: name.trim(), description, ...body })).id, warnings: [] };
      }
      if (name.trim() !== policy.name || description !== policy.description)
        await errand.policies.update(policy.id, { name: name.trim(), description });
      const made = await errand.policyVersions.create(policy.id, {
        ...body,
        base_version_id: baseId,
        make_current: makeCurrent,
      });
      return { id: policy.id, warnings: made.content_warnings, ...(!makeCurrent && { waitingId: made.id }) };
    },
    onSuccess: async ({ id, waitingId, warnings: found }: { id: string; waitingId?: string; warnings: string[] }) => {
      forget(place);
      if (waitingId === undefined) {
        showToast(policy === undefined ? 'Policy created' : 'New version saved and current', {
          description: 'New jobs will use it.',
        });
      } else {
        // The page that follows shows the warnings of the current version; those of a waiting one are said here.
        const description = ['It is not used until you promote it.', ...found].join(' ');
        showToast('New version saved', { description });
      }
      await queryClient.invalidateQueries({ queryKey: keys.policies() });
      const from = policy?.current_version_id ?? undefined;
      const search = waitingId === undefined ? {} : { tab: 'versions' as const, from, to: waitingId };
      await navigate({ to: '/policies/$id', params: { id }, search });
    },
  });

  function submit(makeCurrent: boolean): void {
    setWasTried(true);
    if (problems.length > 0 || name.trim() === '') {
      if (problems.length > 0)
        setPart(draft.dispositions.some(({ key }) => key === problems[0]!.key) ? 'verdicts' : 'rules');
      return;
    }
    save.mutate(makeCurrent);
  }

  const shown = wasTried ? problems : problems.filter(({ message }) => message.startsWith('Another'));
  return (
    <div className="flex flex-col gap-5">
      <Warnings title="The version you started from has warnings" items={warnings} />
      {isStale && (
        <Notice>
          The current version has changed since you started this draft. Saving overwrites those changes.{' '}
          <Button onClick={startOver}>Start over from the current version</Button>
        </Notice>
      )}
      {otherTab && (
        <Notice>
          Another tab is also editing this policy. The last save becomes current; each save is its own version, so
          nothing is lost.
        </Notice>
      )}
      <div className="grid max-w-4xl grid-cols-1 gap-4 md:grid-cols-2">
        <Field label="Name" error={wasTried && name.trim() === '' ? 'Give the policy a name.' : undefined}>
          <Input
            maxLength={255}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              touch();
            }}
          />
        </Field>
        <Field label="Name of this version" optional description="What changed, in a few words.">
          <Input maxLength={255} value={versionName} onChange={(event) => setVersionName(event.target.value)} />
        </Field>
        <Field label="Description" optional className="md:col-span-2">
          <Textarea
            className="min-h-14"
            value={description}
            onChange={(event) => {
              setDescription(event.target.value);
              touch();
            }}
          />
        </Field>
      </div>
      <Tabs
        label="Parts of the editor"
        value={part}
        onChange={(next: Part) => setPart(next)}
        tabs={[
          {
            value: 'rules',
            label: 'Rules',
            content: <RulesEditor draft={draft} onChange={change} problems={shown} />,
          },
          {
            value: 'verdicts',
            label: 'Verdicts and texts',
            content: <VerdictsEditor draft={draft} onChange={change} problems={shown} />,
          },
          {
            value: 'json',
            label: 'JSON',
            content: <JsonEditor value={writePolicy(draft)} onChange={(value) => change(() => readPolicy(value))} />,
          },
        ]}
      />
      <div className="sticky bottom-0 z-10 -mx-6 flex flex-wrap items-center gap-3 border-t border-border bg-bg px-6 py-3">
        <Button variant="primary" busy={save.isPending} onClick={() => submit(true)}>
          {policy === undefined ? 'Create policy' : 'Save as new version'}
        </Button>
        {policy !== undefined && (
          <Button
            busy={save.isPending}
            title="Compare it first, then promote it with a reason."
            onClick={() => submit(false)}
          >
            Save without making it current
          </Button>
        )}
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
        {wasTried && problems.length > 0 && (
          <span role="alert" className="text-danger">
            {problems.length === 1
              ? problems[0]!.message
              : `${problems.length} things are missing. They are marked above.`}
          </span>
        )}
      </div>
    </div>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className="rounded-md bg-warning-soft p-3 text-warning">
    {children}
  </div>
);
