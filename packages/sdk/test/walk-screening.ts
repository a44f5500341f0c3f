import type { Errand } from '../src/index.ts';

/** The operations of screening, for walk.ts. */
export const keepScreening = (
  errand: Errand,
  {
    screening_list_id: id = '',
    screening_watch_id: watch = '',
    screening_run_id: run = '',
    screening_match_id: match = '',
  }: Record<string, string>,
) => ({
  // First: imports and changes begin runs, too, and there is one at a time.
  'screeningWatches.run': () => errand.screeningWatches.run(watch, {}),
  'screening.lists': () => errand.screening.lists(),
  'screening.createList': () => errand.screening.createList({ name: 'Made by the SDK' }),
  'screening.getList': () => errand.screening.getList(id),
  'screening.updateList': () => errand.screening.updateList(id, { description: 'Updated' }),
  'screening.importList': () => errand.screening.importList(id, listForm()),
  'screening.listVersions': () => errand.screening.listVersions(id),
  'screening.screen': () => errand.screening.screen({ names: [{ name: 'Jane Roe' }] }),
  'screening.decide': () =>
    errand.screening.decide({
      subject_key: 'person:5d41402abc4b2a76',
      list_id: id,
      entry_id: '1',
      decision: 'false_positive',
      reason: 'Another person.',
    }),
  'screening.listDecisions': () => errand.screening.listDecisions(),
  'screeningWatches.list': () => errand.screeningWatches.list(),
  'screeningWatches.create': () => errand.screeningWatches.create({ name: 'Made by the SDK' }),
  'screeningWatches.get': () => errand.screeningWatches.get(watch),
  'screeningWatches.subjects': () => errand.screeningWatches.subjects(watch),
  'screeningWatches.getRun': () => errand.screeningWatches.getRun(run),
  'screeningWatches.runs': () => errand.screeningWatches.runs(watch),
  'screeningWatches.matches': () => errand.screeningWatches.matches({ watch }),
  'screeningWatches.match': () => errand.screeningWatches.match(match),
  'screeningWatches.putSubjects': () => errand.screeningWatches.putSubjects(watch, { subjects: [] }),
  'screeningWatches.update': () => errand.screeningWatches.update(watch, { every_hours: 24 }),
  'screeningWatches.delete': () => errand.screeningWatches.delete(watch),
  'screening.deleteList': () => errand.screening.deleteList(id),
});

function listForm(): FormData {
  const form = new FormData();
  form.set('file', new File(['id,kind,name\n1,person,Jane Roe\n'], 'list.csv'));
  return form;
}
