import type { Case, CaseReport } from '@errand/sdk';
import { FileCheck2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Select } from '../../design/select.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { reportText, type Section, sourcesOf, type Written } from './citations.ts';
import { ReportSection } from './report-section.tsx';
import { TemplateForm } from './template-form.tsx';

/** The report of a case: a draft from a template, every sentence with what it rests on. */
export function CaseReportCard({ one }: { one: Case }) {
  const [template, setTemplate] = useState('generic');
  const found = useRead(keys.caseReport(one.id, template), (options) =>
    errand.caseRecords.report(one.id, { template }, options),
  );
  return (
    <QueryView query={found}>
      {(report) => <Report one={one} report={report} template={template} onTemplate={setTemplate} />}
    </QueryView>
  );
}

type WrittenSection = Omit<Section, 'sentences'> & { sentences: Written[] };

type ReportProps = { one: Case; report: CaseReport; template: string; onTemplate(name: string): void };

function Report({ one, report, template, onTemplate }: ReportProps) {
  const { can } = useAccess();
  const key = keys.caseReport(one.id, template);
  const save = useChange(
    (sections: WrittenSection[]) => errand.caseRecords.saveReport(one.id, bodyOf(report, sections)),
    (saved) => queryClient.setQueryData(key, saved),
  );
  const isStored = report.revision > 0;
  const canWrite = can('analyst') && one.state !== 'closed';
  const change = (section: Section, sentences: Written[]): Promise<CaseReport> =>
    save
      .mutateAsync(report.sections.map((other) => (other.key === section.key ? { ...other, sentences } : other)))
      // Somebody else may have written meanwhile: what they wrote is shown, and the form keeps this text.
      .catch(async (error: unknown) => {
        await reload(key);
        throw error;
      });
  return (
    <div className="flex flex-col gap-5">
      <Toolbar one={one} report={report}>
        {!isStored && <TemplateChoice template={template} onTemplate={onTemplate} />}
        {canWrite && !isStored && (
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(report.sections)}>
            Begin the report
          </Button>
        )}
      </Toolbar>
      {!canWrite && (
        <p className="text-muted">
          {one.state === 'closed'
            ? 'The case is closed. Reopen it to change the report.'
            : 'Writing needs the role analyst.'}
        </p>
      )}
      <Card>
        <div className="in-order mx-auto flex max-w-4xl flex-col gap-6">
          {report.sections.length === 0 && <EmptyState title="No sections">Choose another template.</EmptyState>}
          {report.sections.map((section) => (
            <ReportSection
              key={section.key}
              section={section}
              sources={sourcesOf(one)}
              {...(canWrite && isStored && { onChange: (sentences: Written[]) => change(section, sentences) })}
            />
          ))}
        </div>
      </Card>
    </div>
  );
}

type ToolbarProps = { one: Case; report: CaseReport; children: ReactNode };

function Toolbar({ one, report, children }: ToolbarProps) {
  const download = useChange(
    () => errand.caseRecords.file(one.id),
    (content) => saveBlob(content, `case-${one.number}.zip`),
  );
  useShortcuts([{ keys: 'f', label: 'Download the case file', run: () => download.mutate() }]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {children}
      {report.revision > 0 && (
        <span className="text-muted">
          {words[report.template] ?? report.template}, revision {report.revision}
        </span>
      )}
      {report.unsupported > 0 && <Badge tone="warning">{`${report.unsupported} unsupported`}</Badge>}
      {report.unquoted > 0 && <Badge tone="neutral">{`${report.unquoted} cited without a quotation`}</Badge>}
      {report.unsupported + report.unquoted === 0 && report.sections.some(({ sentences }) => sentences.length > 0) && (
        <Badge tone="positive">every sentence is supported</Badge>
      )}
      <span className="ml-auto flex items-center gap-2">
        <CopyButton text={reportText(report)} label="Copy the report as text" />
        <Button icon={<FileCheck2 size={14} aria-hidden />} busy={download.isPending} onClick={() => download.mutate()}>
          Case file
        </Button>
      </span>
    </div>
  );
}

/** What the templates that come with the service are called. */
const words: Record<string, string> = {
  generic: 'Report, generic',
  fincen: 'SAR, in the order of FinCEN',
  no_report: 'Record of no report',
};

function TemplateChoice({ template, onTemplate }: { template: string; onTemplate(name: string): void }) {
  const isAdmin = useAccess().can('admin');
  const [isWriting, setIsWriting] = useState(false);
  const { data } = useRead(keys.caseTemplates(), (options) => errand.caseTemplates.list(options));
  const names = data?.results.map(({ name }) => name) ?? [template];
  return (
    <>
      <Select
        label="Template"
        className="w-64!"
        value={template}
        options={names.map((name) => ({ value: name, label: words[name] ?? name }))}
        onChange={onTemplate}
      />
      {isAdmin && <Button onClick={() => setIsWriting(true)}>New template…</Button>}
      {isWriting && (
        <TemplateForm
          onClose={() => setIsWriting(false)}
          onSaved={async (name) => {
            setIsWriting(false);
            await reload(keys.caseTemplates());
            onTemplate(name);
          }}
        />
      )}
    </>
  );
}

const bodyOf = ({ template, revision }: CaseReport, sections: WrittenSection[]) => ({
  template,
  revision,
  sections: sections.map(({ key, title, sentences }) => ({
    key,
    title,
    sentences: sentences.map(({ text, citations }) => ({ text, citations })),
  })),
});
