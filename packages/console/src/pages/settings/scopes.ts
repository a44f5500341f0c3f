import type { ApiKey, Role } from '@errand/sdk';

export type Scope = NonNullable<ApiKey['scopes']>[number];

/** What a key with a scope may do. */
export const scopeWords: Record<Scope, string> = {
  read: 'Read agents, jobs, results, policies and tables',
  run: 'Run agents and, with read, SQL; send files, cancel jobs',
  decide: 'Answer waits, decide reviews, give feedback',
  build: 'Change agents, policies, schedules, triggers and webhooks',
  admin: 'Manage members, keys, secrets and settings',
};

const byRole: Record<Exclude<Role, 'owner'>, readonly Scope[]> = {
  viewer: ['read'],
  auditor: ['read'],
  analyst: ['read', 'decide'],
  approver: ['read', 'decide'],
  member: ['read', 'run', 'decide', 'build'],
  admin: ['read', 'run', 'decide', 'build', 'admin'],
};

/** The scopes that a role can fill. */
export const scopesOf = (role: ApiKey['role']): readonly Scope[] => byRole[role];

/** What to send: nothing if the key may do all that its role allows. */
export function chosenScopes(role: ApiKey['role'], without: ReadonlySet<Scope>): { scopes?: Scope[] } {
  const scopes = scopesOf(role).filter((scope) => !without.has(scope));
  return scopes.length === scopesOf(role).length ? {} : { scopes };
}
