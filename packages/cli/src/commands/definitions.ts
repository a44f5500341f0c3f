import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { showChanges } from '../client/compare.ts';
import { applyStep } from '../definitions/apply.ts';
import { pathOf } from '../definitions/definition.ts';
import { readDefinitions, writeDefinitions } from '../definitions/files.ts';
import { type Plan, plan, type Step } from '../definitions/plan.ts';
import { listDefined, readOrganization } from '../definitions/read-organization.ts';
import { count, done } from '../terminal/text.ts';

export function addDefinitionCommands(program: Command): void {
  program
    .command('export')
    .description('write agents, policies and related settings to YAML files, without secrets and data')
    .argument('<folder>', 'created if it does not exist')
    .action((folder, _, command) =>
      call(command, async ({ errand }) => {
        const all = listDefined(await readOrganization(errand));
        await writeDefinitions(folder, all);
        const files = all.map(pathOf);
        return { json: { folder, files }, text: done(`Wrote ${count(files.length, 'file')} to ${folder}.`) };
      }),
    );

  program
    .command('diff')
    .description('show what apply would change; exit code 1 if something differs')
    .argument('<folder>', 'folder written by errand export')
    .action(async (folder, _, command) => {
      const files = await readDefinitions(folder);
      await call(command, async ({ errand }) => {
        const planned = plan(await readOrganization(errand), files);
        if (planned.steps.some(({ action }) => action !== 'none')) process.exitCode = 1;
        return { json: describe(planned), text: show(planned) };
      });
    });

  program
    .command('apply')
    .description('apply the files to the server; nothing is deleted, and new versions wait until they are promoted')
    .argument('<folder>', 'folder written by errand export')
    .option('--dry-run', 'only show what would change')
    .option('--promote', 'make new versions of agents, policies and playbooks current; in a terminal you are asked')
    .option('--no-promote', 'let them wait, without a question')
    .action(async (folder, { dryRun, promote }, command) => {
      const files = await readDefinitions(folder);
      await call(command, async ({ errand, signal }) => {
        const organization = await readOrganization(errand);
        const planned = plan(organization, files);
        if (dryRun) return { json: describe(planned), text: show(planned) };
        const todo = planned.steps.filter(({ action }) => action !== 'none');
        const promotes = promote ?? (await asksToPromote(todo));
        const notes: string[] = [];
        for (const [index, step] of todo.entries()) {
          try {
            signal.throwIfAborted();
            const note = await applyStep(errand, organization, step, { promotes });
            if (note !== undefined) notes.push(note);
          } catch (error) {
            process.stderr.write(`${describeRest(todo.map(pathOf), index, signal.aborted)}\n`);
            throw error;
          }
          process.stderr.write(`${step.action === 'create' ? 'Created' : 'Updated'} ${pathOf(step)}\n`);
        }
        for (const note of notes) process.stderr.write(`${note}\n`);
        return { json: { ...describe(planned), notes }, text: done(`${count(todo.length, 'change')} applied.`) };
      });
    });
}

/** In a terminal, asks whether new versions become current. Elsewhere they wait. */
async function asksToPromote(todo: readonly Step[]): Promise<boolean> {
  const paths = todo.filter(hasNewVersion).map(pathOf);
  if (paths.length === 0 || !process.stdin.isTTY || !process.stderr.isTTY) return false;
  const question = `${count(paths.length, 'new version')} (${paths.join(', ')}). Make current now? [y/N] `;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const said = await asking.question(question).finally(() => asking.close());
  return /^y(es)?$/i.test(said.trim());
}

const hasNewVersion = ({ action, definition: { kind }, changes }: Step): boolean =>
  action === 'update' &&
  (kind === 'agent'
    ? changes.some(({ path }) => path.startsWith('version'))
    : (kind === 'policy' || kind === 'playbook') &&
      changes.some(({ path }) => path.startsWith('content') || path === 'version_name'));

/** Says what was applied and what was not, after a failure or Ctrl-C. Ctrl-C lets a change in progress finish. */
export function describeRest(files: readonly string[], done: number, isInterrupted: boolean): string {
  const [next, ...others] = files.slice(done);
  const open = isInterrupted ? [next, ...others] : others;
  return [
    ...(isInterrupted ? [] : [`${next} failed and may be partly applied.`]),
    `Done: ${files.slice(0, done).join(', ') || 'nothing'}.`,
    ...(open.length > 0 ? [`Not done: ${open.join(', ')}.`] : []),
    'Run apply again for the rest.',
  ].join(' ');
}

const describe = ({ steps, unmanaged }: Plan) => ({
  steps: steps.map((step) => ({ file: pathOf(step), action: step.action, changes: step.changes })),
  unmanaged,
});

function show({ steps, unmanaged }: Plan): string {
  const lines = steps.flatMap((step) => {
    if (step.action === 'none') return [];
    if (step.action === 'create') return [`create ${pathOf(step)}`];
    return [
      `update ${pathOf(step)}`,
      ...showChanges(step.changes)
        .split('\n')
        .map((line) => `  ${line}`),
    ];
  });
  if (lines.length === 0) lines.push('Nothing differs.');
  if (unmanaged.length > 0) lines.push('', `Only on the server: ${unmanaged.join(', ')}`);
  return lines.join('\n');
}
