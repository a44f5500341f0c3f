import * as activity from '@errand/contract/activity.ts';
import * as agents from '@errand/contract/agents.ts';
import * as approvals from '@errand/contract/approvals.ts';
import * as batches from '@errand/contract/batches.ts';
import * as engines from '@errand/contract/engines.ts';
import * as files from '@errand/contract/files.ts';
import * as jobContents from '@errand/contract/job-contents.ts';
import * as jobErrors from '@errand/contract/job-errors.ts';
import * as jobLists from '@errand/contract/job-lists.ts';
import * as jobStreams from '@errand/contract/job-streams.ts';
import * as jobs from '@errand/contract/jobs.ts';
import * as organizations from '@errand/contract/organizations.ts';
import * as policies from '@errand/contract/policies.ts';
import * as reviews from '@errand/contract/reviews.ts';
import * as runForms from '@errand/contract/run-forms.ts';
import * as service from '@errand/contract/service.ts';
import * as tables from '@errand/contract/tables.ts';
import * as usage from '@errand/contract/usage.ts';
import * as values from '@errand/contract/values.ts';
import * as webhooks from '@errand/contract/webhooks.ts';
import * as workspace from '@errand/contract/workspace.ts';

// Schemas that the contract exports become components of the description, under their export name.

type Json = Record<string, unknown>;

const modules = [
  activity,
  agents,
  approvals,
  batches,
  engines,
  files,
  jobContents,
  jobErrors,
  jobLists,
  jobStreams,
  jobs,
  organizations,
  policies,
  reviews,
  runForms,
  service,
  tables,
  usage,
  values,
  webhooks,
  workspace,
];

const names = new Map<unknown, string>();
for (const module of modules) {
  for (const [name, value] of Object.entries(module as Record<string, unknown>))
    if (isNamed(value)) names.set(value, name);
}

/** Whether a schema becomes a component: plain strings, numbers and responses that are not JSON do not. */
function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('~kind' in value) || 'content' in value) return false;
  const { type, enum: values, anyOf } = value as Json;
  return type === 'object' || type === 'array' || values !== undefined || anyOf !== undefined;
}

/** Replaces named schemas in the document with references. Returns it with the schemas that it refers to. */
export function withReferences<T extends Json>(document: T): { document: T; schemas: Json } {
  const schemas: Json = {};

  function refer(value: unknown): unknown {
    const name = names.get(value);
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
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member)]));
  }

  const referred = copy(document) as T;
  return { document: referred, schemas: Object.fromEntries(Object.entries(schemas).sort()) };
}
