import type { Block } from '../model/blocks.ts';

const BOXES = /[☐□▢❏❐❑❒◻\uf06f\uf0a8\uf0a3\uf071\uf072]|[☑☒✅\uf0fe\uf0fd\uf052\uf053\uf054\uf078]/gu;
const EMPTY = /[☐□▢❏❐❑❒◻\uf06f\uf0a8\uf0a3\uf071\uf072]/u;

/** Writes box characters as `[x]` and `[ ]`. */
export const drawCheckBoxes = (text: string): string =>
  text.replace(BOXES, (sign) => (EMPTY.test(sign) ? '[ ]' : '[x]'));

const BOX = /\[([ xX_✓✔×]?)\]/gu;
const FIELD = /^(?:[-*•]\s*)?([^:\n]{2,60}):\s+\S/u;

/** Reads a line as check boxes with their labels, a label with its value, or a paragraph. */
export function blocksOfLine(line: string, start: number): Block[] {
  const boxes = [...line.matchAll(BOX)];
  if (boxes.length > 0) return checkBoxesOf(line, start, boxes);
  const end = start + line.length;
  const [, label] = FIELD.exec(line) ?? [];
  if (label === undefined) return [{ kind: 'paragraph', start, end }];
  const from = start + line.indexOf(label);
  return [{ kind: 'field', start, end, label: [from, from + label.length] }];
}

/** A box belongs to the words after it, or at the end of its line to those before. */
function checkBoxesOf(line: string, start: number, boxes: RegExpExecArray[]): Block[] {
  const blocks: Block[] = [];
  const lead = line.slice(0, boxes[0]!.index).trimEnd();
  const isTrailing = boxes.length === 1 && line.slice(boxes[0]!.index + boxes[0]![0].length).trim() === '';
  if (lead !== '' && !isTrailing) blocks.push({ kind: 'paragraph', start, end: start + lead.length });
  for (const [index, box] of boxes.entries()) {
    const from = isTrailing ? 0 : box.index;
    const to = boxes[index + 1]?.index ?? line.length;
    const text = line.slice(box.index + box[0].length, to);
    const labelStart = box.index + box[0].length + (text.length - text.trimStart().length);
    const label: [number, number] = isTrailing
      ? [start, start + lead.length]
      : [start + labelStart, start + box.index + box[0].length + text.trimEnd().length];
    const end = start + line.slice(0, to).trimEnd().length;
    blocks.push({
      kind: 'checkbox',
      start: start + from,
      end,
      checked: !/^[ _]?$/.test(box[1]!),
      label: label[1] < label[0] ? [label[0], label[0]] : label,
    });
  }
  return blocks;
}
