import { answeringRoles, roles } from '@errand/contract/roles.ts';
import type { Driver } from './model/driver.ts';
import { choice, flag, integer, object } from './model/schema.ts';

const list = (
  title: string,
  description: string,
  items: object = { type: 'string', minLength: 1, maxLength: 500 },
) => ({
  type: 'array',
  title,
  description,
  items,
  maxItems: 200,
});

/** The JSON schema of the policy for connections with this driver: what it cannot do is not asked for. */
export function policySchema({ request, tools, files, rows, deliveries }: Driver): Record<string, unknown> {
  return object({
    ...(request && {
      methods: list('Methods', 'The only methods that may be used. Default: all.', {
        enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      }),
    }),
    ...((request || files) && {
      paths: list('Paths', 'The only paths, such as /orders/*, where * is any text. Default: all.'),
    }),
    ...(rows && { tables: list('Tables', 'The only tables that may be read. Default: all, and queries.') }),
    ...(tools && {
      tools: list('Tools', 'The only tools that may be used. Default: all.'),
      read_tools: list('Tools that only read', 'Other tools count as writing.'),
      trust_read_only_hint: flag('Believe the server which tools only read', { default: false }),
    }),
    ...(deliveries && {
      operations: list('Post actions', 'The only operations of post actions. Default: all that need no approval.', {
        enum: Object.keys(deliveries),
      }),
    }),
    roles: list('Roles', 'Everybody who caused the job or query has one of these roles. Default: all roles.', {
      enum: [...roles],
    }),
    agents: list('Agents', 'Ids of the only agents that may use it. Default: all.', { type: 'string', format: 'uuid' }),
    untrusted_writes: choice('Writes of jobs that have read untrusted content', ['refuse', 'ask', 'allow'], {
      default: 'refuse',
      description: 'Untrusted are pages, documents, mail, and answers of other systems. ask: a person has to agree.',
    }),
    ask_before_write: flag('Ask a person before every write', { default: false }),
    ask_role: choice('Who may agree', [...answeringRoles], { default: 'admin' }),
    ask_hours: integer('Hours until it counts as refused', 1, 8_760, { default: 24 }),
    forbid_requester: flag('Whoever caused the job may not agree', { default: false }),
  });
}
