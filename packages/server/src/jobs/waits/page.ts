import { isJsonObject } from '#platform/json.ts';
import type { WaitRow } from '../record/wait-store.ts';

// The page of a one-time link: the question and a form. It has no scripts and no external content, and shows nothing
// but the wait.

export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export type AnswerField = {
  name: string;
  /** The title of the member, or else its name. */
  label: string;
  type: 'string' | 'number' | 'integer' | 'boolean';
  options: string[] | null;
  required: boolean;
};

/** Returns the members of an answer that a form can ask for one by one, or undefined if it has to ask for JSON. */
export function listFields(schema: Record<string, unknown> | null): AnswerField[] | undefined {
  if (schema?.type !== 'object' || !isJsonObject(schema.properties)) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields: AnswerField[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isJsonObject(property)) return undefined;
    const options =
      Array.isArray(property.enum) && property.enum.every((one) => typeof one === 'string') ? property.enum : null;
    const type = property.type ?? (options === null ? undefined : 'string');
    if (type !== 'string' && type !== 'number' && type !== 'integer' && type !== 'boolean') return undefined;
    const label = typeof property.title === 'string' && property.title.trim() !== '' ? property.title : name;
    fields.push({ name, label, type, options, required: required.includes(name) });
  }
  return fields.length > 0 && fields.length <= FIELDS_MAX ? fields : undefined;
}

const FIELDS_MAX = 50;

export function waitPage(wait: WaitRow): string {
  const due = wait.dueAt === null ? '' : `<p class="due">Answer by ${escapeText(wait.dueAt.toUTCString())}.</p>`;
  const evidence = wait.evidence.map((one) => `<li>${escapeText(one)}</li>`).join('');
  return document(
    wait.title,
    `<h1>${escapeText(wait.title)}</h1>${due}
    ${wait.body === '' ? '' : `<pre>${escapeText(wait.body)}</pre>`}
    ${evidence === '' ? '' : `<h2>Evidence</h2><ul>${evidence}</ul>`}
    <form method="post">${answerFields(wait)}
      <label>Comment<textarea name="comment" rows="3" maxlength="20000"></textarea></label>
      <button>Send the answer</button></form>`,
  );
}

export const thanksPage = (): string =>
  document('Answered', '<h1>Thank you</h1><p>Your answer is saved. This link cannot be used again.</p>');

function answerFields({ options, answerSchema }: WaitRow): string {
  if (options !== null) {
    const choices = options.map(
      (option) =>
        `<label class="choice"><input type="radio" name="answer" required value="${escapeText(option)}"> ${escapeText(option)}</label>`,
    );
    return `<fieldset><legend>Answer</legend>${choices.join('')}</fieldset>`;
  }
  const fields = listFields(answerSchema);
  if (fields !== undefined) return fields.map(fieldInput).join('');
  const hint =
    answerSchema === null
      ? ''
      : `<details open><summary>JSON schema of the answer</summary><pre>${escapeText(JSON.stringify(answerSchema, null, 2))}</pre></details>`;
  return `${hint}<label>Answer<textarea name="answer" rows="6" required></textarea></label>`;
}

function fieldInput({ name, label, type, options, required }: AnswerField): string {
  const attributes = `name="field.${escapeText(name)}"${required ? ' required' : ''}`;
  const list = options ?? (type === 'boolean' ? ['true', 'false'] : null);
  if (list !== null) {
    const choices = ['', ...list].map((one) => `<option>${escapeText(one)}</option>`);
    return `<label>${escapeText(label)}<select ${attributes}>${choices.join('')}</select></label>`;
  }
  const number = type === 'string' ? 'type="text"' : `type="number" step="${type === 'integer' ? '1' : 'any'}"`;
  return `<label>${escapeText(label)}<input ${number} ${attributes}></label>`;
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeText(title)}</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: .75rem; border-radius: .25rem }
label { display: block; margin: .75rem 0 } .choice { margin: .25rem 0 }
input:not([type=radio]), select, textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem }
button { font: inherit; padding: .5rem 1rem } .due { color: #555 }
</style></head><body><main>${body}</main></body></html>
`;
