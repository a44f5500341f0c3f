import { createServer } from 'node:http';

// A receiver that is as fast as one can be, or, with HANG, one that takes everything and never answers. Tells its parent
// how many events came, and with TIMES when each job ended and when its event came.

const arrivals: [completedAt: number, at: number][] = [];
let received = 0;
const server = createServer((request, response) => {
  if (process.env.HANG !== undefined) return;
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const at = Date.now();
    received += 1;
    if (process.env.TIMES !== undefined)
      arrivals.push([Date.parse(/"completed_at":"([^"]+)"/.exec(Buffer.concat(chunks).toString('latin1'))![1]!), at]);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('message', () => {
  process.send!({ arrivals: arrivals.splice(0), received });
});
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());
