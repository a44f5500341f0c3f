import type { SkillFile } from '@errand/sdk';
import type { ReactNode } from 'react';

type SkillFilesProps = {
  files: readonly SkillFile[];
  chosen: string | undefined;
  onChoose(path: string): void;
  /** The editor, shown instead of the text. */
  children?: ReactNode;
};

/** Shows the list of files beside the selected one. */
export function SkillFiles({ files, chosen, onChoose, children }: SkillFilesProps) {
  const file = files.find(({ relative_path: path }) => path === chosen) ?? files[0];
  return (
    <div className="grid gap-4 md:grid-cols-[16rem_1fr]">
      <ul aria-label="Files" className="flex max-h-[70vh] flex-col overflow-y-auto rounded-md border border-border">
        {files.map(({ relative_path: path }) => (
          <li key={path} className="border-b border-border last:border-b-0">
            <button
              type="button"
              aria-current={path === file?.relative_path ? 'true' : undefined}
              onClick={() => onChoose(path)}
              className="w-full px-3 py-1.5 text-left font-mono text-code break-all hover:bg-hover aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent"
            >
              <bdi>{path}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {children ?? (
        <section
          aria-label={file?.relative_path ?? 'File'}
          tabIndex={0}
          className="max-h-[70vh] min-w-0 overflow-auto rounded-md border border-border bg-surface p-3"
        >
          <pre dir="auto" className="font-mono text-code break-words whitespace-pre-wrap">
            {file?.content}
          </pre>
        </section>
      )}
    </div>
  );
}
