// How the editor of the console shows a key of a configuration: in which section, under which title, with which control
// and unit. A key without them is shown by its type, under Advanced.

type Section = 'inputs' | 'task' | 'output' | 'trust' | 'advanced';
type Control = 'long-text' | 'template' | 'model' | 'model-chain' | 'connections' | 'output-schema' | 'resource';

type Shown = { 'x-section': Section; title: string; 'x-control'?: Control; 'x-unit'?: string };

export const form = (section: Section, title: string, how: { control?: Control; unit?: string } = {}): Shown => ({
  'x-section': section,
  title,
  ...(how.control && { 'x-control': how.control }),
  ...(how.unit && { 'x-unit': how.unit }),
});
