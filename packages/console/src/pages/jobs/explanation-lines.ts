export type ExplanationLine = { kind: 'text' | 'item' | 'detail'; text: string };

const kindOf = (line: string): ExplanationLine['kind'] =>
  line.startsWith('- ') ? 'item' : /^\s+\S/.test(line) ? 'detail' : 'text';

/**
 * Reads an explanation, which is text from a template: lines with a dash are items, indented lines belong to the line
 * before. References such as $REF_1$ are replaced with the names of what they refer to.
 */
export function readExplanation(text: string, names: ReadonlyMap<string, string>): ExplanationLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      kind: kindOf(line),
      text: line
        .trim()
        .replace(/^- /, '')
        .replace(/\$REF_\d+\$/g, (reference) => names.get(reference) ?? reference.replaceAll('$', '')),
    }));
}
