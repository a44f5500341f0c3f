import { GROUP_SCHEMA } from './groups.ts';
import { ENTERPRISE } from './path.ts';
import { USER_SCHEMA } from './user-resource.ts';

// Describes the service (RFC 7644, 4): configuration, resource types, schemas.

export const COUNT_MAX = 500;

export const providerConfig = (base: string, docs: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: docs,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: COUNT_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that the operator creates with npx errand scim token create.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) => [
  resourceType(base, {
    id: 'User',
    endpoint: '/Users',
    description: 'A person',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
  }),
  resourceType(base, { id: 'Group', endpoint: '/Groups', description: 'A group of people', schema: GROUP_SCHEMA }),
];

type Kind = { id: string; endpoint: string; description: string; schema: string; schemaExtensions?: object[] };

const resourceType = (base: string, kind: Kind) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  ...kind,
  name: kind.id,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${kind.id}` },
});

type Options = {
  required?: boolean;
  multiValued?: boolean;
  mutability?: string;
  uniqueness?: string;
  caseExact?: boolean;
};

const attribute = (name: string, type: string, options: Options & { subAttributes?: object[] } = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  ...(type === 'string' && { caseExact: false, uniqueness: 'none' }),
  ...options,
});
const texts = (...names: string[]) => names.map((name) => attribute(name, 'string'));
const elements = [...texts('value', 'type', 'display'), attribute('primary', 'boolean')];

export const schemas = (base: string) => [
  schema(base, USER_SCHEMA, 'User', [
    attribute('userName', 'string', { required: true, uniqueness: 'server' }),
    attribute('externalId', 'string', { caseExact: true }),
    attribute('name', 'complex', { subAttributes: texts('formatted', 'familyName', 'givenName') }),
    ...texts('displayName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'),
    attribute('active', 'boolean'),
    attribute('emails', 'complex', { multiValued: true, subAttributes: elements }),
    attribute('phoneNumbers', 'complex', { multiValued: true, subAttributes: elements }),
    attribute('groups', 'complex', {
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: texts('value', 'display', '$ref', 'type'),
    }),
  ]),
  schema(base, GROUP_SCHEMA, 'Group', [
    attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
    attribute('externalId', 'string', { caseExact: true }),
    attribute('members', 'complex', { multiValued: true, subAttributes: texts('value', 'display', '$ref', 'type') }),
  ]),
  schema(base, ENTERPRISE, 'EnterpriseUser', [
    ...texts('employeeNumber', 'costCenter', 'organization', 'division', 'department'),
    attribute('manager', 'complex', { subAttributes: texts('value', '$ref', 'displayName') }),
  ]),
];

const schema = (base: string, id: string, name: string, attributes: object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});
