import { XMLParser } from 'fast-xml-parser';
import { addIdentifier, type Entry } from './entry.ts';
import { ListProblem } from './list-problem.ts';
import type { ListFiles } from './read-list.ts';

// The consolidated list of the UN Security Council, in XML.

type Node = { [name: string]: unknown };

const many = new Set([
  'INDIVIDUAL',
  'ENTITY',
  'INDIVIDUAL_ALIAS',
  'ENTITY_ALIAS',
  'INDIVIDUAL_ADDRESS',
  'ENTITY_ADDRESS',
  'INDIVIDUAL_DATE_OF_BIRTH',
  'INDIVIDUAL_DOCUMENT',
  'VALUE',
]);

export function readUn({ file }: ListFiles): Entry[] {
  const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, isArray: (name) => many.has(name) });
  const list = (parser.parse(Buffer.from(file).toString('utf8')) as Node).CONSOLIDATED_LIST as Node | undefined;
  if (list === undefined)
    throw new ListProblem('Is not the consolidated list of the UN: CONSOLIDATED_LIST is missing.');
  return [
    ...nodesOf((list.INDIVIDUALS as Node | undefined)?.INDIVIDUAL).map((node) => readEntry(node, 'person')),
    ...nodesOf((list.ENTITIES as Node | undefined)?.ENTITY).map((node) => readEntry(node, 'company')),
  ];
}

function readEntry(node: Node, kind: 'person' | 'company'): Entry {
  const prefix = kind === 'person' ? 'INDIVIDUAL' : 'ENTITY';
  const id = textOf(node.DATAID);
  if (id === '') throw new ListProblem('Has an entry without DATAID.');
  const names = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((name) => textOf(node[name]));
  const identifiers: Record<string, string[]> = {};
  for (const one of nodesOf(node.INDIVIDUAL_DOCUMENT)) {
    const [type, number] = [textOf(one.TYPE_OF_DOCUMENT), textOf(one.NUMBER)];
    if (number !== '') addIdentifier(identifiers, type.toLowerCase().replace(/\W+/g, '_') || 'document', number);
  }
  return {
    id,
    kind,
    name: names.filter(Boolean).join(' '),
    aliases: unique([
      textOf(node.NAME_ORIGINAL_SCRIPT),
      ...nodesOf(node[`${prefix}_ALIAS`]).map((one) => textOf(one.ALIAS_NAME)),
    ]),
    birth_dates: unique(
      nodesOf(node.INDIVIDUAL_DATE_OF_BIRTH).map((one) => textOf(one.DATE).slice(0, 10) || textOf(one.YEAR)),
    ),
    countries: unique([
      ...valuesOf(node.NATIONALITY),
      ...nodesOf(node[`${prefix}_ADDRESS`]).map((one) => textOf(one.COUNTRY)),
    ]),
    identifiers,
    program: textOf(node.UN_LIST_TYPE) || null,
  };
}

const nodesOf = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : []).filter((one): one is Node => typeof one === 'object' && one !== null);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const valuesOf = (value: unknown): string[] =>
  (((value as Node | undefined)?.VALUE as unknown[] | undefined) ?? []).map(textOf);
const unique = (values: string[]): string[] => [...new Set(values.filter(Boolean))];
