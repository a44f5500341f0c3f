// The number of API processes in this installation. Each heartbeat reports it, so a limit that they share needs no
// extra query.

let servers = 1;

export const serverCount = (): number => servers;

export function setServerCount(count: number): void {
  // A process that has just registered may not see itself yet.
  servers = Math.max(1, count);
}
