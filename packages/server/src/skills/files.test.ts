import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { makeBaseFiles } from './base-files.ts';
import { checkFiles } from './check-files.ts';
import { describeChanges, diffFiles } from './diff-files.ts';
import { expandFile } from './includes.ts';
import { FILE_BYTES_MAX, FILES_MAX, inOrder, listHeaders, readFrontMatter } from './model.ts';

const file = (relative_path: string, content = '') => ({ relative_path, content });

function problemsOf(files: { relative_path: string; content: string }[]): string[] {
  try {
    checkFiles(files);
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.options.fields!.files as string[];
  }
}

describe('paths', () => {
  for (const path of [
    '../secret.md',
    'a/../../b.md',
    '/etc/passwd',
    'C:/a.md',
    'c:a.md',
    '..',
    'a\\..\\b.md',
    'a//b.md',
    './a.md',
    'a/',
    'a.md ',
    'folder./a.md',
    'a\u0000.md',
    'a\n.md',
    'a\u202e.md',
    '<b>.md',
    'x?.md',
    '\ud800.md',
    'x'.repeat(256),
  ]) {
    test(`${JSON.stringify(path.slice(0, 20))} is refused`, () => {
      const [problem, ...more] = problemsOf([file(path)]);
      assert.match(problem!, /path/);
      assert.doesNotMatch(problem!, /[\p{Cc}\p{Cf}]/u, 'the message can be shown');
      assert.deepEqual(more, []);
    });
  }

  test('of folders, other scripts and dotted names are fine', () => {
    assert.deepEqual(
      problemsOf(['SKILL.md', 'a/b/c d.md', 'Prüfung/Übersicht.md', '.hidden', 'v1.2.md'].map((path) => file(path))),
      [],
    );
  });

  test('that are one place on some disks are refused', () => {
    assert.match(problemsOf([file('a.md'), file('A.md')])[0]!, /case is ignored/);
    assert.match(problemsOf([file('a.md'), file('a.md')])[0]!, /more than once/);
    assert.match(problemsOf([file('a'), file('a/b.md')])[0]!, /both a file and a folder/);
  });
});

describe('numbers', () => {
  test('no file, too many, too long, too much together: one sentence each', () => {
    assert.deepEqual(problemsOf([]), ['At least one file is required.']);
    const many = Array.from({ length: 10_000 }, (_, index) => file(`${index}.md`));
    assert.deepEqual(problemsOf(many), [`May have at most ${FILES_MAX} files, but has 10000.`]);
    assert.match(problemsOf([file('a.md', 'ü'.repeat(FILE_BYTES_MAX / 2 + 1))])[0]!, /256 KiB/);
    const large = Array.from({ length: 5 }, (_, index) => file(`${index}.md`, 'x'.repeat(250_000)));
    assert.match(problemsOf(large)[0]!, /together/);
  });

  test('a hundred bad files are ten messages and their number', () => {
    const problems = problemsOf(Array.from({ length: 100 }, (_, index) => file(`../${index}.md`)));
    assert.deepEqual([problems.length, problems.at(-1)], [11, 'There are 90 more problems.']);
  });
});

