import type { Field } from '../schema/schema.ts';

/** A value of the answer that is neither an object nor a non-empty list, with its schema. */
export type Leaf = {
  field: string;
  value: unknown;
  schema: Field;
  /** The list element that it belongs to, such as `/items/3`. Empty outside of lists. */
  row: string;
  /** Its siblings in the schema, which may be nearby in the text. */
  siblings: Field[];
};

const leavesMax = 5_000;

export function leavesOf(value: unknown, schema: Field): Leaf[] {
  const leaves: Leaf[] = [];
  walk({ field: '', value, schema, row: '', siblings: [] }, leaves);
  return leaves;
}

/** Lists the single values of the schema that the answer does not have. */
export function leftOut(value: unknown, schema: Field): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (at: unknown, own: Field, pointer: string): void => {
    if (!isObject(at)) return;
    const properties = propertiesOf(own, at);
    for (const property of properties) {
      const field = `${pointer}/${escapeName(property.name)}`;
      if (Object.hasOwn(at, property.name)) visit(at[property.name], property, field);
      else if (property.type !== 'object' && property.type !== 'array') {
        const siblings = properties.filter((one) => one !== property);
        leaves.push({ field, value: undefined, schema: property, row: '', siblings });
      }
    }
  };
  visit(value, schema, '');
  return leaves;
}

function walk(at: Leaf, leaves: Leaf[]): void {
  if (leaves.length >= leavesMax) return;
  const { value, schema, field } = at;
  if (Array.isArray(value) && value.length > 0) {
    for (const [index, item] of value.entries()) {
      const row = `${field}/${index}`;
      const own = schema.tuple?.[index] ?? schema.items ?? anything(schema);
      // Plain elements of a list have the list's name.
      const named = own.type === 'object' ? own : { ...own, name: schema.name, description: own.description };
      walk(
        { field: row, value: item, schema: named, row: isObject(item) ? row : at.row, siblings: at.siblings },
        leaves,
      );
    }
    return;
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    const properties = propertiesOf(schema, value);
    for (const [name, member] of Object.entries(value)) {
      const own = properties.find((one) => one.name === name) ?? { ...anything(schema), name };
      const siblings = properties.filter((one) => one !== own);
      walk({ field: `${field}/${escapeName(name)}`, value: member, schema: own, row: at.row, siblings }, leaves);
    }
    return;
  }
  const digits = typeof value === 'object' && value !== null && 'rawJSON' in value ? String(value.rawJSON) : undefined;
  leaves.push(digits === undefined ? at : { ...at, value: digits });
}

/** Chooses the shape with the most members of the value. */
function propertiesOf(schema: Field, value: Record<string, unknown>): Field[] {
  const shapes = [schema, ...(schema.shapes ?? [])].map(({ properties = [] }) => properties);
  const fitting = (properties: Field[]): number => properties.filter(({ name }) => Object.hasOwn(value, name)).length;
  return shapes.reduce((best, one) => (fitting(one) > fitting(best) ? one : best));
}

const anything = ({ name }: Field): Field => ({
  name,
  parent: '',
  title: '',
  description: '',
  type: 'any',
  nullable: true,
  required: false,
  rules: {},
});

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
/** Long integers are objects that hold their digits, but they count as values. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value);

export const isAbsent = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
