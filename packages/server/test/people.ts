import type { Role } from '@errand/contract/roles.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import { addMember } from '#orgs/members.ts';
import { hashPassword } from '#orgs/passwords.ts';
import { callsWith, type Harness, request, type TestOrg } from './harness.ts';

export type Person = Pick<TestOrg, 'request' | 'expect'> & {
  userId: number;
  email: string;
  token: string;
  /** A key of `errand login`, with which the person acts as themselves. */
  personalKey(): Promise<string>;
  /** A key of the organization that the person created. */
  organizationKey(): Promise<string>;
};

const PASSWORD = 'a password of their own';
let count = 0;
let hash: Promise<string> | undefined;

/** Adds a member who has chosen a password, as after accepting an invitation. */
export async function addWithPassword(
  harness: Pick<Harness, 'database'>,
  orgId: string,
  given: { email: string; password: string; role: string; first_name?: string; last_name?: string },
): Promise<number> {
  const { email, password, role, first_name: firstName, last_name: lastName } = given;
  const member = { orgId, email, role: role as Role, passwordHash: await hashPassword(password), firstName, lastName };
  return (await addMember(harness.database.system, member, 'operator')).user_id;
}

/** A new member of the organization, signed in. Their requests name the organization. */
export async function createPerson(harness: Harness, org: TestOrg, role: Role = 'member'): Promise<Person> {
  count += 1;
  hash ??= hashPassword(PASSWORD);
  const email = `person${count}@example.com`;
  const { system } = harness.database;
  const given = { orgId: org.orgId, email, role, passwordHash: await hash };
  const { user_id: userId } = await addMember(system, given, 'operator');
  const signedIn = await request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', { email, password: PASSWORD });
  const token = signedIn.body.token as string;
  const calls = callsWith(() => harness.baseUrl, token);
  const named = (headers?: Record<string, string>) => ({ 'x-organization-id': org.orgId, ...headers });
  const key = async (personal: boolean) =>
    (await insertApiKey(system, { orgId: org.orgId, userId, role, name: `key of ${email}`, personal })).apiKey;
  return {
    userId,
    email,
    token,
    request: (method, path, body, headers) => calls.request(method, path, body, named(headers)),
    expect: (status, method, path, body, headers) => calls.expect(status, method, path, body, named(headers)),
    personalKey: () => key(true),
    organizationKey: () => key(false),
  };
}
