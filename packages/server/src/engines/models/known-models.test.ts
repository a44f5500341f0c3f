import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownModels } from './known-models.ts';
import { knownProviders } from './settings.ts';

test('every model has its own id and a provider that can be configured', () => {
  assert.equal(new Set(knownModels.map(({ id }) => id)).size, knownModels.length);
  const providers = new Set(['builtin', ...knownProviders.map(({ id }) => id)]);
  for (const model of knownModels)
    assert.ok(
      model.providers.every((one) => providers.has(one)),
      model.id,
    );
});

test('prices make sense: output costs more than input, cached input no more, and long prompts no less', () => {
  for (const { id, prices, context_window: window } of knownModels) {
    if (id === 'baseline') continue;
    assert.ok(prices && prices.input > 0 && prices.output > prices.input, id);
    assert.ok((prices.cachedInput ?? 0) <= prices.input && (prices.cacheWrite ?? prices.input) >= prices.input, id);
    const { long } = prices;
    if (long) assert.ok(long.above < window && long.input > prices.input && long.output > prices.output, id);
  }
});

test('an answer fits into the context of its model', () => {
  for (const model of knownModels) assert.ok(model.max_output_tokens < model.context_window, model.id);
});
