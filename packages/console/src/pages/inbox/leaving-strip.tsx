import { Button } from '../../design/button.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { useNow } from '../../design/relative-time.tsx';
import { UNDO_MS, useHeldDecisions } from '../../session/outbox.ts';

/** Shows the last decision as long as it can be undone. Its place is always taken, so that nothing moves. */
export function LeavingStrip({ onUndo }: { onUndo(): void }) {
  const held = useHeldDecisions().filter(({ isSent }) => !isSent);
  const now = useNow();
  const last = held.at(-1);
  return (
    <div role="status" className="mb-2 flex h-8 shrink-0 items-center gap-3">
      {last !== undefined && (
        <>
          <bdi className="min-w-0 truncate">{last.words}</bdi>
          {held.length > 1 && <span className="shrink-0 text-muted">and {held.length - 1} more</span>}
          <Button size="sm" onClick={onUndo}>
            Undo <KeyHint>U</KeyHint>
          </Button>
          <span aria-hidden className="shrink-0 text-muted tabular-nums">
            {Math.max(0, Math.ceil((last.at + UNDO_MS - now) / 1_000))} s
          </span>
        </>
      )}
    </div>
  );
}
