import type { ConnectionPolicy } from '@errand/contract/connections.ts';
import type { Role } from '@errand/contract/roles.ts';
import { fitsPaths } from '#platform/match-path.ts';
import { type Driver, DriverFailure } from './model/driver.ts';

// What an administrator allows of a connection. It holds for everybody who uses it, whatever an agent's configuration
// grants: tools, file inputs, SQL, triggers and post actions.

/** Who uses the connection. What is left out is not judged: alerts, for example, are of no agent. */
export type ConnectionUser = {
  agentId?: string | undefined;
  /** The roles of everybody who caused the use. Null stands for somebody whom nobody knows. */
  roles?: (Role | null)[];
};

export function refuseUser(policy: ConnectionPolicy, name: string, { agentId, roles }: ConnectionUser): void {
  if (policy.agents && agentId !== undefined && !policy.agents.includes(agentId))
    throw new DriverFailure(`The policy of the connection '${name}' does not allow this agent to use it.`);
  const refused = policy.roles && roles?.find((role) => !isListed(policy.roles!, role));
  if (refused !== undefined)
    throw new DriverFailure(
      `The policy of the connection '${name}' allows only uses by: ${policy.roles!.join(', ')}. Of those who caused this one, one is ${refused ?? 'nobody who is known'}.`,
    );
}

/** An owner may do what an administrator may. */
const isListed = (listed: readonly Role[], role: Role | null): boolean =>
  role !== null && (listed.includes(role) || (role === 'owner' && listed.includes('admin')));

/** Returns whether a person has to agree to a write first. Throws if nobody can agree to it. */
export function asksFirst(policy: ConnectionPolicy, name: string, untrusted: string[]): boolean {
  const { ask_before_write: always = false, untrusted_writes: after = 'refuse' } = policy;
  if (untrusted.length === 0 || after === 'allow') return always;
  if (after === 'ask') return true;
  throw new DriverFailure(
    `The job has read untrusted content (${untrusted.join(', ')}), so it may not write to the connection '${name}'. An administrator can change this in the connection's policy (untrusted_writes).`,
  );
}

/** The driver within the policy. `isApproved` says that a person has agreed to a write. */
export function guardDriver(driver: Driver, policy: ConnectionPolicy, name: string, isApproved: boolean): Driver {
  const { request, tools, files, rows, deliveries } = driver;
  const refuse = (what: string, allowed: readonly string[]): never => {
    throw new DriverFailure(
      `The policy of the connection '${name}' does not allow ${what.slice(0, 200)}. Allowed: ${allowed.join(', ') || 'nothing'}.`,
    );
  };
  const only = (allowed: readonly string[] | undefined, one: string, what = one): void => {
    if (allowed && !allowed.includes(one)) refuse(what, allowed);
  };
  const onlyPath = (path: string): void => {
    if (policy.paths && !fitsPaths(policy.paths, path)) refuse(`the path ${path}`, policy.paths);
  };
  const unasked = (): void => {
    if (policy.ask_before_write && !isApproved)
      throw new DriverFailure(`The connection '${name}' asks a person before it writes, and nobody was asked.`);
  };
  return {
    ...driver,
    ...(request && {
      request(system, given) {
        only(policy.methods, given.method);
        onlyPath(given.path);
        if (given.method !== 'GET') unasked();
        return driver.request!(system, given);
      },
    }),
    ...(tools && {
      tools: {
        list: async (system) => (await tools.list(system)).filter((tool) => policy.tools?.includes(tool.name) ?? true),
        call(system, tool, input) {
          only(policy.tools, tool, `the tool ${tool}`);
          return tools.call(system, tool, input);
        },
      },
    }),
    ...(files && {
      files: {
        async *list(system, prefix) {
          for await (const object of files.list(system, prefix))
            if (policy.paths === undefined || fitsPaths(policy.paths, object.path)) yield object;
        },
        read(system, path) {
          onlyPath(path);
          return files.read(system, path);
        },
        write(system, path, content, contentType) {
          onlyPath(path);
          unasked();
          return files.write(system, path, content, contentType);
        },
      },
    }),
    ...(rows && {
      rows(system, given) {
        only(policy.tables, given.source, `reading ${given.source}`);
        return driver.rows!(system, given);
      },
    }),
    ...(deliveries && {
      deliveries: Object.fromEntries(
        Object.entries(deliveries).map(([operation, one]) => [
          operation,
          {
            ...one,
            run(system, params, key) {
              only(policy.operations, operation, `the post action ${operation}`);
              // Nobody can be asked after a job has ended; an operation that is listed needs nobody.
              if (policy.operations === undefined) unasked();
              if (request) only(policy.methods, (params.method ?? 'POST').toUpperCase());
              if (params.path !== undefined) onlyPath(params.path);
              return one.run(system, params, key);
            },
          },
        ]),
      ),
    }),
  };
}
