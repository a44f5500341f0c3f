import { createServer, type Socket } from 'node:net';

// A receiver that is as fast as possible or, with HANG, one that accepts everything and never answers. Reports to its
// parent how many events came, and with TIMES when each job ended and when its event came. It supports just enough HTTP
// for senders with a Content-Length, because its processor time is missing for the measured programs.

const arrivals: [completedAt: number, at: number][] = [];
let received = 0;
const NOTHING = Buffer.alloc(0);

let head = '';
function reportTime(): void {
  head = `HTTP/1.1 204 No Content\r\nDate: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n`;
}
reportTime();
setInterval(reportTime, 1_000);

function answer(body: Buffer, socket: Socket): void {
  const at = Date.now();
  received += 1;
  if (process.env.TIMES !== undefined)
    arrivals.push([Date.parse(/"completed_at":"([^"]+)"/.exec(body.toString('latin1'))![1]!), at]);
  socket.write(head, 'latin1');
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  if (process.env.HANG !== undefined) {
    socket.resume();
    return;
  }
  let rest = NOTHING;
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /content-length: (\d+)/i.exec(rest.toString('latin1', 0, headEnd))?.[1];
      const end = headEnd + 4 + Number(length ?? 0);
      if (rest.length < end) return;
      answer(rest.subarray(headEnd + 4, end), socket);
      rest = rest.length === end ? NOTHING : rest.subarray(end);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('message', () => {
  process.send!({ arrivals: arrivals.splice(0), received });
});
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
