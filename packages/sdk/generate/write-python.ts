// Writes the models and calls of the Python client from the same tables as the SDK.
import type { CatalogueEntry } from '@errand/contract/error-catalogue.ts';
import type { SdkOperation } from './operations.ts';
import { createPythonTypes, docstring, type PythonTypes, pascal, pythonName } from './python-types.ts';
import type { NamedSchema } from './schemas.ts';
import type { Resources } from './write-calls.ts';

const HEADER = '# Made from packages/contract by `npm run generate`. Change the contract, not this file.\n';

/** Returns the text of each file by its name. */
export function writePython(
  resources: Resources,
  schemas: NamedSchema[],
  errors: Iterable<CatalogueEntry>,
): Map<string, string> {
  const types = createPythonTypes(schemas);
  const sync = writeCalls(resources, types, false);
  const async = writeCalls(resources, types, true);
  return new Map([
    ['models.py', writeModels(types)],
    ['calls.py', sync],
    ['async_calls.py', async],
    ['error_codes.py', writeCodes(errors)],
  ]);
}

function writeModels(types: PythonTypes): string {
  return `${HEADER}"""The JSON of requests and responses, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Dict, Generic, List, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, Union

T = TypeVar("T")


class Page(TypedDict, Generic[T]):
    """A page of a list."""

    count: int
    next: Union[str, None]
    previous: Union[str, None]
    results: List[T]


${types.definitions().join('\n\n\n')}
`;
}

function writeCodes(errors: Iterable<CatalogueEntry>): string {
  const rows = Array.from(
    errors,
    ({ code, cause, remedy }) =>
      `    ${JSON.stringify(code)}: (\n        ${JSON.stringify(cause)},\n        ${JSON.stringify(remedy)},\n    ),`,
  );
  return `${HEADER}"""Every error code with its cause and what to do about it."""

from typing import Dict, Tuple

ERROR_CATALOGUE: Dict[str, Tuple[str, str]] = {
${rows.join('\n')}
}
`;
}

function writeCalls(resources: Resources, types: PythonTypes, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  const classes = Object.entries(resources).map(([resource, operations]) => {
    const methods = operations.flatMap((operation) => writeMethods(operation, pascal(resource), types, isAsync));
    return `class ${prefix}${pascal(resource)}Calls:
    def __init__(self, transport: ${prefix}Transport) -> None:
        self._transport = transport

${methods.join('\n\n')}`;
  });
  const members = Object.keys(resources).map(
    (resource) => `        self.${pythonName(resource)} = ${prefix}${pascal(resource)}Calls(transport)`,
  );
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  return `${HEADER}"""A call for every operation of the service${isAsync ? ', to be awaited' : ''}."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, Union, cast
from collections.abc import ${iterator}

from .. import transport as t
from ..transport import Call, Event, Form, ${prefix}Transport
from . import models as m

__all__ = ["${prefix}Calls"]


${classes.join('\n\n\n')}


class ${prefix}Calls:
    """One member per kind of thing."""

    def __init__(self, transport: ${prefix}Transport) -> None:
${members.join('\n')}
`;
}

type Parameters = { positional: string[]; named: string[]; call: string[] };

function writeMethods(operation: SdkOperation, owner: string, types: PythonTypes, isAsync: boolean): string[] {
  const { isPaged, answers, summary, description } = operation;
  const hint = `${owner}${pascal(operation.name)}`;
  const parameters = readParameters(operation, hint, types);
  const text = [summary, description].filter(Boolean).map(sentence).join(' ');
  const answer = answers.map((one, index) => scoped(types.write(one, `${hint}Answer${index === 0 ? '' : index + 1}`)));
  const name = pythonName(operation.name);
  const plain = writeMethod(name, parameters, text, writeReturn(operation, answer, isAsync));
  if (!isPaged) return [plain];
  const [items] = answers.map(({ properties }) => properties!.results!.items!);
  const item = scoped(types.write(items!, `${hint}AnswerItem`));
  const iterator = `${isAsync ? 'AsyncIterator' : 'Iterator'}[${item}]`;
  const all = { isAwaited: false, type: iterator, call: 'pages' };
  return [plain, writeMethod(`${name}_all`, parameters, `Every item of every page. ${text}`, all)];
}

