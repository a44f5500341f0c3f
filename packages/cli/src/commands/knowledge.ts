import { setTimeout as delay } from 'node:timers/promises';
import type { Errand, KnowledgeBase, KnowledgeDraft } from '@errand/sdk';
import type { Command } from 'commander';
import { type Call, call } from '../client/call.ts';
import { readSelection, refLines } from '../client/typologies.ts';
import { findNamed } from '../operations/find.ts';
import { titleOfBase } from '../operations/refinements.ts';
import { UsageError, userExitCodes } from '../terminal/errors.ts';
import { count, done } from '../terminal/text.ts';

const POLL_MS = 500;

export function addKnowledgeCommands(program: Command): void {
  const knowledge = program
    .command('knowledge')
    .description('manage knowledge bases: the fraud typologies that matter to a company');

  knowledge
    .command('get')
    .description('show a knowledge base with its draft and MCP address')
    .argument('<base>', 'id, name or company')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const base = await errand.knowledge.get((await findBase(errand, name)).id);
        const draft = await errand.knowledge.draft(base.id);
        const lines = [
          `${titleOfBase(base)}, ${base.status}`,
          `MCP address: ${base.mcp_url}${base.lens_snapshot ? '' : ' (after errand knowledge finalize)'}`,
          ...(base.sync_error ? [`Not in sync: ${base.sync_error}`] : []),
          ...draftLines(draft),
        ];
        return { json: { ...base, draft }, text: lines.join('\n') };
      }),
    );

  knowledge
    .command('create')
    .description('create a knowledge base and wait for the typologies that are proposed')
    .argument('<company>', 'whose business it is')
    .requiredOption('--brief <text>', 'what the company or product does')
    .option('--name <text>', 'its name (default: a proposed name)')
    .option('--product <text>', 'name of the product')
    .option('--website <url>', 'stored for reference; never fetched')
    .option('--detach', 'do not wait')
    .action((company, { brief, name, product, website, detach }, command) =>
      call(command, async ({ errand, signal }) => {
        const base = await errand.knowledge.create({
          company,
          brief,
          ...(name && { name }),
          ...(product && { product_name: product }),
          ...(website && { website_url: website }),
        });
        const head = done(`Created the knowledge base of ${company}.`, { id: base.id });
        if (detach) return { json: base, text: head };
        const draft = await waitForDraft({ errand, signal }, base.id);
        return { json: { ...base, draft }, text: [head, ...draftLines(draft)].join('\n') };
      }),
    );

  addDraftCommands(knowledge);
  addLensCommands(knowledge);
}

function addDraftCommands(knowledge: Command): void {
  knowledge
    .command('select')
    .description('replace the selected typologies')
    .argument('<base>', 'id, name or company')
    .argument('<typology...>', 'ID, ID=core, ID=watch or ID=edge; for some tactics only: ID=core:TACTIC,TACTIC')
    .option('--add', 'add these and keep the others')
    .option('--remove', 'remove these and keep the others')
    .action((name, typologies, { add, remove }, command) =>
      call(command, async ({ errand }) => {
        if (add && remove) throw new UsageError('Use either --add or --remove, not both.');
        const { id } = await findBase(errand, name);
        const { refs } = await errand.knowledge.draft(id);
        const mode = add ? 'add' : remove ? 'remove' : 'replace';
        const draft = await errand.knowledge.select(id, { refs: readSelection(typologies, refs, mode) });
        return { json: draft, text: draftLines(draft).join('\n') };
      }),
    );

  knowledge
    .command('feedback')
    .description('ask for another proposal and wait for it; the selection stays until you accept')
    .argument('<base>', 'id, name or company')
    .argument('[text]', 'what the next proposal should do better')
    .option('--detach', 'do not wait')
    .action((name, text, { detach }, command) =>
      call(command, async ({ errand, signal }) => {
        const { id } = await findBase(errand, name);
        const asked = await errand.knowledge.regenerate(id, { feedback: text ?? null });
        const draft = detach ? asked : await waitForDraft({ errand, signal }, id);
        return { json: draft, text: draftLines(draft).join('\n') };
      }),
    );

  for (const [word, discard, what] of [
    ['accept', false, 'accept the open proposal with its summary'],
    ['discard', true, 'drop the waiting proposal; the selection stays'],
  ] as const)
    knowledge
      .command(word)
      .description(what)
      .argument('<base>', 'id, name or company')
      .action((name, _, command) =>
        call(command, async ({ errand }) => {
          const { id } = await findBase(errand, name);
          const draft = await errand.knowledge.resolve(id, discard ? { discard } : { accept_summary: true });
          return { json: draft, text: draftLines(draft).join('\n') };
        }),
      );

  knowledge
    .command('finalize')
    .description('finish the selection: create the lens that the MCP address serves (repeatable)')
    .argument('<base>', 'id, name or company')
    .option('--name <text>', 'name of the lens')
    .option('--no-mcp', 'do not serve it over the Model Context Protocol')
    .action((given, { name, mcp }, command) =>
      call(command, async ({ errand }) => {
        const { id } = await findBase(errand, given);
        const base = await errand.knowledge.finalize(id, { ...(name && { name }), mcp_enabled: mcp });
        const tactics = base.lens_snapshot?.typologies.flatMap((typology) => typology.tactics) ?? [];
        const facts = { lens: base.atlas_lens_id ?? '–', ...(mcp && { 'MCP address': base.mcp_url }) };
        return {
          json: base,
          text: done(`${titleOfBase(base)} is active with ${count(tactics.length, 'tactic')}.`, facts),
        };
      }),
    );
}

function addLensCommands(knowledge: Command): void {
  knowledge
    .command('unlink')
    .description('remove a knowledge base and keep its lens')
    .argument('<base>', 'id, name or company')
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const base = await findBase(errand, name);
        await errand.knowledge.unlink(base.id);
        const facts: Record<string, string> = base.atlas_lens_id ? { lens: base.atlas_lens_id } : {};
        const json = { id: base.id, unlinked: true, atlas_lens_id: base.atlas_lens_id };
        return { json, text: done(`Unlinked ${titleOfBase(base)}.`, facts) };
      }),
    );
}

const findBase = (errand: Errand, text: string): Promise<KnowledgeBase> => findNamed(errand, 'knowledge.list', text);

/** If the proposal failed, the command exits with 1, as for a failed job. */
async function waitForDraft({ errand, signal }: Call, id: string): Promise<KnowledgeDraft> {
  for (;;) {
    const draft = await errand.knowledge.draft(id, { signal });
    if (draft.status === 'error') process.exitCode = userExitCodes.failed;
    if (draft.status !== 'generating') return draft;
    await delay(POLL_MS, undefined, { signal });
  }
}

function draftLines(draft: KnowledgeDraft): string[] {
  const { refs, pendingProposal: waiting, proposedBy, productSummary } = draft;
  if (draft.status === 'generating') return ['A proposal is being made.'];
  return [
    ...(draft.error ? [`No proposal was made: ${draft.error}`] : []),
    ...(productSummary ? [productSummary] : []),
    ...(refs.length === 0 ? ['No typologies are selected.'] : refLines('SELECTED', refs)),
    ...(proposedBy ? [`Proposed by ${proposedBy}.`] : []),
    ...(waiting
      ? [
          ...refLines('WAITING PROPOSAL', waiting.refs),
          'Accept it with errand knowledge accept, or drop it with errand knowledge discard.',
        ]
      : []),
  ];
}
