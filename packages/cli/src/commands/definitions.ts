import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { showChanges } from '../client/compare.ts';
import { applyStep } from '../definitions/apply.ts';
import { pathOf } from '../definitions/definition.ts';
import { readDefinitions, writeDefinitions } from '../definitions/files.ts';
import { type Plan, plan } from '../definitions/plan.ts';
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
    .description('apply the files to the server; nothing is deleted')
    .argument('<folder>', 'folder written by errand export')
    .option('--dry-run', 'only show what would change')
    .action(async (folder, { dryRun }, command) => {
      const files = await readDefinitions(folder);
      await call(command, async ({ errand, signal }) => {
        const organization = await readOrganization(errand);
        const planned = plan(organization, files);
        if (dryRun) return { json: describe(planned), text: show(planned) };
        const todo = planned.steps.filter(({ action }) => action !== 'none');
        const notes: string[] = [];
        for (const [index, step] of todo.entries()) {
          try {
            signal.throwIfAborted();
            const note = await applyStep(errand, organization, step);
            if (note !== undefined) notes.push(note);
          } catch (error) {
            process.stderr.write(`${tellRest(todo.map(pathOf), index, signal.aborted)}\n`);
            throw error;
          }
          process.stderr.write(`${step.action === 'create' ? 'Created' : 'Updated'} ${pathOf(step)}\n`);
        }
        for (const note of notes) process.stderr.write(`${note}\n`);
        return { json: { ...describe(planned), notes }, text: done(`${count(todo.length, 'change')} applied.`) };
      });
    });
}

/** Says what was applied and what was not, after a failure or Ctrl-C. Ctrl-C lets a change in progress finish. */
export function tellRest(files: readonly string[], done: number, isInterrupted: boolean): string {
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
