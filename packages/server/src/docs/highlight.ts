import { escapeHtml } from './escape-html.ts';

// Colours for code in the documentation: comments, strings, numbers and words of the language, without a parser. What it
// does not know stays plain.

type Kind = 'comment' | 'string' | 'number' | 'word';
type Language = { comment?: string; words: string };

const strings = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`;
const hash = String.raw`(?<=^|\s)#[^\n]*`;
const slashes = String.raw`(?<=^|\s)//[^\n]*|/\*[\s\S]*?\*/`;
const typescript: Language = {
  comment: slashes,
  words:
    'import export from const let function return await async for of in if else new throw try catch type interface true false null undefined',
};
const languages: Record<string, Language> = {
  ts: typescript,
  js: typescript,
  python: {
    comment: hash,
    words: 'import from def return await async for in if else with as try except raise class None True False',
  },
  sh: { comment: hash, words: 'curl npm errand export docker cd pip openssl kubectl helm echo printf cat' },
  sql: {
    comment: String.raw`--[^\n]*`,
    words:
      'select from where order by group insert into values create table as with join on limit and or not null is update set delete case when then else end desc asc',
  },
  json: { words: 'true false null' },
  yaml: { comment: hash, words: 'true false null' },
};

export function highlight(code: string, language: string): string {
  const known = languages[language];
  if (known === undefined) return escapeHtml(code);
  const flags = language === 'sql' ? 'gim' : 'gm';
  const parts: [kind: Kind, source: string][] = [
    ...(known.comment === undefined ? [] : [['comment', known.comment] as [Kind, string]]),
    ['string', strings],
    ['number', String.raw`\b\d[\d_.]*\b`],
    ['word', String.raw`(?<![\w./-])(?:${known.words.split(' ').join('|')})(?![\w./-])`],
  ];
  const pattern = new RegExp(parts.map(([kind, source]) => `(?<${kind}>${source})`).join('|'), flags);
  let html = '';
  let from = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = parts.find(([name]) => match.groups?.[name] !== undefined)![0];
    html += `${escapeHtml(code.slice(from, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    from = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(from));
}