type Return = { isAwaited: boolean; type: string; call: string };

function writeReturn({ gives, mayBeEmpty }: SdkOperation, answers: string[], isAsync: boolean): Return {
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const types = [...new Set(answers)];
  const type = types.length > 1 ? `Union[${types.join(', ')}]` : (types[0] ?? 'None');
  switch (gives) {
    case 'events':
      return { isAwaited: false, type: `${iterator}[Event]`, call: 'events' };
    case 'lines':
      return { isAwaited: false, type: `${iterator}[${type}]`, call: 'lines' };
    case 'nothing':
      return { isAwaited: isAsync, type: 'None', call: 'json' };
    case 'json':
      return { isAwaited: isAsync, type: mayBeEmpty ? `Optional[${type}]` : type, call: 'json' };
    case 'text':
      return { isAwaited: isAsync, type: 'str', call: 'text' };
    case 'bytes':
      return { isAwaited: isAsync, type: 'bytes', call: 'content' };
  }
}

function writeMethod(name: string, { positional, named, call }: Parameters, text: string, gives: Return): string {
  const all = ['self', ...positional, ...(named.length > 0 ? ['*', ...named] : [])];
  const arguments_ = all.map((one) => `        ${one},`).join('\n');
  const { isAwaited, type } = gives;
  const sent = `${isAwaited ? 'await ' : ''}self._transport.${gives.call}(call)`;
  const isTyped = ['events', 'text', 'content'].includes(gives.call);
  return `    ${isAwaited ? 'async ' : ''}def ${name}(
${arguments_}
    ) -> ${type}:
        ${docstring(text)}
        call = Call(
${call.map((one) => `            ${one},`).join('\n')}
        )
        return ${isTyped ? sent : `cast(${JSON.stringify(type)}, ${sent})`}`;
}

function readParameters(operation: SdkOperation, hint: string, types: PythonTypes): Parameters {
  const { method, path, params, body, query, takesKey, takesSkipCache } = operation;
  const ids = params.map((one) => pythonName(one.name));
  const taken = new Set([...ids, 'self', 'call', 'body', 'idempotency_key', 'skip_cache']);
  const positional = params.map(({ isUuid }, index) => `${ids[index]}: ${isUuid ? 'str' : 'Union[str, int]'}`);
  const named: string[] = [];
  const call = [
    JSON.stringify(method),
    params.length === 0 ? JSON.stringify(path) : `t.path(${JSON.stringify(path)}, ${ids.join(', ')})`,
  ];
  if (body?.isForm) {
    positional.push('form: Form');
    call.push('form=form');
  } else if (body) {
    const type = scoped(types.write(body.schema, `${hint}Body`));
    positional.push(body.isOptional ? `body: Optional[${type}] = None` : `body: ${type}`);
    call.push('body=body');
  }
  const pairs: string[] = [];
  for (const [key, schema] of Object.entries(query?.properties ?? {})) {
    const name = taken.has(pythonName(key)) ? `${pythonName(key)}_` : pythonName(key);
    const type = scoped(types.write(schema, `${hint}${pascal(key)}`)).replace(/^List\[/, 'Sequence[');
    named.push(query!.required?.includes(key) ? `${name}: ${type}` : `${name}: Optional[${type}] = None`);
    pairs.push(`${JSON.stringify(key)}: ${name}`);
  }
  if (pairs.length > 0) call.push(`query={${pairs.join(', ')}}`);
  if (takesKey) {
    named.push('idempotency_key: Optional[str] = None');
    call.push('idempotency_key=idempotency_key or t.new_key()');
  }
  if (takesSkipCache) {
    named.push('skip_cache: bool = False');
    call.push('headers={"X-Skip-Cache": "true"} if skip_cache else {}');
  }
  return { positional, named, call };
}

/** Puts `m.` before the names of models. */
const scoped = (type: string): string =>
  type.replaceAll(/"[^"]*"|[A-Za-z_]\w*/g, (word) => (word.startsWith('"') || BUILT_IN.has(word) ? word : `m.${word}`));

const BUILT_IN = new Set('Any Dict List Literal Union None True False str int float bool bytes'.split(' '));

const sentence = (text: string | undefined): string => (text && !/[.!?]$/.test(text) ? `${text}.` : (text ?? ''));
