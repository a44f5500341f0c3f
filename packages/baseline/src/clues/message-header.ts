import type { Kind } from '../schema/field.ts';
import type { Document } from '../text/document.ts';
import type { Line } from '../text/layout.ts';
import { readParty } from '../text/parties.ts';
import type { Clue } from './clue.ts';

// The head of a message: lines with From, To, Date and Subject. What stands there is meant, whatever else the text says.

type Key = 'sender' | 'recipient' | 'sent' | 'subject' | 'other';

/** As mail programs write them, by language. */
const keys: [Key, string][] = [
  ['sender', 'from, von, de, da, van, från, fra, od, dari, daripada, lähettäjä, expéditeur, mittente, remitente'],
  ['recipient', 'to, an, à, para, a, aan, till, til, do, kepada, vastaanottaja, destinataire, destinatario'],
  [
    'sent',
    'date, sent, sent on, datum, gesendet, gesendet am, envoyé, envoyé le, fecha, enviado, enviado el, data, inviato, verzonden, skickat, sendt, wysłano, dato, tanggal, tarikh',
  ],
  ['subject', 'subject, betreff, objet, asunto, oggetto, assunto, onderwerp, ämne, emne, temat, aihe, perihal, re'],
  [
    'other',
    'cc, bcc, reply-to, return-path, message-id, mime-version, content-type, list-unsubscribe, received, to/cc',
  ],
];
const keyOf = new Map(keys.flatMap(([key, words]) => words.split(', ').map((word) => [word, key] as const)));

const linesMax = 25;
const score = 1.05;

export function findInHeader(main: string, kind: Kind, document: Document): Clue[] {
  const header = readHeader(document);
  const line = header?.get(main as Key);
  if (line === undefined) return [];
  const clue = (start: number, end: number, value: string): Clue[] => [
    { start, end, value, trust: 1, score, how: 'title' },
  ];
  if (kind === 'email' || kind === 'date') {
    const found = (kind === 'email' ? document.emails : document.dates).find(
      (one) => one.start >= line.start && one.end <= line.end,
    );
    if (found === undefined) return [];
    return clue(
      found.start,
      found.end,
      'day' in found ? String(found.day) : String((found as { value: string }).value),
    );
  }
  if (main === 'subject') return kind === 'headline' ? clue(line.start, line.end, decodeWords(line.value)) : [];
  if (!['person', 'party', 'organization'].includes(kind)) return [];
  const name = /^[^<("]*@/.test(line.value) && !line.value.includes('(') ? undefined : readParty(line.value);
  if (name === undefined) return [];
  const at = line.start + Math.max(0, line.value.indexOf(name));
  return clue(at, at + name.length, name);
}

type HeaderLine = { value: string; start: number; end: number };
const known = new WeakMap<Document, Map<Key, HeaderLine> | null>();

function readHeader(document: Document): Map<Key, HeaderLine> | undefined {
  const found = known.get(document) ?? work(document.lines.slice(0, linesMax)) ?? null;
  known.set(document, found);
  return found ?? undefined;
}

/** The first run of such lines that says who writes, and when, to whom or about what. */
function work(lines: Line[]): Map<Key, HeaderLine> | undefined {
  let run = new Map<Key, HeaderLine>();
  for (const { text, start } of [...lines, { text: '', start: 0, index: -1 }]) {
    const match = /^[\s*|]*([\p{L}/-]+(?: \p{L}+)?)\*{0,2}[ \t]*:\*{0,2}[ \t]*(\S.*?)\s*$/u.exec(text);
    const key =
      match === null ? undefined : (keyOf.get(match[1]!.toLowerCase()) ?? (run.size > 0 ? 'other' : undefined));
    if (match !== null && key !== undefined) {
      const at = start + text.lastIndexOf(match[2]!);
      if (!run.has(key)) run.set(key, { value: match[2]!, start: at, end: at + match[2]!.length });
    } else if (/^\s+\S/.test(text) && run.size > 0) {
      // A long line goes on, indented, on the next one.
    } else {
      if (run.has('sender') && ['sent', 'subject', 'recipient'].filter((one) => run.has(one as Key)).length >= 2)
        return run;
      run = new Map();
    }
  }
  return undefined;
}

/** "=?utf-8?q?Spring_reads?=" is "Spring reads". */
function decodeWords(text: string): string {
  return text.replace(/=\?([\w-]+)\?([qb])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi, (whole, charset, coding, letters) => {
    try {
      const bytes =
        coding.toLowerCase() === 'b'
          ? Uint8Array.from(atob(letters), (one) => one.charCodeAt(0))
          : Uint8Array.from(
              letters
                .replaceAll('_', ' ')
                .replace(/=([\dA-F]{2})/gi, (_: string, code: string) =>
                  String.fromCharCode(Number.parseInt(code, 16)),
                ),
              (one: string) => one.charCodeAt(0),
            );
      return new TextDecoder(charset).decode(bytes);
    } catch {
      return whole;
    }
  });
}
