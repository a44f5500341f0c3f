import type { Case, CaseReport } from '@errand/sdk';
import { FileCheck2, X } from 'lucide-react';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Field, Textarea, TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Select } from '../../design/select.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type Section = CaseReport['sections'][number];
type Sentence = Section['sentences'][number];
type Citation = Sentence['citations'][number];

/** The report of a case: what is not supported is marked, and every sentence may get citations. */
export function CaseReportCard({ one }: { one: Case }) {
  const { can } = useAccess();
  const [template, setTemplate] = useState('generic');
  const [asked, setAsked] = useState<Section>();
  const templates = useRead(keys.caseTemplates(), (options) => errand.caseTemplates.list(options));
  const found = useRead(keys.caseReport(one.id, template), (options) =>
    errand.caseRecords.report(one.id, { template }, options),
  );
  const save = useChange(
    (sections: Section[]) => errand.caseRecords.saveReport(one.id, bodyOf(found.data!, sections)),
    () => reload(keys.case(one.id)),
  );
  const download = useChange(
    () => errand.caseRecords.file(one.id),
    (content) => saveBlob(content, `case-${one.number}.zip`),
  );
  const report = found.data;
  const canWrite = can('analyst') && one.state !== 'closed';
  return (
    <Card
      title="Report"
      actions={
        <Button icon={<FileCheck2 size={14} aria-hidden />} busy={download.isPending} onClick={() => download.mutate()}>
          Case file
        </Button>
      }
    >
      {report === undefined ? null : (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2">
            {report.revision === 0 ? (
              <Select
                label="Template"
                value={template}
                options={(templates.data?.results ?? []).map(({ name }) => ({ value: name, label: name }))}
                onChange={setTemplate}
              />
            ) : (
              <span className="text-muted">{report.template}</span>
            )}
            {report.unsupported > 0 && <Badge tone="warning">{`${report.unsupported} unsupported`}</Badge>}
            {canWrite && report.revision === 0 && (
              <Button busy={save.isPending} onClick={() => save.mutate(report.sections)}>
                Begin the report
              </Button>
            )}
          </div>
          {report.sections.map((section) => (
            <section key={section.key} className="flex flex-col gap-2">
              <h3 className="font-medium">{section.title}</h3>
              {section.sentences.map((sentence, index) => (
                <SentenceLine
                  // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other name than its place.
                  key={index}
                  one={one}
                  sentence={sentence}
                  {...(canWrite &&
                    report.revision > 0 && {
                      onRemove: () =>
                        save.mutate(withSentences(report, section, section.sentences.toSpliced(index, 1))),
                    })}
                />
              ))}
              {canWrite && report.revision > 0 && (
                <div>
                  <Button size="sm" onClick={() => setAsked(section)}>
                    Add a sentence…
                  </Button>
                </div>
              )}
            </section>
          ))}
        </div>
      )}
      {asked && report && (
        <SentenceDialog
          one={one}
          section={asked}
          onClose={() => setAsked(undefined)}
          save={(sentence) =>
            errand.caseRecords.saveReport(
              one.id,
              bodyOf(report, withSentences(report, asked, [...asked.sentences, sentence])),
            )
          }
        />
      )}
    </Card>
  );
}

const withSentences = ({ sections }: CaseReport, { key }: Section, sentences: Sentence[]): Section[] =>
  sections.map((section) => (section.key === key ? { ...section, sentences } : section));

const bodyOf = ({ template, revision }: CaseReport, sections: Section[]) => ({
  template,
  revision,
  sections: sections.map(({ key, title, sentences }) => ({
    key,
    title,
    sentences: sentences.map(({ text, citations }) => ({ text, citations })),
  })),
});

type Line = { one: Case; sentence: Sentence; onRemove?: () => void };

const SentenceLine = ({ one, sentence: { text, citations, supported, problem }, onRemove }: Line) => (
  <div className="flex items-start justify-between gap-2">
    <p dir="auto" className="min-w-0 whitespace-pre-wrap break-words">
      {text}{' '}
      {citations.map((citation) => (
        <span key={`${citation.kind} ${citation.id}`} className="text-muted">
          [{nameOf(one, citation)}]{' '}
        </span>
      ))}
      {!supported && <Badge tone="warning">{problem ?? 'unsupported'}</Badge>}
    </p>
    {onRemove && (
      <Button size="sm" aria-label={`Remove: ${text.slice(0, 60)}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </Button>
    )}
  </div>
);

/** What a citation is called on this page. */
function nameOf({ alerts, jobs }: Case, { kind, id }: Citation): string {
  if (kind === 'alert') return alerts.find((alert) => alert.id === id)?.external_id ?? 'alert';
  if (kind === 'job') return jobs.find((job) => job.job_id === id)?.step ?? 'job';
  return kind;
}

type DialogProps = {
  one: Case;
  section: Section;
  onClose(): void;
  save(sentence: Sentence): Promise<unknown>;
};

function SentenceDialog({ one, section, onClose, save }: DialogProps) {
  const [source, setSource] = useState('');
  const sources = [
    { value: '', label: 'nothing' },
    ...one.alerts.map(({ id, external_id: name }) => ({ value: `alert ${id}`, label: `Alert ${name}` })),
    ...one.jobs.map(({ job_id: id, step }) => ({ value: `job ${id}`, label: `Job ${step ?? id}` })),
    ...one.notes.map(({ id, text }) => ({ value: `note ${id}`, label: `Note: ${text.slice(0, 40)}` })),
    ...one.earlier_decisions.map(({ case_id: id, case_number: number }) => ({
      value: `decision ${id}`,
      label: `Decision of case ${number}`,
    })),
  ];
  return (
    <FormDialog
      onClose={onClose}
      title={section.title}
      description="A sentence that cites nothing stays, and is marked."
      action="Add"
      save={(text) => {
        const [kind, id] = source.split(' ') as [Citation['kind'], string];
        const citations = source === '' ? [] : [{ kind, id, quote: text('quote') || null }];
        return save({ text: text('text'), citations, supported: false, problem: null });
      }}
      onSaved={async () => {
        onClose();
        await reload(keys.case(one.id));
      }}
    >
      <Field label="Sentence" name="text">
        <Textarea name="text" required maxLength={10_000} />
      </Field>
      <Field label="It rests on" name="source">
        <Select value={source} options={sources} onChange={setSource} />
      </Field>
      <TextField label="Words in it" name="quote" optional maxLength={2_000} />
    </FormDialog>
  );
}
