import type { Command } from 'commander';
import { chooseServer } from '../client/connect.ts';
import { bridge } from '../client/mcp-bridge.ts';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('serve agents as tools to an MCP client over stdio')
    .action(async (_, command: Command) => {
      const { url, api_key: apiKey } = await chooseServer(command.optsWithGlobals().profile, process.env);
      // A client that closes the pipe is done.
      process.stdout.on('error', () => process.exit(0));
      const write = (line: string): void => void process.stdout.write(`${line}\n`);
      await bridge({ url, apiKey, input: process.stdin, write });
    });
}
