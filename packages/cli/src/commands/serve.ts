import { type Command, Option } from 'commander';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service: API, console and workers, with its own PostgreSQL unless DATABASE_URL is set')
    .addOption(
      new Option('--role <role>', 'what this process does (default: ERRAND_ROLE or all)').choices([
        'all',
        'api',
        'worker',
      ]),
    )
    .action(async (options) => {
      const { serve } = await import('@errand/server/serve.ts');
      await serve(options);
    });
}
