import { execFile } from 'node:child_process';
import { access, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Form } from './forms.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'make.py');
/** A Python with the libraries that make.py uses: reportlab, fpdf2, pymupdf, weasyprint, xhtml2pdf, typst. */
const python = process.env.ERRAND_FORMS_PYTHON ?? 'python3';

export type Program = {
  name: string;
  /** Rejects if the program is not on this machine. */
  check(): Promise<unknown>;
  make(form: Form, folder: string, pdf: string): Promise<unknown>;
};

const has = (command: string) => () => run('which', [command]);

const library = (name: string): Program => ({
  name,
  check: () => run(python, [script, name]),
  make: async (form, folder, pdf) => {
    const source = join(folder, 'form.json');
    await writeFile(source, JSON.stringify(form));
    return run(python, [script, name, source, pdf]);
  },
});

export const programs: Program[] = [
  {
    name: 'chromium',
    check: has('chromium'),
    make: async (form, folder, pdf) => {
      await writeFile(
        join(folder, 'form.html'),
        htmlOf(form, (checked) => `<input type="checkbox"${checked ? ' checked' : ''}>`),
      );
      const options = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-pdf-header-footer',
        `--print-to-pdf=${pdf}`,
      ];
      return run('chromium', [...options, `file://${join(folder, 'form.html')}`]);
    },
  },
  {
    name: 'libreoffice',
    check: has('soffice'),
    make: async (form, folder, pdf) => {
      await writeFile(
        join(folder, 'form.html'),
        htmlOf(form, (checked) => (checked ? '☑' : '☐')),
      );
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
      const options = [
        '--headless',
        profile,
        '--infilter=HTML (StarWriter)',
        '--convert-to',
        'pdf:writer_pdf_Export',
        '--outdir',
        folder,
      ];
      await run('soffice', [...options, join(folder, 'form.html')]);
      return copyFile(join(folder, 'form.pdf'), pdf);
    },
  },
  latex(
    'latex symbols',
    '\\usepackage{amssymb}',
    (checked, label) => `${checked ? '$\\boxtimes$' : '$\\square$'} ${label}`,
  ),
  latex(
    'latex fields',
    '\\usepackage{hyperref}',
    (checked, label) => `\\CheckBox[name={${label}},${checked ? 'checked,' : ''}width=3mm,height=3mm]{${label}}`,
  ),
  {
    name: 'groff',
    check: () => run('groff', ['-Tpdf', '/dev/null']),
    make: async (form, folder, pdf) => {
      const source = join(folder, 'form.tr');
      const boxes = form.boxes.map(({ label, checked }) => `${checked ? '[x]' : '[ ]'} ${label}\n.br`);
      const lines = [
        '.ce',
        form.title,
        '.sp',
        ...form.fields.map(([label, value]) => `${label}: ${value}\n.sp`),
        ...boxes,
      ];
      await writeFile(source, `${lines.join('\n')}\n`);
      const { stdout } = await run('groff', ['-Tpdf', source], { encoding: 'buffer' });
      return writeFile(pdf, stdout);
    },
  },
  ...['reportlab', 'fpdf', 'pymupdf', 'weasyprint', 'xhtml2pdf', 'typst'].map(library),
];

function latex(name: string, packages: string, box: (checked: boolean, label: string) => string): Program {
  return {
    name,
    check: has('pdflatex'),
    make: async (form, folder, pdf) => {
      const fields = form.fields.map(([label, value]) => `${label}: ${value}\\\\[4pt]`);
      const boxes = form.boxes.map(({ label, checked }) => `${box(checked, label)}\\\\[4pt]`);
      const body = [`\\section*{${form.title}}`, '\\noindent', ...fields, ...boxes].join('\n');
      const form_ = packages.includes('hyperref') ? `\\begin{Form}\n${body}\n\\end{Form}` : body;
      await writeFile(
        join(folder, 'form.tex'),
        `\\documentclass{article}\n${packages}\n\\begin{document}\n${form_}\n\\end{document}\n`,
      );
      await run('pdflatex', [
        '-interaction=nonstopmode',
        `-output-directory=${folder}`,
        join(folder, 'form.tex'),
      ]).catch(() => access(join(folder, 'form.pdf')));
      return copyFile(join(folder, 'form.pdf'), pdf);
    },
  };
}

function htmlOf({ title, fields, boxes }: Form, draw: (checked: boolean) => string): string {
  const lines = [
    ...fields.map(([label, value]) => `<p>${label}: ${value}</p>`),
    ...boxes.map(({ label, checked }) => `<p>${draw(checked)} ${label}</p>`),
  ];
  return `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${lines.join('')}</body></html>`;
}
