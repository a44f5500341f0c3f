import * as activity from '@errand/contract/activity.ts';
import * as actors from '@errand/contract/actors.ts';
import * as agents from '@errand/contract/agents.ts';
import * as approvals from '@errand/contract/approvals.ts';
import * as batches from '@errand/contract/batches.ts';
import * as budgets from '@errand/contract/budgets.ts';
import * as bulk from '@errand/contract/bulk.ts';
import * as caseActions from '@errand/contract/case-actions.ts';
import * as caseDesk from '@errand/contract/case-desk.ts';
import * as caseRecords from '@errand/contract/case-records.ts';
import * as caseSearch from '@errand/contract/case-search.ts';
import * as connections from '@errand/contract/connections.ts';
import * as demo from '@errand/contract/demo.ts';
import * as engines from '@errand/contract/engines.ts';
import * as evaluations from '@errand/contract/evaluations.ts';
import * as evidence from '@errand/contract/evidence.ts';
import * as files from '@errand/contract/files.ts';
import * as invitations from '@errand/contract/invitations.ts';
import * as jobContents from '@errand/contract/job-contents.ts';
import * as jobErrors from '@errand/contract/job-errors.ts';
import * as jobLists from '@errand/contract/job-lists.ts';
import * as jobSteps from '@errand/contract/job-steps.ts';
import * as jobStreams from '@errand/contract/job-streams.ts';
import * as jobs from '@errand/contract/jobs.ts';
import * as knowledge from '@errand/contract/knowledge.ts';
import * as listeners from '@errand/contract/listeners.ts';
import * as logins from '@errand/contract/logins.ts';
import * as models from '@errand/contract/models.ts';
import * as oauth from '@errand/contract/oauth.ts';
import * as organizations from '@errand/contract/organizations.ts';
import * as playbooks from '@errand/contract/playbooks.ts';
import * as policies from '@errand/contract/policies.ts';
import * as promotions from '@errand/contract/promotions.ts';
import * as proofs from '@errand/contract/proofs.ts';
import * as rehearsals from '@errand/contract/rehearsals.ts';
import * as rescreening from '@errand/contract/rescreening.ts';
import * as reviewDesk from '@errand/contract/review-desk.ts';
import * as reviews from '@errand/contract/reviews.ts';
import * as runForms from '@errand/contract/run-forms.ts';
import * as schedules from '@errand/contract/schedules.ts';
import * as screening from '@errand/contract/screening.ts';
import * as secrets from '@errand/contract/secrets.ts';
import * as service from '@errand/contract/service.ts';
import * as skills from '@errand/contract/skills.ts';
import * as sso from '@errand/contract/sso.ts';
import * as tables from '@errand/contract/tables.ts';
import * as tags from '@errand/contract/tags.ts';
import * as transactions from '@errand/contract/transactions.ts';
import * as triggers from '@errand/contract/triggers.ts';
import * as trust from '@errand/contract/trust.ts';
import * as usage from '@errand/contract/usage.ts';
import * as values from '@errand/contract/values.ts';
import * as waits from '@errand/contract/waits.ts';
import * as webhooks from '@errand/contract/webhooks.ts';
import * as workspace from '@errand/contract/workspace.ts';

// Schemas that the contract exports become components of the description, under their export name.

type Json = Record<string, unknown>;

export const modules = [
  activity,
  actors,
  agents,
  approvals,
  batches,
  budgets,
  bulk,
  caseActions,
  caseDesk,
  caseRecords,
  caseSearch,
  connections,
  demo,
  engines,
  evaluations,
  evidence,
  files,
  jobContents,
  jobErrors,
  jobLists,
  jobSteps,
  jobStreams,
  jobs,
  knowledge,
  listeners,
  logins,
  models,
  oauth,
  invitations,
  organizations,
  policies,
  promotions,
  proofs,
  playbooks,
  rehearsals,
  reviewDesk,
  reviews,
  runForms,
  schedules,
  rescreening,
  screening,
  secrets,
  service,
  skills,
  sso,
  tables,
  tags,
  transactions,
  triggers,
  trust,
  usage,
  values,
  waits,
  webhooks,
  workspace,
];

const names = new Map<unknown, string>();
// Making a schema optional copies it, so that objects are also known by their text.
const namesByText = new Map<string, string>();
for (const module of modules) {
  for (const [name, value] of Object.entries(module as Record<string, unknown>)) {
    if (!isNamed(value)) continue;
    names.set(value, name);
    if (isObject(value)) namesByText.set(JSON.stringify(value), name);
  }
}

/** Whether a schema becomes a component: plain strings, numbers and responses that are not JSON do not. */
function isNamed(value: unknown): boolean {
  if (!isSchema(value) || 'content' in value) return false;
  const { type, enum: values, anyOf } = value;
  return type === 'object' || type === 'array' || values !== undefined || anyOf !== undefined;
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && '~kind' in value;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && (value as Json | null)?.properties !== undefined;
}

/** Replaces named schemas in the document with references. Returns it with the schemas that it refers to. */
export function withReferences<T extends Json>(document: T): { document: T; schemas: Json } {
  const schemas: Json = {};

  function refer(value: unknown): unknown {
    const name = names.get(value) ?? (isObject(value) ? namesByText.get(JSON.stringify(value)) : undefined);
    if (name === undefined) return copy(value);
    if (!Object.hasOwn(schemas, name)) {
      schemas[name] = {};
      schemas[name] = copy(value);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function copy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(forGenerators(value as Json));
    return Object.fromEntries(
      members.map(([key, member]) => [key, VALUES.has(key) && !isSchema(member) ? member : refer(member)]),
    );
  }

  const referred = copy(document) as T;
  return { document: referred, schemas: Object.fromEntries(Object.entries(schemas).sort()) };
}

/** Members that hold values, not schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'example', 'examples']);

/**
 * The schema as code generators read it. TypeBox writes the same shapes in forms that several of them do not know:
 * values without a type, and records as patterns of names.
 */
function forGenerators(given: Json): Json {
  const { described, patternProperties, ...schema } = given;
  if (described !== undefined && typeof schema.type === 'string') return { ...schema, ...(described as Json) };
  if (Array.isArray(schema.enum) && schema.type === undefined) return { type: typeOf(schema.enum), ...schema };
  if (![schema.type].flat().includes('object') || schema.properties !== undefined) return given;
  const [anything = true] = Object.values((patternProperties as Json | undefined) ?? {});
  return { additionalProperties: anything, ...schema };
}

function typeOf(values: unknown[]): string | string[] {
  const types = new Set(
    values.map((value) => (value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value)),
  );
  return types.size === 1 ? [...types][0]! : [...types];
}
