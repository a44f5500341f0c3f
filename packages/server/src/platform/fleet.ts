// How many processes take requests at this installation: told by each heartbeat, so a limit that all of them share costs
// nobody a question.

let servers = 1;

export const serverCount = (): number => servers;

export function setServerCount(count: number): void {
  // One that has just registered may not see itself yet.
  servers = Math.max(1, count);
}
