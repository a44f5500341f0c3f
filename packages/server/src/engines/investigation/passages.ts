// Texts as they are compared: a quotation counts when its words stand in the text in that order, whatever happened to
// blanks, line breaks and typographic signs on the way.

export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A word or two occur in every text; so little shows nothing. */
const QUOTE_CHARACTERS_MIN = 12;

/** Whether the passage occurs in the text and is long enough to mean it. Both are normalized. */
export function isQuotedFrom(quote: string, text: string): boolean {
  if (!text.includes(quote)) return false;
  return quote.length >= QUOTE_CHARACTERS_MIN || quote.length === text.length;
}

const ORDERS = [
  /\b(ignore|disregard|forget|override|bypass|skip|do not (apply|follow|use|consider))\b.{0,60}\b(polic|rule|instruction|guideline|prompt|above|previous|earlier|prior|system|check|evidence)/,
  /\b(answer|respond|reply|return|output|say|conclude|decide|classify|mark|set|report|choose|select|write|give|assign)\b.{0,60}\b(verdict|approved?|rejected?|compliant|clear(ed)?|hit|finding|classification|false|true|low risk|safe|benign|no issues?|json)\b/,
  /\b(you are|act as|pretend|from now on|new instructions?|system (prompt|message|override)|developer mode|as an ai|assistant:|system:|user:)/,
  /\b(call|use|fetch|visit|open|request|send|post|upload|exfiltrate|transmit|browse)\b.{0,60}(https?:\/\/|\b(tool|url|link|endpoint|webhook|address|api key|secret|password|credentials?)\b)/,
  /\b(the|this) (reviewer|model|assistant|ai|system|analyst|investigator|classifier) (must|should|shall|has to|is required)/,
];

/** Words that tell the reader how to decide. They are no facts of the case, so nothing can rest on them. */
export const looksLikeAnOrder = (quote: string): boolean => ORDERS.some((order) => order.test(quote));

const PASSAGE_CHARACTERS_MAX = 400;
const PASSAGES_MAX = 5_000;

/** Sentences and lines, as they stand in the text. */
export function splitPassages(text: string): string[] {
  const passages: string[] = [];
  for (const line of text.split(/\n+/)) {
    for (const sentence of line.split(/(?<=[.!?])\s+(?=\S)/)) {
      for (let rest = sentence.trim(); rest !== ''; ) {
        const cut = rest.length > PASSAGE_CHARACTERS_MAX ? lastBlank(rest, PASSAGE_CHARACTERS_MAX) : rest.length;
        passages.push(rest.slice(0, cut).trim());
        rest = rest.slice(cut).trim();
        if (passages.length >= PASSAGES_MAX) return passages;
      }
    }
  }
  return passages;
}

function lastBlank(text: string, max: number): number {
  const at = text.lastIndexOf(' ', max);
  return at > 0 ? at : max;
}
