import { Readable } from 'node:stream';
import type { Redactor } from '#secrets/redact.ts';
import type { Driver, ObjectContent, RowBatch } from './model/driver.ts';

/** A driver whose answers have no secrets of the connection, whoever uses it and in whatever form they come back. */
export function cleanDriver(driver: Driver, redactor: Redactor): Driver {
  const { request, tools, files, rows, deliveries } = driver;
  return {
    ...driver,
    test: async (system) => redactor.text(await driver.test(system)),
    ...(request && {
      async request(system, given) {
        const { status, headers, body } = await driver.request!(system, given);
        return { status, headers: redactor.value(headers), body: redactor.bytes(body) };
      },
    }),
    ...(tools && {
      tools: {
        list: async (system) => redactor.value(await tools.list(system)),
        call: async (system, name, input) => redactor.value(await tools.call(system, name, input)),
      },
    }),
    ...(files && {
      files: {
        async *list(system, prefix) {
          for await (const object of files.list(system, prefix)) yield redactor.value(object);
        },
        async read(system, path) {
          const found = await files.read(system, path);
          return found && cleanContent(found, redactor);
        },
        write: (system, path, content, contentType) => files.write(system, path, content, contentType),
      },
    }),
    ...(rows && {
      async *rows(system, given) {
        for await (const batch of driver.rows!(system, given)) yield cleanRows(batch, redactor);
      },
    }),
    ...(deliveries && {
      deliveries: Object.fromEntries(
        Object.entries(deliveries).map(([name, operation]) => [
          name,
          {
            ...operation,
            run: async (system, params, key) => redactor.text(await operation.run(system, params, key)),
          },
        ]),
      ),
    }),
  };
}

function cleanContent({ size, contentType, stream }: ObjectContent, redactor: Redactor): ObjectContent {
  const clean = Readable.from(redactor.stream(stream), { objectMode: false });
  // Also when nobody reads it.
  clean.once('close', () => stream.destroy());
  return { size, contentType: redactor.text(contentType), stream: clean };
}

/** Looks at all values at once, because a batch may have a hundred thousand and hardly ever one with a secret. */
function cleanRows(batch: RowBatch, redactor: Redactor): RowBatch {
  const values = batch.rows.flat();
  const all = [...batch.columns.map(({ name }) => name), ...values].join('\u0000');
  const isClean = redactor.text(all) === all && !values.some((one) => typeof one === 'object' && one !== null);
  return isClean ? batch : redactor.value(batch);
}
