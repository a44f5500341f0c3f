import type {
  CaseQueue,
  Errand,
  Playbook,
  ReportTemplate,
  ScreeningList,
  ScreeningWatch,
  TransactionSource,
} from '@errand/sdk';
import { ErrandError } from '@errand/sdk';
import type {
  CaseQueueDefinition,
  Defined,
  PlaybookDefinition,
  ReportTemplateDefinition,
  ScreeningListDefinition,
  ScreeningWatchDefinition,
} from './definition.ts';
import { type References, replaceNames } from './references.ts';
import { assignSlugs } from './slugs.ts';

// The case desk as files: how queues, playbooks, lists and watches are set up. Cases and entries of lists are data.

export type Desk = {
  playbooks: (Defined<PlaybookDefinition> & { playbook: Playbook })[];
  reportTemplates: Defined<ReportTemplateDefinition>[];
  screeningLists: (Defined<ScreeningListDefinition> & { list: ScreeningList })[];
  caseQueues: (Defined<CaseQueueDefinition> & { queue: CaseQueue })[];
  screeningWatches: (Defined<ScreeningWatchDefinition> & { watch: ScreeningWatch })[];
};

/** `names` maps ids to `agent:slug` and `policy:slug`. What others refer to is added to `names` and `ids`. */
export async function readDesk(errand: Errand, names: Map<string, string>, ids: Map<string, string>): Promise<Desk> {
  const [playbooks, lists, queues, watches, { results: templates }] = await Promise.all([
    Array.fromAsync(errand.playbooks.list.all({ page_size: 100 })),
    Array.fromAsync(errand.screening.lists.all({ page_size: 100 })),
    Array.fromAsync(errand.caseQueues.list.all({ page_size: 100 })),
    Array.fromAsync(errand.screeningWatches.list.all({ page_size: 100 })),
    errand.caseTemplates.list(),
  ]);
  const slugs = new Map<object, string>();
  for (const [kind, items] of Object.entries({
    playbook: playbooks,
    screening_list: lists,
    case_queue: queues,
    screening_watch: watches,
  }))
    for (const [item, slug] of assignSlugs<{ id: string; name: string; created_at: string }>(items)) {
      slugs.set(item, slug);
      if (kind === 'screening_watch') continue;
      ids.set(`${kind}:${slug}`, item.id);
      names.set(item.id, `${kind}:${slug}`);
    }
  const slugOf = (item: object): string => slugs.get(item)!;
  const desk: Desk = {
    playbooks: [],
    reportTemplates: defineTemplates(templates),
    screeningLists: lists.map((list) => ({ slug: slugOf(list), list, definition: defineList(list) })),
    caseQueues: [],
    screeningWatches: watches.map((watch) => ({
      slug: slugOf(watch),
      watch,
      definition: defineWatch(watch, names),
    })),
  };
  for (const playbook of playbooks)
    desk.playbooks.push({
      slug: slugOf(playbook),
      playbook,
      definition: replaceNames(await definePlaybook(errand, playbook), names),
    });
  for (const queue of queues)
    desk.caseQueues.push({
      slug: slugOf(queue),
      queue,
      definition: defineQueue(queue, await findSource(errand, queue.id), names),
    });
  return desk;
}

/** Built-in ones are the same everywhere. */
function defineTemplates(templates: readonly ReportTemplate[]): Defined<ReportTemplateDefinition>[] {
  const own = templates.filter(({ built_in: isBuiltIn }) => !isBuiltIn).map((one) => ({ ...one, created_at: '' }));
  return [...assignSlugs(own)].map(([{ name, sections }, slug]) => ({
    slug,
    definition: { kind: 'report_template', name, sections },
  }));
}

const defineList = ({ name, description }: ScreeningList): ScreeningListDefinition => ({
  kind: 'screening_list',
  name,
  description,
});

async function definePlaybook(errand: Errand, playbook: Playbook): Promise<PlaybookDefinition> {
  const { version_name, content } = await errand.playbooks.getVersion(playbook.id, playbook.current_version_id);
  const { min_cases: minCases, max_wrong_share: maxWrongShare } = await errand.playbooks.gate(playbook.id);
  const hasGate = minCases !== null && maxWrongShare !== null;
  return {
    kind: 'playbook',
    name: playbook.name,
    description: playbook.description,
    version_name,
    content,
    gate: hasGate ? { min_cases: minCases, max_wrong_share: maxWrongShare } : null,
  };
}

/** Without `retention_days`, which removes cases: nobody should change it by applying a folder. */
const defineQueue = (
  queue: CaseQueue,
  source: TransactionSource | undefined,
  names: References,
): CaseQueueDefinition => ({
  kind: 'case_queue',
  name: queue.name,
  join_rule: queue.join_rule,
  clocks: queue.clocks,
  reason_codes: queue.reason_codes,
  four_eyes: queue.four_eyes,
  playbook: queue.playbook_id && names.get(queue.playbook_id)!,
  transactions: source
    ? {
        table: source.table,
        columns: source.columns,
        identifier: source.identifier,
        rules: source.rules,
        read_from: source.read_from,
      }
    : null,
});

const defineWatch = (watch: ScreeningWatch, names: References): ScreeningWatchDefinition => ({
  kind: 'screening_watch',
  name: watch.name,
  // Lists that were deleted are no longer compared.
  lists: watch.lists?.flatMap((id) => names.get(id) ?? []) ?? null,
  threshold: watch.threshold,
  every_hours: watch.every_hours,
  queue: (watch.queue_id && names.get(watch.queue_id)) || null,
  source: watch.source,
});

async function findSource(errand: Errand, queueId: string): Promise<TransactionSource | undefined> {
  try {
    return await errand.transactions.getSource(queueId);
  } catch (error) {
    if (error instanceof ErrandError && error.status === 404) return undefined;
    throw error;
  }
}
