import { inside } from './inside.ts';
import type { Shipped } from './shipped.ts';

const head = `THIRD-PARTY NOTICES

Errand is under the Apache License 2.0 (LICENSE). It ships or installs the packages below, each under a permissive licence of
its own. Versions are in the bill of materials (npm run sbom). The image adds Node.js and Debian, whose licences are in it
under /usr/local/LICENSE and /usr/share/doc. Made by npm run notices; do not edit.
`;

/** Writes the same bytes for the same packages. */
export function writeNotices(shipped: Shipped[]): string {
  return [head, listPackages(shipped), listParts(shipped), listTexts(shipped)].join('\n');
}

function listPackages(shipped: Shipped[]): string {
  const lines = shipped.map(({ name, licence, by, texts }) => {
    const without = texts.length === 0 && by !== '' ? `, by ${by}` : '';
    return `${name}: ${licence}${without}`;
  });
  return `${title('Packages')}${lines.join('\n')}\n`;
}

function listParts(shipped: Shipped[]): string {
  const parts = Object.entries(inside).map(([holder, list]) => {
    const matches = (name: string): boolean =>
      holder.endsWith('*') ? name.startsWith(holder.slice(0, -1)) : name === holder;
    // Our own packages are not listed, but what is inside of them is.
    if (!holder.startsWith('@errand/') && !shipped.some(({ name }) => matches(name)))
      throw new Error(`${holder} is not shipped any more: see inside.ts.`);
    const lines = list.map(
      (one) => `  ${one.part}: ${one.licence}. ${one.holder}. ${one.terms}${one.text ? `\n${one.text}\n` : ''}`,
    );
    return `${holder}\n${lines.join('\n')}`;
  });
  return `${title('Inside of packages')}${parts.join('\n')}\n`;
}

/** Prints texts that only differ in the copyright holder once. */
function listTexts(shipped: Shipped[]): string {
  const groups = new Map<string, { body: string; holders: Map<string, string> }>();
  for (const { name, texts } of shipped)
    for (const text of texts) {
      const lines = text
        .replaceAll('\r', '')
        .replaceAll('\t', '  ')
        .split('\n')
        .map((line) => line.trimEnd());
      const isHolder = (line: string): boolean => /^\s*(copyright\s+(\(c\)|©|\d{4})|\(c\)\s|©)/i.test(line);
      const body = lines
        .filter((line) => !isHolder(line))
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
      const key = body.replace(/\s+/g, ' ');
      const group = groups.get(key) ?? { body, holders: new Map() };
      group.holders.set(
        name,
        lines
          .filter(isHolder)
          .map((line) => line.trim())
          .join(' '),
      );
      groups.set(key, group);
    }
  const printed = [...groups.values()].map(({ body, holders }) => {
    const lines = [...holders].map(([name, holder]) => (holder === '' ? name : `${name}: ${holder}`));
    return `${'-'.repeat(80)}\n${lines.join('\n')}\n\n${body}\n`;
  });
  return `${title('Texts of the licences')}${printed.join('\n')}`;
}

const title = (text: string): string => `${'='.repeat(80)}\n${text}\n${'='.repeat(80)}\n\n`;
