import type { PlaybookContent } from '@errand/contract/playbooks.ts';
import type { Versioned, VersionRow } from '#versions/kind.ts';

/** A deleted playbook keeps its rows for the runs of its versions. */
export const playbookKind: Versioned<{ content: PlaybookContent }> = {
  noun: 'playbook',
  target: 'playbook',
  versionTarget: 'playbook_version',
  table: 'playbooks',
  versionTable: 'playbook_versions',
  parent: 'playbook_id',
  content: { content: 'json' },
  firstNumber: 1,
  isGated: true,
  hidesDeleted: true,
};

export type PlaybookVersionRow = VersionRow<{ content: PlaybookContent }>;
