import { decodeParts, fold, reverse, rotate, SPREAD, undigit, unseenText } from './disguises.ts';
import { orderWords as words } from './order-words.ts';
import { normalize, normalizeLines } from './passages.ts';

// Finds text that tells the reader how to decide (prompt injection). Such text is not a fact: it cannot be cited, and a
// case that contains it is not let through without a person. The patterns cannot know every wording; the guarantees
// that do not depend on them are in findings.ts, second-look.ts and verdict.ts.

export type ReadText = {
  normalized: string;
  /** The text with orders masked, letter by letter. */
  facts: string;
  /** The masked and the hidden passages. */
  orders: string[];
};

/** `verdicts` are names that the case must not tell the reader to choose. */
export function readText(text: string, verdicts: readonly string[] = []): ReadText {
  const lined = normalizeLines(text);
  const normalized = lined.replaceAll('\n', ' ');
  const patterns = patternsFor(verdicts);
  const spans = [
    ...findSpans(normalized, patterns.own),
    ...[fold, (plain: string) => undigit(fold(plain)), (plain: string) => rotate(fold(plain))].flatMap((disguise) =>
      findSpans(disguise(normalized), patterns.latin),
    ),
    ...findSpans(reverse(fold(normalized)), patterns.latin).map(
      ([start, end]): Span => [normalized.length - end, normalized.length - start],
    ),
    ...findSpans(normalized, [SPREAD]),
    ...decodeParts(text.normalize('NFKC')).flatMap(({ token, decoded }) =>
      isOrder(decoded, patterns) ? placesOf(normalize(token), normalized) : [],
    ),
  ];
  const hidden = unseenText(text);
  const whole = merge(spans.map((span) => toSentence(span, lined)));
  return {
    normalized,
    facts: blot(normalized, whole),
    orders: [...whole.map(([start, end]) => normalized.slice(start, end).trim()), ...(hidden === '' ? [] : [hidden])],
  };
}

function blot(text: string, spans: Span[]): string {
  let from = 0;
  const kept = spans.map(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return before + '\u0001'.repeat(end - start);
  });
  return kept.join('') + text.slice(from);
}

/** Drops a model's text that contains orders, before it becomes part of another prompt. */
export function withoutOrders(text: string, verdicts: readonly string[] = []): string {
  return readText(text, verdicts).orders.length === 0 ? text : '[left out: it tells how to decide]';
}

type Span = [start: number, end: number];
type Patterns = { own: RegExp[]; latin: RegExp[] };

function isOrder(text: string, { own, latin }: Patterns): boolean {
  const plain = normalize(text);
  return findSpans(plain, own).length > 0 || findSpans(fold(plain), latin).length > 0;
}

const findSpans = (text: string, patterns: RegExp[]): Span[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }): Span => [index, index + match.length]),
  );

function placesOf(part: string, text: string): Span[] {
  const at = text.indexOf(part);
  return at < 0 || part === '' ? [] : [[at, at + part.length]];
}

const SENTENCE_CHARACTERS_MAX = 300;

