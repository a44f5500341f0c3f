import { isJsonObject } from '#platform/json.ts';
import type { DeliveryOperation } from '../model/driver.ts';

// Templates of post actions: `${job.output.total}` inserts a value of the job's payload, `${json:job.output}` inserts
// it as JSON, `$$` is a dollar sign. A missing value is empty; a placeholder whose first name is not in the payload
// stays.

const PLACEHOLDER = /\$(?:\$|\{(json:)?([A-Za-z_][\w-]*(?:\.[\w-]+)*)\})/g;

export function fillParams(
  params: DeliveryOperation['params'],
  templates: Record<string, string>,
  payload: Record<string, unknown>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [
      name,
      fillText(template, payload, params[name]?.escapes === true),
    ]),
  );
}

export function fillText(template: string, payload: Record<string, unknown>, escapes = false): string {
  return template.replace(PLACEHOLDER, (whole, json: string | undefined, path: string | undefined) => {
    if (path === undefined) return '$';
    const [root = '', ...rest] = path.split('.');
    if (!Object.hasOwn(payload, root)) return whole;
    const value = rest.reduce<unknown>(
      (at, name) =>
        (isJsonObject(at) || Array.isArray(at)) && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined,
      payload[root],
    );
    const text = json === undefined ? textOf(value) : (JSON.stringify(value) ?? 'null');
    return escapes ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
  });
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
