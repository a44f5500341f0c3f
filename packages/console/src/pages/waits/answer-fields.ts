// Turns the members of a question's answer into form fields.

export type AnswerField = {
  name: string;
  label: string;
  type: 'string' | 'number' | 'integer' | 'boolean';
  choices: string[] | null;
  required: boolean;
};

const FIELDS_MAX = 50;
const types = ['string', 'number', 'integer', 'boolean'] as const;

type Property = { type?: unknown; title?: unknown; enum?: unknown };

/** Returns undefined if the answer is not an object of plain values. Then it is written as JSON. */
export function listAnswerFields(schema: unknown): AnswerField[] | undefined {
  const { type, properties, required } = (schema ?? {}) as Record<string, unknown>;
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return undefined;
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const fields: AnswerField[] = [];
  for (const [name, value] of Object.entries(properties as Record<string, Property>)) {
    const { enum: list, title } = value ?? {};
    const choices = Array.isArray(list) && list.every((one) => typeof one === 'string') ? (list as string[]) : null;
    const found = types.find((one) => one === (value?.type ?? (choices === null ? undefined : 'string')));
    if (found === undefined) return undefined;
    fields.push({
      name,
      label: typeof title === 'string' && title.trim() !== '' ? title : name,
      type: found,
      choices: choices ?? (found === 'boolean' ? ['true', 'false'] : null),
      required: needed.includes(name),
    });
  }
  return fields.length > 0 && fields.length <= FIELDS_MAX ? fields : undefined;
}

/** Converts the typed values to the types of the fields. Empty fields are left out. */
export function readAnswerFields(
  fields: readonly AnswerField[],
  textOf: (name: string) => string,
): Record<string, unknown> {
  const given = fields.map(({ name, type }): [string, unknown] => {
    const text = textOf(name);
    if (text === '' || type === 'string') return [name, text];
    if (type === 'boolean') return [name, text === 'true'];
    return [name, Number(text)];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}
