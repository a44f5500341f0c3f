// Decides whether a clause states something, denies it, or only supposes it.

/** In English and the other common languages of documents. */
const denying =
  /(?<![\p{L}\d])(?:no|not|never|none|nor|neither|without|cannot|nothing|nobody|non|absent|absence|lack(?:s|ed|ing)?|free of|free from|fail(?:s|ed)? to|den(?:y|ies|ied)|refus(?:e|es|ed|al)|reject(?:s|ed)?|declin(?:e|es|ed)|ruled out|rules out|exclud(?:e|es|ed)|unable|unlikely|negative|nil|n\/a|false|un(?:checked|ticked|signed|verified|confirmed|paid)|outstanding|missing|waived|revoked|withdrawn|kein(?:e|en|er|es|em)?|nicht|nie|ohne|weder|verneint|pas|aucune?|jamais|sans|ni|ning[uú]n[ao]?|nunca|sin|nessun[ao]?|(?<!\d\.? ?|\b(?:im|en|am|de|le|di) )mai(?! \d)|senza|n[aã]o|nenhum[a]?|sem|geen|niet|nooit|zonder)(?![\p{L}\d])|n['’]t(?![\p{L}])/iu;

/** Questions, suppositions, plans and hearsay are not facts. */
const supposing =
  /\?|(?<![\p{L}\d])(?:(?<!\bas )if|whether|unless|in case|should (?:there|you|the|we|it)|(?<!\d[.]? ?|\b(?:in|of|on|since|until|by|during|last|this|from|to|and|early|late|mid) )may(?!,? \d|\s*\|)|might|could|would(?! (?:\p{L}+ly )?recommend)|possibl[ey]|perhaps|potential(?:ly)?|alleged(?:ly)?|suspect(?:ed|s)?|claim(?:s|ed)?|reported(?:ly)?|until(?! (?:the )?(?:end of )?(?:\d|\p{Lu}\p{Ll}+ \d))|pending|awaiting|to be|subject to|(?<=^|[,;] )falls|wenn|ob|möglich\w*|(?<=^|[,;] )si(?! \p{L}+$)|peut[- ]être|quiz[aá]s|forse|se (?:il|lo|la|l['’]|i|gli|le|una?|o|a|os|as|n[aã]o|non))(?![\p{L}\d])/iu;

export type Saying = 'said' | 'denied' | 'supposed';

export function sayingOf(clause: string): Saying {
  if (supposing.test(clause)) return 'supposed';
  return denying.test(clause) ? 'denied' : 'said';
}

const affirming =
  /^(?:yes|y|true|ja|oui|s[ií]|sim|vrai|verdadero|wahr|on|checked|ticked|confirmed|included|given|granted|positive|present|1(?![.,]\d|\s?%)|x|✓|✔|☑|☒|\[ ?[x✓✔*] ?\]|\( ?[x✓✔*•] ?\))(?![\p{L}\d])/iu;
const refusing =
  /^(?:no|n|false|nein|non|nee|n[aã]o|falsch|faux|falso|off|none|nil|negative|absent|unchecked|unticked|not\b.*|kein\w*\b.*|aucun\w*\b.*|never|0(?![.,]\d|\s?%)|✗|✘|☐|□|\[ ?\]|\( ?\))(?![\p{L}\d])/iu;

/** Nobody knows, or nobody has looked. */
const unsettled =
  /^(?:not\s+(?:yet\s+)?(?:been\s+)?(?:checked|known|verified|assessed|tested|screened|reviewed|available|stated|provided|given|determined|applicable|sure|clear|asked|recorded)|unknown|unclear|undetermined|uncertain|unsure|maybe|perhaps|possibly|in progress|under review|n\/?a\b|n\.a\.|pending|tbd|to be \w+|nicht (?:geprüft|bekannt|angegeben)|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|desconhecid[oa]|onbekend)(?![\p{L}])/iu;

/** "The PEP status is still unknown." */
const open =
  /(?<![\p{L}])(?:(?:is|are|was|were|remains?|still|status) (?:still |yet )?(?:unknown|unclear|undetermined|uncertain)|(?:unknown|unclear|uncertain) (?:if|whether)|maybe)(?![\p{L}])/iu;

export const leavesOpen = (clause: string): boolean => open.test(clause);

export const isUnsettled = (value: string): boolean => unsettled.test(value.trim());

/** Reads a value that is only a yes or no. "None of the above applies" is a no. */
export function answerOf(value: string): boolean | undefined {
  const text = value.trim();
  const ticked = tickedAnswer(text);
  if (ticked !== undefined) return ticked === 'unclear' ? undefined : ticked;
  if (isUnsettled(text)) return undefined;
  if (refusing.test(text)) return false;
  if (!affirming.test(text)) return undefined;
  // "Yes, but not confirmed" is neither.
  return sayingOf(text.replace(affirming, '')) === 'said' ? true : undefined;
}

const box = /(\[ ?[x✓✔*]? ?\]|\( ?[x✓✔*•]? ?\)|☑|☒|☐|□|✓|✔|✗|✘)/giu;
const isTicked = (mark: string): boolean => /[x✓✔*•☑☒]/iu.test(mark);

/** Returns which is ticked in `[x] yes [ ] no` or `yes ☐ no ☑`. */
function tickedAnswer(text: string): boolean | 'unclear' | undefined {
  const marks = [...text.matchAll(box)];
  if (marks.length < 2) return undefined;
  const before = marks[0]!.index < text.search(/\p{L}/u);
  const answers = marks.map((mark, index) => {
    const [from, to] = before
      ? [mark.index + mark[0].length, marks[index + 1]?.index ?? text.length]
      : [index === 0 ? 0 : marks[index - 1]!.index + marks[index - 1]![0].length, mark.index];
    return { ticked: isTicked(mark[0]), answer: plainAnswer(text.slice(from, to).trim()) };
  });
  const ticked = answers.filter((one) => one.ticked);
  if (ticked.length !== 1 || ticked[0]!.answer === undefined) return 'unclear';
  return ticked[0]!.answer;
}

const plainAnswer = (word: string): boolean | undefined =>
  /^(?:yes|y|ja|oui|s[ií]|sim)\b/iu.test(word)
    ? true
    : /^(?:no|n|nein|non|nee|n[aã]o)\b/iu.test(word)
      ? false
      : undefined;

export type Box = { label: string; ticked: boolean; start: number; end: number };

/** Finds the boxes of a form with their words: those after the box if the line begins with one, else those before. */
export function findBoxes(text: string): Box[] {
  const boxes: Box[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const marks = [...line.matchAll(box)];
    const before =
      marks[0] !== undefined &&
      line
        .slice(0, marks[0].index)
        .trim()
        .replace(/^[-*•|]\s*/, '') === '';
    for (const [index, mark] of marks.entries()) {
      const end = mark.index + mark[0].length;
      const label = before
        ? line.slice(end, marks[index + 1]?.index)
        : line.slice(index === 0 ? 0 : marks[index - 1]!.index + marks[index - 1]![0].length, mark.index);
      if (/\p{L}{2}/u.test(label))
        boxes.push({ label: label.trim(), ticked: isTicked(mark[0]), start: start + mark.index, end: start + end });
    }
    start += line.length + 1;
  }
  return boxes;
}
