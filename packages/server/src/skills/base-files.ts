import type { SkillFile } from '@errand/contract/skills.ts';
import { stringify } from 'yaml';
import { ENTRY_FILE } from './model.ts';

/** Creates the files of a new skill set. */
export function makeBaseFiles({ name, description }: { name: string; description: string }): SkillFile[] {
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  // Written as YAML, so that no character of a name breaks the front matter.
  const header = stringify(
    { name: oneLine(name), description: oneLine(description).slice(0, 1_000) || `Instructions for ${oneLine(name)}.` },
    { lineWidth: 0 },
  );
  const content = `---
${header}---

# ${oneLine(name)}

Write here what an agent must know in every case, and name the files that it reads when needed:

- the steps in order, and what to do when one fails
- words with a special meaning here
- examples of cases that were decided well
`;
  return [{ relative_path: ENTRY_FILE, content }];
}
