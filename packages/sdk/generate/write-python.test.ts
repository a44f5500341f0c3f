import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SdkOperation } from './operations.ts';
import { createPythonTypes, docstring, pythonName } from './python-types.ts';
import type { Schema } from './schemas.ts';
import { writePython } from './write-python.ts';

const text: Schema = { type: 'string' };
const thing: Schema = {
  type: 'object',
  description: 'A thing.',
  required: ['id'],
  properties: {
    id: text,
    parts: { type: 'array', items: { type: 'object', properties: { size: { type: 'integer' } } } },
  },
};
const schemas = [{ name: 'Thing', module: 'things', schema: thing }];

test('objects are typed dictionaries, those without a name are named after their place', () => {
  const [first, second] = createPythonTypes(schemas).definitions();
  assert.equal(
    first,
    'class Thing(TypedDict):\n    """A thing."""\n    id: str\n    parts: NotRequired[List[ThingPartsItem]]',
  );
  assert.equal(second, 'class ThingPartsItem(TypedDict):\n    size: NotRequired[int]');
});

test('every schema has a type', () => {
  const { write } = createPythonTypes(schemas);
  const cases: [Schema, string][] = [
    [thing, 'Thing'],
    [{ enum: ['a', 1, null, true] }, 'Literal["a", 1, None, True]'],
    [{ enum: [0.5] }, 'float'],
    [{ anyOf: [text, { type: 'null' }] }, 'Union[str, None]'],
    [{ anyOf: [text, {}] }, 'Any'],
    [{ type: ['number', 'null'] }, 'Union[float, None]'],
    [{ type: 'object', patternProperties: { '^.*$': { type: 'boolean' } } }, 'Dict[str, bool]'],
    [{ type: 'string', described: { type: 'integer' } }, 'int'],
    [{ type: 'string', format: 'binary' }, 'bytes'],
  ];
  for (const [schema, expected] of cases) assert.equal(write(schema, 'Hint'), expected);
});

test('a member that Python cannot name keeps its name, and texts cannot end their quotes', () => {
  const types = createPythonTypes([]);
  types.write({ type: 'object', required: ['from'], properties: { from: text } }, 'Range');
  assert.match(types.definitions()[0]!, /^Range = TypedDict\("Range", \{\n {4}"from": "str",/);
  assert.deepEqual([pythonName('startMany'), pythonName('from')], ['start_many', 'from_']);
  assert.equal(docstring('a """ \\ "'), `"""a ''' \\\\ \\""""`);
});

test('a list has a call for a page and one for all, both to be awaited in the asynchronous client', () => {
  const list: SdkOperation = {
    name: 'list',
    method: 'GET',
    path: '/v1/things/:thing_id/',
    params: [{ name: 'thing_id', isUuid: true }],
    summary: 'List things',
    description: undefined,
    body: undefined,
    query: { type: 'object', properties: { page: { type: 'integer' } } },
    takesKey: true,
    takesSkipCache: false,
    isPaged: true,
    gives: 'json',
    answers: [
      { type: 'object', properties: { count: {}, next: {}, previous: {}, results: { type: 'array', items: thing } } },
    ],
  };
  const files = writePython({ things: [list] }, schemas, []);
  const sync = files.get('calls.py')!;
  assert.match(sync, /def list\(\n {8}self,\n {8}thing_id: str,\n {8}\*,\n {8}page: Optional\[int\] = None,/);
  assert.match(sync, /-> m\.Page\[m\.Thing\]:/);
  assert.match(sync, /def list_all\([^)]*\) -> Iterator\[m\.Thing\]:/);
  assert.match(sync, /idempotency_key=idempotency_key or t\.new_key\(\)/);
  assert.match(files.get('async_calls.py')!, /async def list\([\s\S]*await self\._transport\.json\(call\)/);
});
