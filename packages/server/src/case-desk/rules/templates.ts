// The templates of reports that come with the service. The order of `fincen` is that of FinCEN's report of suspicious
// activity: subject, activity, where it occurred, who files, narrative.

export type TemplateSection = { key: string; title: string; hint: string };
export type Template = { name: string; built_in: boolean; sections: TemplateSection[] };

const section = (key: string, title: string, hint: string): TemplateSection => ({ key, title, hint });

export const builtIn: Template[] = [
  {
    name: 'generic',
    built_in: true,
    sections: [
      section('subject', 'Subject', 'Who it is about, and how they are identified.'),
      section('alerts', 'What was alerted', 'Rules, amounts and times.'),
      section('findings', 'What was found', 'Facts, each with its source.'),
      section('assessment', 'Assessment', 'What the facts mean, and what speaks against it.'),
      section('conclusion', 'Conclusion', 'The decision and its reason.'),
    ],
  },
  {
    name: 'fincen',
    built_in: true,
    sections: [
      section('part_1', 'Part I: Subject information', 'Names, identification, address, occupation, relation.'),
      section('part_2', 'Part II: Suspicious activity information', 'Dates, amounts, kinds of activity, instruments.'),
      section('part_3', 'Part III: Financial institution where activity occurred', 'Institution, branch, role.'),
      section('part_4', 'Part IV: Filing institution contact information', 'Who files, and whom to ask.'),
      section('part_5', 'Part V: Narrative', 'Who, what, when, where, why and how, in order of time.'),
    ],
  },
  {
    name: 'no_report',
    built_in: true,
    sections: [
      section('alerted', 'What was alerted', 'Rules, amounts and times.'),
      section('looked_at', 'What was looked at', 'Jobs, documents, earlier decisions.'),
      section('why', 'Why no report', 'The explanation that the facts support.'),
    ],
  },
];
