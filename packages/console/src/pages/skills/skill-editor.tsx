import { ConflictError, ErrandError, type SkillFile, type SkillSet } from '@errand/sdk';
import { Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { controlClass, Field, Input } from '../../design/field.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { SkillFiles } from './skill-files.tsx';

type SkillEditorProps = { set: SkillSet; baseId: string; files: readonly SkillFile[]; summary: string };

/** Edits the files of a new version. Saving is refused if another version became current in the meantime. */
export function SkillEditor({ set, baseId, files: given, summary: givenSummary }: SkillEditorProps) {
  const [files, setFiles] = useState<readonly SkillFile[]>(given);
  const [chosen, setChosen] = useState(given[0]?.relative_path);
  const [versionName, setVersionName] = useState('');
  const [summary, setSummary] = useState(givenSummary);
  const [isSaved, setIsSaved] = useState(false);
  const navigate = useNavigate();
  const isChanged = files !== given || givenSummary !== '';
  useBlocker({
    shouldBlockFn: () => isChanged && !isSaved && !window.confirm('Leave without saving the files?'),
    enableBeforeUnload: () => isChanged && !isSaved,
  });
  const save = useChange(
    () =>
      errand.skills.createVersion(set.id, {
        files: [...files],
        base_version_id: baseId,
        expected_current: set.current_version_id,
        summary,
        ...(versionName.trim() !== '' && { version_name: versionName.trim() }),
      }),
    async ({ version_name: name }) => {
      setIsSaved(true);
      showToast(`${name} is current`, { description: 'Jobs that begin now read it.' });
      await reload(keys.skillSets());
      await navigate({ to: '/skills/$id', params: { id: set.id }, ignoreBlocker: true });
    },
    'quiet',
  );
  const file = files.find(({ relative_path: path }) => path === chosen) ?? files[0];
  const change = (part: Partial<SkillFile>): void => {
    setFiles(files.map((one) => (one === file ? { ...one, ...part } : one)));
    if (part.relative_path !== undefined) setChosen(part.relative_path);
  };
  const add = (): void => {
    const path = freePath(files);
    setFiles([...files, { relative_path: path, content: '---\ndescription: When to read this file.\n---\n\n' }]);
    setChosen(path);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Name of this version" optional>
          <Input maxLength={255} value={versionName} onChange={(event) => setVersionName(event.target.value)} />
        </Field>
        <Field label="What changed" optional>
          <Input maxLength={2_000} value={summary} onChange={(event) => setSummary(event.target.value)} />
        </Field>
      </div>
      <SkillFiles files={files} chosen={file?.relative_path} onChoose={setChosen}>
        {file && (
          <div className="flex min-w-0 flex-col gap-2">
            <div className="flex flex-wrap items-end gap-2">
              <Field label="Path" className="grow">
                <Input
                  maxLength={1_024}
                  value={file.relative_path}
                  onChange={(event) => change({ relative_path: event.target.value })}
                />
              </Field>
              <Button onClick={add}>Add file</Button>
              <Button disabled={files.length === 1} onClick={() => setFiles(files.filter((one) => one !== file))}>
                Remove file
              </Button>
            </div>
            <textarea
              aria-label={`Content of ${file.relative_path}`}
              dir="auto"
              spellCheck={false}
              value={file.content}
              onChange={(event) => change({ content: event.target.value })}
              className={`${controlClass} min-h-[50vh] py-2 font-mono text-code`}
            />
          </div>
        )}
      </SkillFiles>
      {save.isError && <Problem error={save.error} setId={set.id} />}
      <div>
        <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
          Save as new version
        </Button>
      </div>
    </div>
  );
}

function Problem({ error, setId }: { error: Error; setId: string }) {
  const messages = error instanceof ErrandError ? Object.values(error.fields).flat() : [];
  return (
    <div role="alert" className="text-danger">
      {messages.length === 0 ? <p>{error.message}</p> : messages.map((message) => <p key={message}>{message}</p>)}
      {error instanceof ConflictError && (
        <p>
          Your files are still here.{' '}
          <Link
            to="/skills/$id"
            params={{ id: setId }}
            search={{ tab: 'versions' }}
            className="underline"
            target="_blank"
          >
            See what was saved in the meantime
          </Link>
        </p>
      )}
    </div>
  );
}

function freePath(files: readonly SkillFile[]): string {
  for (let number = 1; ; number += 1) {
    const path = `file-${number}.md`;
    if (!files.some(({ relative_path: taken }) => taken === path)) return path;
  }
}
