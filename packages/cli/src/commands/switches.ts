import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { callOf, findId } from '../operations/find.ts';
import { getRow } from '../operations/table.ts';
import { done } from '../terminal/text.ts';

/** Adds `enable` and `disable` for what has the member `enabled`. */
export function addSwitches(group: Command, update: 'schedules.update' | 'triggers.update'): void {
  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    group
      .command(word)
      .description(enabled ? 'turn it on' : 'turn it off')
      .argument(`<${update.replace('s.update', '')}>`, 'id or name')
      .action((text, _, command) =>
        call(command, async ({ errand }) => {
          const id = await findId(errand, getRow(update).params[0]!, text);
          const changed = (await callOf(errand, update)(id, { enabled })) as { name: string };
          return { json: changed, text: done(`${changed.name} is ${enabled ? 'on' : 'off'}.`) };
        }),
      );
}
