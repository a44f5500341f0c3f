/** Splits running text into sentences. Lines that are not sentences (headings, cells, addresses) stay as they are. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of text.split(/\n\s*\n|\n(?=\s*[-*•\d]+[.)]? )/)) {
    const lines = paragraph.split('\n').map((line) => line.trim());
    // Long lines are wrapped text; short ones belong to a list or a letterhead.
    const blocks: string[] = [];
    let wraps = false;
    for (const line of lines) {
      if (line === '') continue;
      if (wraps) blocks[blocks.length - 1] += ` ${line}`;
      else blocks.push(line);
      wraps = line.length > 60 && !/[.!?:]["”’)]?$/.test(line);
    }
    for (const block of blocks) sentences.push(...splitBlock(block));
  }
  return sentences;
}

const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|nr|vs|etc|inc|ltd|corp|co|jr|sr|e\.g|i\.e|approx|dept|fig|tel|rs|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|[a-z])\.$/i;

function splitBlock(block: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of block.matchAll(/[.!?]+["”’)]*(?=\s+["“‘(]?[\p{Lu}\d])/gu)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith('.') && abbreviation.test(block.slice(Math.max(from, end - 12), end))) continue;
    parts.push(block.slice(from, end).trim());
    from = end;
  }
  parts.push(block.slice(from).trim());
  return parts.filter(Boolean);
}
