import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { type Forwarded, listen } from '../client/forward-events.ts';
import { replayEvents } from '../client/replay-events.ts';
import { readUrl } from '../client/urls.ts';
import { findAgent } from '../operations/find.ts';
import { count, mark, readWhole } from '../terminal/text.ts';

export function addListenCommand(webhooks: Command): void {
  webhooks
    .command('listen')
    .description('receive events on this machine, until Ctrl-C')
    .requiredOption(
      '--forward-to <url>',
      'the address that receives them, for example http://localhost:3000/hook',
      readUrl,
    )
    .option('--agent <agents...>', 'ids or names of the agents whose jobs are reported (default: all)')
    .option('--replay <n>', 'first send the newest past events of your webhooks again', (text) =>
      readWhole(text, 1_000),
    )
    .action(({ forwardTo, agent: agentNames, replay }, command: Command) =>
      call(command, async ({ errand, signal }) => {
        const isJson = command.optsWithGlobals().json === true;
        const say = (json: object, text: string) => process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
        const agents = [];
        for (const name of (agentNames ?? []) as string[]) agents.push(await findAgent(errand, name));
        const shared = {
          errand,
          signal,
          target: forwardTo,
          agentIds: agents.length > 0 ? agents.map(({ id }) => id) : undefined,
          onEvent: (forwarded: Forwarded) => say(forwarded, show(forwarded)),
        };
        await listen({
          ...shared,
          async onReady({ id, secret }) {
            say(
              { event: 'listening', webhook_id: id, secret, forward_to: forwardTo },
              `Listening. Events go to ${forwardTo}, signed with the secret ${secret}`,
            );
            if (replay === undefined) return;
            const sent = await replayEvents({ ...shared, secret: secret!, count: replay });
            say({ event: 'replayed', count: sent }, `Sent ${count(sent, 'past event')} again.`);
          },
          onConnection: (problem) =>
            process.stderr.write(problem === undefined ? 'Connected again.\n' : `${problem} Trying again.\n`),
        });
        return undefined;
      }),
    );
}

function show({ event, job_id, status, error, duration_ms }: Forwarded): string {
  const time = new Date().toISOString().slice(11, 19);
  const ok = status !== null && status >= 200 && status < 300;
  return `${time} ${mark(ok)} ${event} ${job_id ?? ''} ${error ?? status} (${duration_ms} ms)`;
}
