import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupEngines } from './engine-groups.ts';

const engine = (engine_class_id: string, unavailable_reason: string | null = null) => ({
  engine_class_id,
  unavailable_reason,
});

test('every engine is in one group; what this server lacks comes last and is not where to start', () => {
  const engines = [
    engine('HttpEngine'),
    engine('Own'),
    engine('PDFExtractionEngine'),
    engine('MultimodalExtractionEngine', 'No model.'),
  ];
  const found = groupEngines(engines);
  assert.deepEqual(
    found.flatMap(({ engines: list }) => list.map((one) => one.engine.engine_class_id)),
    ['PDFExtractionEngine', 'MultimodalExtractionEngine', 'HttpEngine', 'Own'],
  );
  assert.deepEqual(
    found[0]!.engines.map(({ startHere }) => startHere),
    [true, false],
  );
  assert.equal(found.at(-1)!.engines[0]!.startHere, false);
});
