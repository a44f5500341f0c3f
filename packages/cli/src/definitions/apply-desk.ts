import type { Errand } from '@errand/sdk';
import { UsageError } from '../terminal/errors.ts';
import { type ApplyOptions, addPlaybookVersion } from './apply-versions.ts';
import {
  type CaseQueueDefinition,
  type PlaybookDefinition,
  pathOf,
  type ReportTemplateDefinition,
  type ScreeningListDefinition,
  type ScreeningWatchDefinition,
} from './definition.ts';
import type { Step } from './plan.ts';
import type { Organization } from './read-organization.ts';

// Applies how the case desk is set up. References are already ids. Tables are data, so they may be missing: what reads
// them then waits until they are there.

type Applied = { id: string; note?: string | undefined };

export async function applyPlaybook(
  errand: Errand,
  { playbooks }: Organization,
  step: Step,
  { name, description = '', version_name = '', content, gate }: PlaybookDefinition,
  options: ApplyOptions,
): Promise<Applied> {
  const existing = playbooks.find((one) => one.slug === step.slug);
  const named = version_name && { version_name };
  if (existing === undefined) {
    const { id } = await errand.playbooks.create({ name, description, content, ...named });
    if (gate) await errand.playbooks.setGate(id, gate);
    return { id };
  }
  const { playbook, definition } = existing;
  const { id } = playbook;
  if (definition.name !== name || definition.description !== description)
    await errand.playbooks.update(id, { name, description });
  // The new gate holds the new version, too.
  if (hasChanged(step, 'gate')) {
    if (gate) await errand.playbooks.setGate(id, gate);
    else await errand.playbooks.deleteGate(id);
  }
  if (!hasChanged(step, 'content') && !hasChanged(step, 'version_name')) return { id };
  return { id, note: await addPlaybookVersion(errand, step, playbook, { content, version_name }, options) };
}

export async function applyReportTemplate(
  errand: Errand,
  { reportTemplates }: Organization,
  step: Step,
  { name, sections }: ReportTemplateDefinition,
): Promise<void> {
  const existing = reportTemplates.find((one) => one.slug === step.slug);
  if (existing !== undefined && existing.definition.name !== name)
    throw new UsageError(`${pathOf(step)}: the name of a template cannot change. Use another file name.`);
  await errand.caseTemplates.put(name, { sections });
}

export async function applyScreeningList(
  errand: Errand,
  { screeningLists }: Organization,
  { slug }: Step,
  { name, description = '' }: ScreeningListDefinition,
): Promise<string> {
  const existing = screeningLists.find((one) => one.slug === slug);
  if (existing === undefined) return (await errand.screening.createList({ name, description })).id;
  return (await errand.screening.updateList(existing.list.id, { name, description })).id;
}

export async function applyCaseQueue(
  errand: Errand,
  { caseQueues }: Organization,
  step: Step,
  { kind: _, playbook, transactions, ...settings }: CaseQueueDefinition,
): Promise<Applied> {
  const existing = caseQueues.find((one) => one.slug === step.slug);
  const body = { ...settings, ...(playbook !== undefined && { playbook_id: playbook }) };
  const { id } =
    existing === undefined
      ? await errand.caseQueues.create(body)
      : await errand.caseQueues.update(existing.queue.id, body);
  if (existing !== undefined && !hasChanged(step, 'transactions')) return { id };
  if (!transactions) {
    if (existing?.definition.transactions) await errand.transactions.deleteSource(id);
    return { id };
  }
  // A run fills a table that it reads through a connection.
  if (!transactions.read_from && !(await hasTable(errand, transactions.table)))
    return { id, note: tableNote(step, transactions.table) };
  await errand.transactions.setSource(id, transactions);
  return { id };
}

export async function applyScreeningWatch(
  errand: Errand,
  { screeningWatches }: Organization,
  step: Step,
  { kind: _, queue, source, ...settings }: ScreeningWatchDefinition,
): Promise<Applied> {
  const existing = screeningWatches.find((one) => one.slug === step.slug);
  const isMissing = !!source && !(await hasTable(errand, source.table));
  const body = {
    ...settings,
    ...(queue !== undefined && { queue_id: queue }),
    ...(source !== undefined && !isMissing && { source }),
  };
  const { id } =
    existing === undefined
      ? await errand.screeningWatches.create(body)
      : await errand.screeningWatches.update(existing.watch.id, body);
  return { id, note: isMissing ? tableNote(step, source.table) : undefined };
}

const hasChanged = ({ changes }: Step, member: string): boolean =>
  changes.some(({ path }) => path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`));

async function hasTable(errand: Errand, name: string): Promise<boolean> {
  const { results: tables } = await errand.tables.list();
  return tables.some((table) => table.name.toLowerCase() === name.toLowerCase());
}

const tableNote = (step: Step, table: string): string =>
  `${pathOf(step)}: the organization has no table ${table}, so this reads none yet. Import the table, then apply again.`;
