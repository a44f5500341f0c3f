// V8 only accepts some options at the start of a process. Requests that wait for PostgreSQL survive garbage collections. V8
// would then allocate similar objects in the old generation, and collections would take 20 ms instead of 1 ms. So a server
// that was started without the option restarts itself in place, with the same process id. Systems that cannot do that run
// without the option.
const option = '--no-allocation-site-pretenuring';

const [node, script, command] = process.argv;
if (command === 'serve' && !process.execArgv.includes(option) && process.platform !== 'win32') {
  const args = [node, option, ...process.execArgv, script, ...process.argv.slice(2)];
  process.execve?.(process.execPath, args, process.env);
}
