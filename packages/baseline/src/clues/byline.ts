import { splitWords } from '../language/words.ts';
import type { Document } from '../text/document.ts';
import type { Line } from '../text/layout.ts';
import type { Clue } from './clue.ts';

// Who wrote an article, where and when: "by Ada Lovelace, London · 3 May 2026", "(Reporting by Ada Lovelace)", "Posted
// 3 May 2026", "London (AP) – It rained".

const headLines = 8;
const footLines = 4;
const score = 1;

const word = "\\p{Lu}[\\p{L}'’-]+";
const name = `${word}(?: (?:${word}|\\p{Lu}\\.|van|von|de|der|den|la|le|el|al|bin|da|dos|di)){1,4}`;
/** A line that names its writer. It begins so, or is a note in brackets, or is about the writing. */
const byline = new RegExp(
  `(?:^[\\W_]*(?:[Tt]ext|[Ww]ords|[Ss]tory)?[: ]*|^[\\W_]*(?:[Ww]ritten|[Rr]eported|[Pp]osted|[Pp]ublished|[Cc]ompiled|[Ff]irst printed|[AaN]n? (?:report|article|account)|[Rr]eporting|[Ss]tory|[Ww]ords|[Tt]ext)\\b[^.\\n]{0,40}?)\\b(?:From(?= our )|from(?= our )|by|von|par|por|di|door|av|af|oleh|By|BY|Von|Par|Por|Di|Door|Av|Af|Oleh)[: ]+(?:our [\\p{L} -]{0,30}?(?:correspondent|editor|reporter|writer|staff),? )?(${name})(?=[\\s,;.|·•)–—-]|$)`,
  'u',
);
/** "Words: Ada Lovelace", also after the day. */
const credited = new RegExp(
  `(?:^|[.·|;] )\\W*(?:[Ww]ords|[Tt]ext|[Aa]uthor|[Rr]eporter|[Ss]tory): (${name})(?=[\\s,;.|·•)–—-]|$)`,
  'u',
);
const written =
  /\b(?:posted|published|printed|updated|written|issued|released|veröffentlicht|erschienen|publié|publicado|pubblicato|gepubliceerd|publicerad)\b/i;

export function findByline(main: 'author' | 'published' | 'place', document: Document): Clue[] {
  const clue = (start: number, value: string, length = value.length): Clue[] => [
    { start, end: start + length, value, trust: 1, score, how: 'title' },
  ];
  const lines = edgeLines(document);
  const signed = lines.flatMap((line) => {
    const match = line.text.length <= 140 ? (byline.exec(line.text) ?? credited.exec(line.text)) : null;
    return match === null ? [] : [{ line, writer: match[1]!, end: match.index + match[0].length }];
  })[0];
  if (main === 'author') {
    if (signed === undefined) return [];
    return clue(signed.line.start + signed.end - signed.writer.length, signed.writer.replace(/[.,]$/, ''));
  }
  if (main === 'place') {
    const after = signed?.line.text
      .slice(signed.end)
      .match(/^((?:, | in | [|·–—-] )(?:in )?)(\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)(?= *(?:[·•|–—]|$))/u);
    if (signed !== undefined && after) return clue(signed.line.start + signed.end + after[1]!.length, after[2]!);
    return findPlace(lines, clue);
  }
  const dated = lines.filter((line) => {
    const isNote = line === signed?.line || written.test(line.text);
    return isNote && line.text.length <= 140 && datesIn(line, document).length === 1;
  });
  const date = dated[0] === undefined ? undefined : datesIn(dated[0], document)[0];
  if (date !== undefined) return clue(date.start, date.day, date.end - date.start);
  const dateline = lines.find(({ text }) => /^\p{Lu}[^.!?\n]{2,60}?\d{4}\)? *(?:-{1,2}|[–—]) *\p{Lu}/u.test(text));
  const own = dateline === undefined ? undefined : datesIn(dateline, document)[0];
  return own === undefined ? [] : clue(own.start, own.day, own.end - own.start);
}

/** "Penmarrow (CN) – Forty metres of the wall slid into the sea." Agencies set the town in small letters, too. */
function findPlace(lines: Line[], clue: (start: number, value: string) => Clue[]): Clue[] {
  for (const { text, start } of lines) {
    const match =
      /^(\W*)(\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)(?: ?\([\p{Lu}\d /-]{2,20}\)|\/[\p{Lu}]{2,6})[,:]? ?[-–—]{1,2} \p{Lu}/u.exec(
        text,
      );
    if (match !== null && text.length > 60 && match[2] !== match[2]!.toUpperCase())
      return clue(start + match[1]!.length, match[2]!);
  }
  return [];
}

const datesIn = ({ start, text }: Line, { dates }: Document) =>
  dates.filter((date) => date.start >= start && date.end <= start + text.length);

/** The first and last lines that are not empty. In between, people are quoted. */
function edgeLines({ lines }: Document): Line[] {
  const filled = lines.filter(({ text }) => splitWords(text).length > 0);
  return filled.length <= headLines + footLines ? filled : [...filled.slice(0, headLines), ...filled.slice(-footLines)];
}