describe('front matter', () => {
  test('gives name and description; a file may have none', () => {
    assert.deepEqual(readFrontMatter('---\nname: A\ndescription: |\n  Read\n  it.\n---\n# Text'), {
      name: 'A',
      description: 'Read it.',
    });
    for (const content of ['# Text', '', '---\n---\n', '---\nname', 'x\n---\nname: a\n---\n'])
      assert.deepEqual(readFrontMatter(content), { name: '', description: '' }, JSON.stringify(content));
    assert.deepEqual(readFrontMatter('\uFEFF---\r\nname: 5\r\n---\r\n'), { name: '', description: '' });
  });

  test('that is no YAML, has aliases or is long is refused with its file', () => {
    const bad = ['{', '- a', 'a: &x [1]\nb: *x', `name: ${'x'.repeat(5_000)}`];
    for (const text of bad)
      assert.match(
        problemsOf([file('a.md', `---\n${text}\n---\n`)])[0]!,
        /'a.md': the front matter/,
        text.slice(0, 20),
      );
  });

  test('of the base files holds whatever a set is called', () => {
    const name = '<b>"a": {b} - #c\n---\nd</b>';
    const files = makeBaseFiles({ name, description: '' });
    assert.deepEqual(problemsOf(files), []);
    assert.equal(listHeaders(files)[0]!.name, '<b>"a": {b} - #c --- d</b>');
  });

  test('the entry comes first', () => {
    assert.deepEqual(
      inOrder([file('a.md'), file('SKILL.md'), file('A/b.md')]).map((one) => one.relative_path),
      ['SKILL.md', 'A/b.md', 'a.md'],
    );
  });
});

describe('includes', () => {
  test('stand for the other file, relative to the one that has them', () => {
    const files = [
      file('SKILL.md', 'Begin.\n@include parts/a.md\nEnd, not @include b.'),
      file('parts/a.md', 'A\n@include ../b.md\r\n'),
      file('b.md', 'B $& $1'),
    ];
    assert.deepEqual(problemsOf(files), []);
    assert.equal(expandFile(files, 'SKILL.md'), 'Begin.\nA\nB $& $1\r\n\nEnd, not @include b.');
    assert.equal(expandFile(files, 'no.md'), undefined);
  });

  test('in a circle are refused and named', () => {
    const files = [file('a.md', '@include b.md'), file('b.md', '@include c.md'), file('c.md', '@include a.md')];
    assert.deepEqual(problemsOf(files), ['a.md includes b.md includes c.md includes a.md: circular include.']);
    assert.deepEqual(problemsOf([file('a.md', '@include a.md')]), ['a.md includes a.md: circular include.']);
  });

  test('of files that are not there or outside are refused', () => {
    assert.match(
      problemsOf([file('a.md', '@include ../../etc/passwd')])[0]!,
      /'..\/..\/etc\/passwd', which is not a file/,
    );
  });

  test('that multiply are refused by what they come to', () => {
    const twice = (path: string) => `@include ${path}\n`.repeat(10);
    const files = [
      file('0.md', 'x'.repeat(100)),
      ...Array.from({ length: 20 }, (_, index) => file(`${index + 1}.md`, twice(`${index}.md`))),
    ];
    assert.match(problemsOf(files)[0]!, /^4.md has more than \d+ characters with its includes/);
  });
});

describe('differences', () => {
  test('name added, removed and changed files with their lines', () => {
    const from = [file('a.md', '1\n2\n3\n'), file('b.md', 'b'), file('same.md', 's')];
    const to = [file('a.md', '1\ntwo\n3\n4\n'), file('c.md', 'c\n'), file('same.md', 's')];
    const found = diffFiles(from, to);
    assert.deepEqual(
      found.map(({ path, status, added_lines, removed_lines }) => [path, status, added_lines, removed_lines]),
      [
        ['a.md', 'changed', 2, 1],
        ['b.md', 'removed', 0, 1],
        ['c.md', 'added', 1, 0],
      ],
    );
    assert.equal(found[0]!.patch, '@@ -1,3 +1,4 @@\n 1\n-2\n+two\n 3\n+4\n');
    assert.deepEqual(
      describeChanges(from, to).map(({ path, status }) => [path, status]),
      [
        ['a.md', 'edited'],
        ['c.md', 'created'],
        ['same.md', 'untouched'],
      ],
    );
  });

  test('of texts with nothing in common are told without comparing for long', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join('\n');
    const [found] = diffFiles([file('a.md', lines('a'))], [file('a.md', lines('b'))]);
    assert.deepEqual([found!.added_lines, found!.removed_lines], [20_000, 20_000]);
  });
});
