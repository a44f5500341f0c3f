import type { ErrorObject } from 'ajv/dist/2020.js';

// Turns schema validation errors into messages for API users.

const MESSAGES_MAX = 10;

/** Errors by top-level field. A nested place is named at the start of its message. At most ten messages per field. */
export function toFields(errors: ErrorObject[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const error of withoutAlternatives(errors)) {
    const path = error.instancePath.split('/').slice(1).map(unescapePointer);
    if (error.keyword === 'required') path.push(String(error.params.missingProperty));
    const field = path[0] ?? 'body';
    const rest = path
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
      .join('');
    fields[field] ??= [];
    const text = rest === '' ? sentence(error) : `${field}${rest}: ${sentence(error)}`;
    if (fields[field].length < MESSAGES_MAX && !fields[field].includes(text)) fields[field].push(text);
  }
  return fields;
}

/**
 * A value with alternatives, nearly always "this or null", fails each alternative and the choice. Only the errors of
 * the alternative with the value's type are reported; without one, one message names all types.
 */
function withoutAlternatives(errors: ErrorObject[]): ErrorObject[] {
  let left = errors;
  for (const choice of errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')) {
    const branches = left.filter((error) => error.schemaPath.startsWith(`${choice.schemaPath}/`));
    if (branches.length === 0) continue;
    const wrongType = (error: ErrorObject) =>
      error.keyword === 'type' && error.instancePath === choice.instancePath && isBranch(error, choice);
    const types = branches.filter(wrongType);
    const meant = branches.filter((error) => !types.some((type) => branchOf(type, choice) === branchOf(error, choice)));
    const told = meant.length > 0 ? meant : [oneOfTypes(types)];
    left = left.filter((error) => error !== choice && !branches.includes(error));
    left = [...left, ...told];
  }
  return left;
}

const branchOf = (error: ErrorObject, choice: ErrorObject): string =>
  error.schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0]!;

/** About the alternative itself, not about something inside it. */
const isBranch = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.schemaPath === `${choice.schemaPath}/${branchOf(error, choice)}/type`;

const oneOfTypes = (types: ErrorObject[]): ErrorObject => ({
  ...types[0]!,
  params: { type: [...new Set(types.flatMap(({ params }) => params.type as string | string[]))] },
});

function sentence(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  const limit = String(params.limit);
  switch (error.keyword) {
    case 'required':
      return 'This field is required.';
    case 'enum':
      return `Must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}.`;
    case 'format':
      return formatSentence(String(params.format));
    case 'pattern':
      return `Does not have the expected form${described(error)}`;
    case 'minLength':
      return limit === '1' ? 'May not be blank.' : `Needs at least ${limit} characters.`;
    case 'maxLength':
      return `May have at most ${limit} characters.`;
    case 'minItems':
      return `Needs at least ${limit} ${limit === '1' ? 'item' : 'items'}.`;
    case 'maxItems':
      return `May have at most ${limit} items.`;
    case 'uniqueItems':
      return 'Has the same item twice.';
    case 'maxProperties':
      return `May have at most ${limit} members.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'exclusiveMinimum':
      return `Must be more than ${limit}.`;
    case 'maximum':
      return `May be at most ${limit}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${limit}.`;
    case 'additionalProperties':
      return `There is no member '${params.additionalProperty}' here.`;
    case 'type':
      return `Must be of type ${[params.type].flat().join(' or ')}.`;
    default:
      return `${(error.message ?? 'Is not valid').replace(/^./, (letter) => letter.toUpperCase())}.`;
  }
}

function formatSentence(format: string): string {
  if (format === 'uuid') return 'Not a UUID.';
  if (format === 'date-time') return 'Not an ISO 8601 timestamp, like 2026-01-05T09:12:44Z.';
  return `Not a valid ${format}.`;
}

/** The schema's description helps more than its pattern. */
function described({ parentSchema }: ErrorObject): string {
  const description = (parentSchema as { description?: string } | undefined)?.description;
  return description === undefined ? '.' : `: ${description}`;
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
