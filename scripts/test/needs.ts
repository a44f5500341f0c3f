import { type Graph, reach } from './graph.ts';

/** What imports one of these can connect to something outside its process, or start it. */
const needs: Record<string, string> = {
  pg: 'a database',
  'playwright-core': 'a browser',
  s3rver: 'a service',
  'node:child_process': 'a process',
  'node:worker_threads': 'a process',
};

/**
 * Told by its name (x.long.test.ts) and by what it imports, at any distance; undefined: the test needs nothing but its
 * own process.
 */
export function findNeed(graph: Graph, file: string): string | undefined {
  if (file.endsWith('.long.test.ts')) return 'more time';
  const reached = reach(graph, file, { mentions: false });
  return Object.entries(needs).find(([name]) => reached.has(name))?.[1];
}
