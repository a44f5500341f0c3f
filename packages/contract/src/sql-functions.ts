// The SQL functions besides those of DuckDB, for the OpenAPI description and the documentation.

export const sqlFunctions = [
  {
    name: 'run_agent',
    call: "run_agent('AGENT_ID', MAP {'key': value})",
    returns: 'the id of a job that runs in the background',
  },
  {
    name: 'run_agent_sync',
    call: "run_agent_sync('AGENT_ID', MAP {'key': value})",
    returns: 'the result of the finished job, as in job_result',
  },
  { name: 'job_status', call: 'job_status(job_id)', returns: 'the status code of the job, 0 to 6' },
  {
    name: 'job_result',
    call: 'job_result(job_id)',
    returns: 'the value of the only output, or a JSON object of all outputs; null while the job runs or if it failed',
  },
] as const;

export const SQL_FUNCTIONS = `The SQL dialect is DuckDB, with agents as functions: ${sqlFunctions
  .map(({ call, returns }) => `\`${call}\` returns ${returns}`)
  .join('; ')}. \`SHOW TABLES\` lists the tables.`;
