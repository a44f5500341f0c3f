import { XMLParser } from 'fast-xml-parser';
import { addIdentifier, type Entry } from './entry.ts';
import { ListProblem } from './list-problem.ts';
import type { ListFiles } from './read-list.ts';

// The consolidated list of financial sanctions of the European Union, in XML: what it says stands in attributes.

type Attributes = { [name: string]: string | undefined };
type Entity = Attributes & { [name in (typeof parts)[number]]?: Attributes[] };

const parts = [
  'subjectType',
  'nameAlias',
  'citizenship',
  'address',
  'birthdate',
  'identification',
  'regulation',
] as const;
const many = new Set<string>([...parts, 'sanctionEntity']);

export function readEu({ file }: ListFiles): Entry[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    removeNSPrefix: true,
    // An element `birthdate` has an attribute of the same name.
    isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && many.has(name),
  });
  const list = parser.parse(Buffer.from(file).toString('utf8')).export as { sanctionEntity?: Entity[] } | undefined;
  if (!list?.sanctionEntity)
    throw new ListProblem('Is not the consolidated list of the EU: export with sanctionEntity is missing.');
  return list.sanctionEntity.map(readEntry);
}

function readEntry(entity: Entity): Entry {
  const id = entity.euReferenceNumber || entity.logicalId || '';
  if (id === '') throw new ListProblem('Has a sanctionEntity without euReferenceNumber and logicalId.');
  const [name, ...aliases] = readNames(entity.nameAlias);
  if (name === undefined) throw new ListProblem(`Has a sanctionEntity without a name: '${id.slice(0, 100)}'.`);
  const identifiers: Record<string, string[]> = {};
  for (const one of entity.identification ?? []) {
    const number = one.number || one.latinNumber || '';
    if (number !== '') addIdentifier(identifiers, one.identificationTypeCode || 'document', number);
  }
  return {
    id,
    kind: entity.subjectType?.[0]?.code === 'person' ? 'person' : 'company',
    name,
    aliases,
    birth_dates: unique((entity.birthdate ?? []).map(({ birthdate, year }) => birthdate?.slice(0, 10) || year)),
    countries: unique([...(entity.citizenship ?? []), ...(entity.address ?? [])].map(readCountry)),
    identifiers,
    program: unique((entity.regulation ?? []).map(({ programme }) => programme))[0] ?? null,
  };
}

/** Strong names first, which identify by themselves: the first of them is the name of the entry. */
function readNames(given: Attributes[] = []): string[] {
  const strong = given.filter(({ strong }) => strong !== 'false');
  const weak = given.filter(({ strong }) => strong === 'false');
  return unique(
    [...strong, ...weak].map(
      ({ wholeName, firstName, middleName, lastName }) =>
        wholeName?.trim() || [firstName, middleName, lastName].filter(Boolean).join(' '),
    ),
  );
}

const readCountry = ({ countryDescription }: Attributes): string | undefined =>
  countryDescription === 'UNKNOWN' ? undefined : countryDescription;
const unique = (values: (string | undefined)[]): string[] => [...new Set(values.flatMap((one) => one?.trim() || []))];
