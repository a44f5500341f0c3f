// Shorthands for the JSON schemas of connectors.

type Property = Record<string, unknown>;

export const text = (title: string, description = '', more: Property = {}): Property => ({
  type: 'string',
  title,
  ...(description !== '' && { description }),
  ...more,
});

/** A value that is stored encrypted and never returned. */
export const secret = (title: string, description = '', more: Property = {}): Property =>
  text(title, description, { writeOnly: true, maxLength: 16_384, ...more });

export const url = (title: string, description = '', more: Property = {}): Property =>
  text(title, description, { maxLength: 2_000, ...more });

export const choice = (title: string, values: readonly string[], more: Property = {}): Property => ({
  type: 'string',
  title,
  enum: [...values],
  ...more,
});

export const integer = (title: string, minimum: number, maximum: number, more: Property = {}): Property => ({
  type: 'integer',
  title,
  minimum,
  maximum,
  ...more,
});

export const flag = (title: string, more: Property = {}): Property => ({ type: 'boolean', title, ...more });

export const object = (properties: Record<string, Property>, required: readonly string[] = []): Property => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
});
