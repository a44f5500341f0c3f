import type { ServerContext } from '@modelcontextprotocol/server';
import type { Run } from './run-agent.ts';

/** Sends progress to clients that requested it. The numbers only rise, as the protocol requires. */
export function createProgress({ mcpReq }: ServerContext): Pick<Run, 'onProgress' | 'wantsProgress'> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { wantsProgress: false, onProgress: () => undefined };
  let last = -1;
  let hasReports = false;
  return {
    wantsProgress: true,
    onProgress(report) {
      const isReport = !('seconds' in report);
      // Once the engine reports its own progress, seconds would be another scale.
      if (!isReport && hasReports) return;
      hasReports ||= isReport;
      const { progress, ...rest } = read(report, last);
      if (progress <= last) return;
      last = progress;
      const params = { progressToken, progress, ...rest };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

function read(report: Parameters<Run['onProgress']>[0], last: number): Told {
  if ('seconds' in report) return ofTime(report.seconds);
  return 'words' in report ? { progress: last + 1, message: report.words } : readReport(report.data, last);
}

type Told = { progress: number; total?: number; message?: string };

const ofTime = (seconds: number): Told => ({
  progress: seconds,
  message: `The job has been running for ${seconds} s.`,
});

/** Reads a report of any shape. Without a count it counts as one more step, with the report as the message. */
function readReport(data: unknown, last: number): Told {
  const { done, of: total } = (typeof data === 'object' && data !== null ? data : {}) as {
    done?: unknown;
    of?: unknown;
  };
  if (typeof done === 'number') return { progress: done, ...(typeof total === 'number' && { total }) };
  return { progress: last + 1, message: JSON.stringify(data).slice(0, 500) };
}
