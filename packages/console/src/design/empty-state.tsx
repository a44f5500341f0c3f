import type { ReactNode } from 'react';
import { CopyButton } from './copy.tsx';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** The same on the command line. A test compares it with the commands that exist (packages/cli/src/docs.test.ts). */
  command?: string;
};

/** Says what will be here and how to add it, with a command or a button instead of a picture. */
export function EmptyState({ title, children, actions, command }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-4 rounded-md border border-dashed border-edge p-6 max-sm:p-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children && <div className="max-w-2xl text-md text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      {command !== undefined && <Command text={command} />}
    </div>
  );
}

/** A line for the terminal, to be copied. */
function Command({ text }: { text: string }) {
  return (
    <div className="flex max-w-full items-center gap-1 rounded-sm bg-surface py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 font-mono text-code break-words text-muted">
        <span aria-hidden className="mr-2 text-faint select-none">
          $
        </span>
        {text}
      </code>
      <CopyButton text={text} label="Copy the command" />
    </div>
  );
}
