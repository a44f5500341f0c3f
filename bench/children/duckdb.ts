import { DuckDBInstance } from '@duckdb/node-api';

// A bare DuckDB that runs the statements it receives and reports how long each took.

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
process.on('message', (sql: string) => {
  const startedAt = performance.now();
  void connection.runAndReadAll(sql).then((result) => {
    result.getRows();
    process.send!({ ms: performance.now() - startedAt });
  });
});
process.once('disconnect', () => process.exit());
process.send!({ port: 0 });
