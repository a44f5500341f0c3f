import { leastRole, type Operation } from './operation.ts';
import { hasRole, type Role } from './roles.ts';

// What a program may do that a person has signed in with OAuth, and what an API key is for. A scope never adds to the
// role of the person or the key: an operation needs both.

export const scopes = ['read', 'run', 'decide', 'build', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** What each scope lets a program do, for the page where a person consents. */
export const scopeWords: Record<Scope, string> = {
  read: 'Read agents, jobs, results, policies and tables.',
  run: 'Run agents and, with read, SQL; upload files and cancel jobs. Runs cost credits.',
  decide: 'Answer waits, decide reviews, work on cases and give feedback in your name.',
  build: 'Create, change and delete agents, policies, evaluations, schedules, triggers and webhooks.',
  admin: 'Manage members, API keys, secrets, connections and settings of the organization.',
};

const leastRoles: Record<Scope, Role> = {
  read: 'viewer',
  run: 'member',
  decide: 'analyst',
  build: 'member',
  admin: 'admin',
};

/** The scopes that a role can fill. */
export const scopesOf = (role: Role): Scope[] => scopes.filter((scope) => hasRole(role, leastRoles[scope]));

/** The scope of changes by tag. Tags that are not here need `admin`, so that a new one is closed until it is listed. */
const byTag: Record<string, Scope> = {
  Batches: 'run',
  Doors: 'run',
  Files: 'run',
  Jobs: 'run',
  Runs: 'run',
  SQL: 'run',
  Tables: 'run',
  Reviews: 'decide',
  Waits: 'decide',
  'Case desk': 'decide',
  Screening: 'decide',
  'Agent versions': 'build',
  Agents: 'build',
  Demo: 'build',
  Evaluation: 'build',
  'Knowledge bases': 'build',
  Policies: 'build',
  'Policy versions': 'build',
  Rehearsal: 'build',
  Schedules: 'build',
  'Skill sets': 'build',
  Tags: 'build',
  Triggers: 'build',
  Webhooks: 'build',
};

/** Tags whose POSTs for viewers only ask: doors, and questions too long for a query. */
const asking = ['Doors', 'Jobs', 'Screening', 'Tables'];

/** The scope that a program needs for an operation. Doors ask for reading, and for more by what is called there. */
export function scopeOf(operation: Pick<Operation, 'method' | 'role' | 'tag' | 'path'>): Scope {
  const role = leastRole(operation);
  if (role === 'auditor' || hasRole(role, 'admin')) return 'admin';
  const isRead = operation.method === 'GET' || (role === 'viewer' && asking.includes(operation.tag));
  return isRead ? 'read' : (byTag[operation.tag] ?? 'admin');
}
