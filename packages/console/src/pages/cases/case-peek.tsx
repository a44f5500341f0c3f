import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { SidePanel } from '../../design/side-panel.tsx';
import { errand } from '../../session/client.ts';
import { CaseOverview } from './case-overview.tsx';

/** Shows a case beside its list. */
export function CasePeek({ id, onClose }: { id: string; onClose(): void }) {
  const found = useRead(keys.case(id), (options) => errand.caseDesk.get(id, options));
  const one = found.data;
  return (
    <SidePanel
      label="Peek at a case"
      title={one === undefined ? 'Case' : <bdi>{`#${one.number} ${one.subject.name}`}</bdi>}
      onClose={onClose}
      actions={
        <Link to="/cases/$id" params={{ id }} className={buttonClass()}>
          Open
        </Link>
      }
    >
      <QueryView query={found}>{(data) => <CaseOverview key={data.id} one={data} isNarrow />}</QueryView>
      <p className="mt-5 text-muted text-xs max-sm:hidden">Escape closes.</p>
    </SidePanel>
  );
}