/** Extends a match to its sentence or line, because half an order is still an order. */
function toSentence([start, end]: Span, lined: string): Span {
  const before = lined.slice(Math.max(0, start - SENTENCE_CHARACTERS_MAX), start);
  const after = lined.slice(end, end + SENTENCE_CHARACTERS_MAX);
  const opened = Math.max(...['\n', '. ', '! ', '? ', '。', '！', '？'].map((sign) => lastEnd(before, sign)));
  const closed = after.search(/[.!?](?=\s|"|$)|[。！？\n]/);
  const from = opened < 0 ? start - before.length : start - before.length + opened;
  return [from, closed < 0 ? end + after.length : end + closed + 1];
}

function lastEnd(text: string, sign: string): number {
  const at = text.lastIndexOf(sign);
  return at < 0 ? -1 : at + sign.length;
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const [start, end] of spans.sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Markup of model conversations, including ours. Business text does not contain it. */
const MARKS = [
  /<\|[a-z_]{2,20}\|>|\[\/?inst\]|<<\/?sys>>|<\/?evidence\b|\$ref_\d+\$|#{3} ?(?:system|instruction|response) ?:/g,
  /"role" ?: ?"(?:system|assistant|developer|tool)" ?, ?"content"|\b(?:tool_(?:result|call|use)s?|function_call|fetch_page|query_tables|rests_on)\b/g,
  /\b(?:system|assistant|developer) ?(?:message|prompt)? ?: ?(?:you|all|ignore|disregard|new|from now|the (?:polic|rule|following)|output|return|answer|approve)\b/g,
  /\bsystem (?:prompt|message|override)s?\b/g,
];

/** Text addressed to a model or to a person who decides. */
const ADDRESSES = [
  /\b(?:dear|hello|hey|hi|attention|(?:note|instructions?|reminder) (?:to|for)) (?:the |any |all )?(?:ai|llms?|language models?|chatbots?|assistants?|models?|classifiers?|automated (?:system|reviewer)s?|bots?)\b/g,
  /\byou are (?:now |hereby )?(?:in \w+ mode|(?:an? |the )?(?:ai|llm|assistant|language model|chatbot|approver|reviewer|investigator))\b/g,
  /\bas an? (?:ai (?:assistant|model|reviewer)|(?:large )?language model|llm)\b|\b(?:act|behave|pretend to be|pose) as an? (?:ai|assistant|approver|reviewer|model)\b/g,
  /\b(?:reviewer|analyst|investigator|moderator|classifier|assistant|ai|llm|ai model|language model)s? (?:must|should|shall|has to|have to|needs? to|(?:is|are) (?:required )?to) (?:never |always |not (?:apply|flag|raise|reject)\b|approve|reject|ignore|skip|clear|mark|classify|conclude)/g,
  /\byou (?:must|should|shall|have to|are to) (?:not |never |always |only |now )?(?:approve|reject|classify|conclude)\b/g,
];

/** Text that dictates the answer. */
const ANSWERS = [
  /\b(?:set|mark|give|return|report|choose|select|assign|write|output|print|declare|change) (?:[\w"']+ ){0,4}?verdict\b/g,
  /\bno (?:other )?rules? (?:(?:is|are|was|were|be|can be) )?(?:hit|broken|violated|triggered|infringed)\b/g,
  /\b(?:every|all|each|any) (?:of the )?(?:rules?|findings?)\b.{0,25}?\b(?:not hit|as hit|negative|disabled|void|suspended|waived)\b/g,
  /\b(?:polic(?:y|ies)|rules?) (?:\w+ )?(?:is|are|was|were|has been|have been) (?:\w+ )?(?:suspended|waived|disabled|void|lifted|revoked|deactivated|not in force)\b/g,
  /\bexempt(?:ed)? from (?:this|the|all|any|every) (?:polic(?:y|ies)|rules?|checks?|reviews?)\b/g,
  /\bapprove (?:this|the) (?:listing|case|alert|seller|product)\b/g,
];

const known = new Map<string, Patterns>();

function patternsFor(verdicts: readonly string[]): Patterns {
  const key = JSON.stringify(verdicts);
  const made = known.get(key) ?? makePatterns(verdicts);
  if (known.size > 100) known.clear();
  known.set(key, made);
  return made;
}

function makePatterns(verdicts: readonly string[]): Patterns {
  const { IGNORE_LATIN, RULES_LATIN, RULES_IGNORED_LATIN, IGNORE, RULES, ANSWER_LATIN, ANSWER } = words;
  const names = verdicts.map((name) => fold(normalize(name))).filter((name) => name.length > 1);
  const name = names.map((one) => one.replace(/[^\p{L}\p{N}]+/gu, '\\W?_?')).join('|') || '(?!)';
  // Names of verdicts are ordinary words, so in English only phrases that lead straight to one count.
  const leading =
    '(?:(?:with|that|as|it|is|are|be|the|this|only|just|simply|case|listing|item|product|alert|verdict|classification|result|word|:|=|")\\W*){0,6}';
  const pattern = (text: string) => new RegExp(text, 'gu');
  return {
    own: [
      pattern(`(?:${IGNORE}).{0,60}?(?:${RULES})|(?:${RULES}).{0,40}?(?:${IGNORE})`),
      pattern(`(?:${ANSWER}).{0,40}?\\b(?:${name})\\b|\\b(?:${name})\\b.{0,20}?(?:${ANSWER})`),
    ],
    latin: [
      ...MARKS,
      ...ADDRESSES,
      ...ANSWERS,
      pattern(`\\b(?:${IGNORE_LATIN}).{0,60}?\\b(?:${RULES_LATIN})|\\b(?:${RULES_IGNORED_LATIN})`),
      pattern(
        `\\b(?:answer|respond|reply|conclude|classify|output|print|decide)(?:s|ed|ing)?\\b\\W+${leading}(?:${name})\\b`,
      ),
      pattern(`\\b(?:mark|treat|label|classify)\\b .{0,30}?\\bas\\W+(?:${name})\\b`),
      pattern(`\\bverdict\\b.{0,20}?\\b(?:${name})\\b`),
      pattern(`\\b(?:${ANSWER_LATIN}).{0,50}?\\b(?:${name})\\b`),
    ],
  };
}
