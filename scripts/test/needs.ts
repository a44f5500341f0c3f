import { type Graph, reach } from './graph.ts';

/** A test that imports one of these can connect to or start something outside its process. */
const needs: Record<string, string> = {
  pg: 'a database',
  'playwright-core': 'a browser',
  s3rver: 'a service',
  'node:child_process': 'a process',
  'node:worker_threads': 'a process',
};

/**
 * Finds out what a test needs from its name (x.long.test.ts) and its direct and indirect imports. Returns undefined if
 * it only needs its own process.
 */
export function findNeed(graph: Graph, file: string): string | undefined {
  if (file.endsWith('.long.test.ts')) return 'more time';
  const reached = reach(graph, file, { mentions: false });
  return Object.entries(needs).find(([name]) => reached.has(name))?.[1];
}
