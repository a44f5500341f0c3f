// V8 takes some options only at the start of a process. Requests that wait for PostgreSQL survive collections; V8 would
// then allocate their kind among the old objects, and collections of 1 ms would take 20. So a server that was started
// without the option starts once more in its place: same process, same id. Systems that cannot do that do without.
const option = '--no-allocation-site-pretenuring';

const [node, script, command] = process.argv;
if (command === 'serve' && !process.execArgv.includes(option) && process.platform !== 'win32') {
  const args = [node, option, ...process.execArgv, script, ...process.argv.slice(2)];
  process.execve?.(process.execPath, args, process.env);
}
