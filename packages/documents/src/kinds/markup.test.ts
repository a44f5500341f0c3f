import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOdt, makePptx } from '../../test/files.ts';
import { read } from '../../test/read.ts';

test('PPTX: a page for each slide with its notes; OpenDocument: paragraphs and tables', async () => {
  const slides = await read(makePptx([['Tea & cake', 'Twice'], ['Thanks']], { 1: 'Speak slowly' }));
  assert.equal(slides.kind, 'pptx');
  assert.deepEqual(
    slides.pages.map((page) => page.text),
    ['Tea & cake\nTwice\n\nSpeak slowly', 'Thanks'],
  );
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const row = `<table:table-row>${cell('Tea')}${cell('3.50')}</table:table-row>`;
  const letter = makeOdt(
    `<text:h>Offer</text:h><text:p>Valid<text:s/>to<text:tab/>day</text:p><table:table>${row}</table:table>`,
  );
  const { kind, pages } = await read(letter);
  assert.deepEqual([kind, pages[0]!.text], ['odt', 'Offer\nValid to day\n\n| Tea | 3.50 |\n| --- | --- |']);
});
