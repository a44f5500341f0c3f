// Keywords that the checker honours or that do not constrain a value. A schema with any other keyword is refused,
// because a condition that is silently ignored would accept values that its author wanted to reject.

const HONOURED = new Set(
  `$ref $dynamicRef $defs $id $schema $anchor $dynamicAnchor $vocabulary $comment definitions type enum const multipleOf
  minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern format items prefixItems contains
  minContains maxContains minItems maxItems uniqueItems unevaluatedItems properties patternProperties
  additionalProperties propertyNames minProperties maxProperties required dependentRequired dependentSchemas
  dependencies unevaluatedProperties allOf anyOf oneOf not if then else nullable`.split(/\s+/),
);

/** Keywords that describe a value without constraining it. */
const DESCRIBING = new Set(
  `title description default examples example deprecated readOnly writeOnly contentMediaType contentEncoding
  contentSchema externalDocs discriminator xml summary enumNames enumDescriptions propertyOrdering markdownDescription
  errorMessage id`.split(/\s+/),
);

/** Keywords of older drafts, with their replacements. */
const OLDER = new Map([
  ['additionalItems', "'items' beside 'prefixItems'"],
  ['divisibleBy', "'multipleOf'"],
  ['disallow', "'not'"],
  ['extends', "'allOf'"],
  ['$recursiveRef', "'$dynamicRef'"],
  ['$recursiveAnchor', "'$dynamicAnchor'"],
]);

/** Returns a sentence per keyword that would have no effect. Names with `x-` are allowed as extensions. */
export function findKeywordProblems(schema: Record<string, unknown>): string[] {
  return Object.keys(schema)
    .filter((name) => !HONOURED.has(name) && !DESCRIBING.has(name) && !name.startsWith('x-'))
    .map((name) => {
      const newer = OLDER.get(name);
      const shown = name.length > 40 ? `${name.slice(0, 37)}…` : name;
      return newer === undefined
        ? `'${shown}' is not a keyword of JSON Schema (2020-12) and would have no effect. Custom keywords must begin with x-.`
        : `'${shown}' is a keyword of an older draft; use ${newer}.`;
    });
}
