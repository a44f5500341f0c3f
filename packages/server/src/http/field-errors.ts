import type { ErrorObject } from 'ajv/dist/2020.js';

// Turns schema validation errors into messages for API users.

const MESSAGES_MAX = 10;

/** Groups errors by top-level field, at most ten per field. A message about a nested value starts with its path. */
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
 * A value with alternatives, nearly always "this or null", fails every alternative and the choice itself. Reports only
 * the errors of the alternative that has the value's type. If there is none, one message names all types.
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

/** Whether the error is about the alternative itself, not about a value inside it. */
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
      return `Has an invalid format${described(error)}`;
    case 'minLength':
      return limit === '1' ? 'May not be blank.' : `Must have at least ${limit} characters.`;
    case 'maxLength':
      return `May have at most ${limit} characters.`;
    case 'minItems':
      return `Must have at least ${limit} ${limit === '1' ? 'item' : 'items'}.`;
    case 'maxItems':
      return `May have at most ${limit} ${limit === '1' ? 'item' : 'items'}.`;
    case 'uniqueItems':
      return 'Must not contain the same item twice.';
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
      return `Unknown member '${params.additionalProperty}'.`;
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

/** Appends the schema's description, which helps more than its pattern. */
function described({ parentSchema }: ErrorObject): string {
  const description = (parentSchema as { description?: string } | undefined)?.description;
  return description === undefined ? '.' : `: ${description}`;
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
