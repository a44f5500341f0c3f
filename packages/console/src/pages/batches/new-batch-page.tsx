import type { Agent } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { Field } from '../../design/field.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { Select } from '../../design/select.tsx';
import { useAccess } from '../../session/access.ts';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';
import type { CsvTable } from './csv.ts';
import { FileStep } from './file-step.tsx';
import { MapStep } from './map-step.tsx';

/** All steps on one page, from top to bottom: file, columns, check, rehearsal, run. */
export function NewBatchPage() {
  const { agent: agentId } = useSearch({ from: '/shell/batches/new' });
  const navigate = useNavigate();
  const { can } = useAccess();
  const [file, setFile] = useState<{ name: string; table: CsvTable }>();
  const agents = useQuery(allAgents('-most_recent_job'));
  return (
    <>
      <PageHeader title="New batch" crumbs={[{ label: 'Batches', to: '/batches' }]} />
      {!can('member') && <RoleNeeded what="Running batches" />}
      {can('member') && (
        <QueryView query={agents}>
          {(choices) => {
            const agent = choices.find(({ id }) => id === agentId);
            return (
              <div className="flex max-w-5xl flex-col gap-5">
                <Card title="1. Agent">
                  <Field label="Agent">
                    <Select
                      className="max-w-md"
                      value={agentId ?? ''}
                      onChange={(id) => void navigate({ to: '.', search: id ? { agent: id } : {}, replace: true })}
                      options={[
                        { value: '', label: 'Choose an agent' },
                        ...choices.map(({ id, name }) => ({ value: id, label: name })),
                      ]}
                    />
                  </Field>
                </Card>
                {agentId &&
                  (agent ? (
                    <Steps key={agent.id} agent={agent} file={file} onFile={setFile} />
                  ) : (
                    <OtherAgent id={agentId} file={file} onFile={setFile} />
                  ))}
              </div>
            );
          }}
        </QueryView>
      )}
    </>
  );
}

type StepsProps = {
  file: { name: string; table: CsvTable } | undefined;
  onFile(file: { name: string; table: CsvTable } | undefined): void;
};

/** An agent that is not among the loaded ones. */
function OtherAgent({ id, ...props }: StepsProps & { id: string }) {
  const agent = useRead(keys.agent(id), (options) => errand.agents.get(id, options));
  return <QueryView query={agent}>{(found) => <Steps agent={found} {...props} />}</QueryView>;
}

function Steps({ agent, file, onFile }: StepsProps & { agent: Agent }) {
  const version = useRead(keys.version(agent.id, 'current'), (options) =>
    errand.versions.current(agent.id, {}, options),
  );
  return (
    <QueryView query={version}>
      {(current) => (
        <>
          <FileStep definitions={current.input_definitions} file={file} onFile={onFile} agentName={agent.name} />
          {file && <MapStep key={file.name} agent={agent} version={current} fileName={file.name} table={file.table} />}
        </>
      )}
    </QueryView>
  );
}
