// Forms with check boxes, made by programs that are not ours. Each program draws boxes in its own way: as form fields, as
// characters, or as lines.

export type Box = { label: string; checked: boolean };
export type Form = { title: string; fields: [string, string][]; boxes: Box[] };

const box = (label: string, checked: boolean): Box => ({ label, checked });

export const forms: Form[] = [
  {
    title: 'Account opening',
    fields: [['Full name', 'Maria Jensen']],
    boxes: [
      box('I consent to the processing of my data', false),
      box('I have read the terms', true),
      box('Send me the newsletter', false),
    ],
  },
  {
    title: 'Travel expenses',
    fields: [['Destination', 'Lisbon']],
    boxes: [box('Receipts are attached', true), box('Paid in advance', false), box('Car was used', true)],
  },
  {
    title: 'Health questionnaire',
    fields: [['Patient', 'John Smith']],
    boxes: [
      box('Allergies', false),
      box('High blood pressure', false),
      box('Smoker', true),
      box('Regular medication', true),
    ],
  },
  {
    title: 'Supplier declaration',
    fields: [['Company', 'Northwind Traders Ltd']],
    boxes: [box('The company is tax resident abroad', true), box('A politically exposed person owns shares', false)],
  },
];
