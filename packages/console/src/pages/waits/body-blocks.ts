export type BodyBlock = { kind: 'heading' | 'text' | 'code'; text: string };

const FENCE = /^```/;
const HEADING = /^(?:\*\*(.+)\*\*|#{1,4} (.+))$/;

/** Reads the simple Markdown of questions as blocks: headings, text, and fenced code. */
export function readBlocks(body: string): BodyBlock[] {
  const blocks: BodyBlock[] = [];
  let code: string[] | undefined;
  let text: string[] = [];
  const endText = (): void => {
    const joined = text.join('\n').trim();
    if (joined !== '') blocks.push({ kind: 'text', text: joined });
    text = [];
  };
  for (const line of body.split('\n')) {
    if (FENCE.test(line)) {
      endText();
      if (code !== undefined) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) {
      code.push(line);
    } else {
      const [, bold, hash] = HEADING.exec(line.trim()) ?? [];
      if (bold === undefined && hash === undefined) {
        text.push(line);
        continue;
      }
      endText();
      blocks.push({ kind: 'heading', text: (bold ?? hash)! });
    }
  }
  endText();
  // The code fence was not closed.
  if (code !== undefined && code.length > 0) blocks.push({ kind: 'code', text: code.join('\n') });
  return blocks;
}
