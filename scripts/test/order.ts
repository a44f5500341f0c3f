import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');

/** The longest files, as a run reports them at its end. If they came last, nothing would be left to run beside them. */
export const longest = [
  'server/test/chaos/quick.test.ts',
  'server/test/chaos/mutations.test.ts',
  'server/test/chaos/laboratory.test.ts',
  'server/test/conformance/mcp.test.ts',
  'server/test/chaos/doors.test.ts',
  'console/test/accessibility.test.ts',
  'server/src/workspace/queries/agent-rounds.test.ts',
  'cli/src/serve.test.ts',
  'server/test/workspace/crash.test.ts',
  'server/test/workspace/sandbox.test.ts',
  'console/test/jobs.test.ts',
  'server/src/workspace/query-routes.test.ts',
  'server/test/flows/queue.test.ts',
  'server/src/platform/embedded-postgres/postmaster.test.ts',
  'server/src/platform/embedded-postgres/cluster.test.ts',
  'server/test/conformance/engines.test.ts',
  'console/test/policies.test.ts',
  'server/test/flows/bad-requests.test.ts',
  'server/test/webhooks/postgres-crash.test.ts',
  'server/test/docs-samples.test.ts',
].map((file) => join(repository, 'packages', file));

const browserFolders = ['console/test', 'sdk/test/browser', 'server/test/web'].map((folder) =>
  join(repository, 'packages', folder, '/'),
);

export const usesBrowser = (file: string): boolean => browserFolders.some((folder) => file.startsWith(folder));

/** Sorts the files of the list first, then those that must run one by one, then the others. */
export function longestFirst(files: string[]): string[] {
  const place = (file: string): number => {
    if (longest.includes(file)) return longest.indexOf(file);
    return usesBrowser(file) ? longest.length : longest.length + 1;
  };
  return files.toSorted((a, b) => place(a) - place(b));
}
