import { type Change, compareValues } from '../client/compare.ts';
import { UsageError } from '../terminal/errors.ts';
import { type CaseQueueDefinition, type Defined, type Definition, folders, kindOf, pathOf } from './definition.ts';
import { listDefined, type Organization } from './read-organization.ts';
import { findDangling, replaceNames } from './references.ts';

export type Step = Defined & { action: 'create' | 'update' | 'none'; changes: Change[] };

export type Plan = {
  steps: Step[];
  /** Objects on the server that are not in the folder. They stay. */
  unmanaged: string[];
};

/** Plans the changes that make the server match the files. Members that a file omits do not change. */
export function plan(organization: Organization, files: readonly Defined[]): Plan {
  const current = new Map<string, Definition>(listDefined(organization).map((one) => [pathOf(one), one.definition]));
  checkReferences(organization, files);
  checkSecrets(organization, files);
  const steps = files.map((file): Step => {
    const existing = current.get(pathOf(file));
    if (existing === undefined) return { ...file, action: 'create', changes: [] };
    const wanted = overlay(existing, file.definition);
    const changes = compareValues(existing, wanted);
    return { ...file, definition: wanted, action: changes.length > 0 ? 'update' : 'none', changes };
  });
  const named = new Set(files.map(pathOf));
  return { steps, unmanaged: [...current.keys()].filter((path) => !named.has(path)) };
}

/** Overlays the file's members on the server's, deeper for an agent's version and a queue's transactions. */
function overlay<T extends Definition>(existing: T, wanted: Definition): T {
  const merged = { ...existing, ...wanted } as T;
  if (merged.kind === 'case_queue' && existing.kind === 'case_queue') return overlayQueue(existing, merged) as T;
  if (merged.kind !== 'agent' || existing.kind !== 'agent') return merged;
  return { ...merged, version: { ...existing.version, ...merged.version } };
}

function overlayQueue(existing: CaseQueueDefinition, merged: CaseQueueDefinition): CaseQueueDefinition {
  const clocks = merged.clocks.map((clock) => ({ ...clock, calendar: clock.calendar ?? null }));
  const [before, wanted] = [existing.transactions, merged.transactions];
  if (!before || !wanted) return { ...merged, clocks };
  const columns = { ...before.columns, ...wanted.columns };
  const rules = { ...before.rules, ...wanted.rules };
  return { ...merged, clocks, transactions: { ...before, ...wanted, columns, rules } };
}

/** Refuses unknown references before anything is changed. */
function checkReferences({ ids }: Organization, files: readonly Defined[]): void {
  const names = new Map(ids);
  for (const { slug, definition } of files) {
    if (kindOf(definition.kind).isReferred) names.set(`${definition.kind}:${slug}`, 'known');
  }
  for (const file of files) {
    const dangling = findDangling(replaceNames(file.definition, names));
    const agents = file.definition.kind === 'webhook' ? (file.definition.agents ?? []) : [];
    const missing = [...dangling, ...agents.map((slug) => `agent:${slug}`).filter((name) => !names.has(name))];
    if (missing.length > 0) {
      throw new UsageError(
        `${pathOf(file)}: ${missing.join(', ')} is neither in ${folders.join(', ')} nor on the server.`,
      );
    }
  }
}

/** Files have no secrets, so those they list must be on the server. Refuses missing ones before any change. */
function checkSecrets({ connections }: Organization, files: readonly Defined[]): void {
  for (const file of files) {
    if (file.definition.kind !== 'connection') continue;
    const existing = connections.find((one) => one.slug === file.slug);
    const absent = (file.definition.secrets ?? []).filter((name) => !existing?.definition.secrets.includes(name));
    if (absent.length > 0)
      throw new UsageError(
        `${pathOf(file)}: the server has no value for ${absent.join(', ')}, and files never contain secrets. Write \${secret.NAME} under auth and set that secret, or first create the connection with errand connections create.`,
      );
  }
}
