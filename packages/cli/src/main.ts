import '../bin/compile-cache.js';

// `errand`. Everything else is imported after the line above, so that it comes from the cache.
const { run } = await import('./run.ts');
process.exit(await run(process.argv));
