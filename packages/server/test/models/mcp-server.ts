// An MCP server over standard input and output. For tests.
import { createInterface } from 'node:readline';
import { answerMessage } from './mcp-answers.ts';

createInterface(process.stdin).on('line', (line) => {
  const answer = answerMessage(JSON.parse(line), process.env.WEATHER_STATION);
  if (answer !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`);
});
