import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// Long tasks take turns: only as many of their processes run at a time as keep the processors busy, and the others are
// stopped. Each gets its usual share, but the rest of the machine (the API, PostgreSQL, short queries) never waits
// behind more than about one thread per processor, however many long tasks are in-flight.

/** A task that has not ended by then is assumed to be long. */
const SHORT_MS = 300;
/**
 * Length of a turn. Stopping and continuing a process switches each of its threads, and users cannot see which of eight
 * processes runs now.
 */
const TURN_MS = 500;

type Member = {
  child: ChildProcess;
  running: boolean;
  /** Whether it gets only idle processor time. */
  stoodBack: boolean;
  /** Processors it keeps busy, as last measured. */
  wants: number;
};

export function createTurns(options: {
  /** Maximum number of threads per process. */
  threads: number;
  processors?: number;
  shortMs?: number;
  turnMs?: number;
}) {
  const { threads, processors = availableParallelism(), shortMs = SHORT_MS, turnMs = TURN_MS } = options;
  /** In running order, the next ones first. */
  let members: Member[] = [];
  let timer: NodeJS.Timeout | undefined;

  function turn(): void {
    const had = members.filter(({ running }) => running);
    for (const member of had) member.wants = countBusyThreads(member.child) ?? member.wants;
    members = [...members.filter(({ running }) => !running), ...had];
    deal();
  }

  /** Lets the first process run, and others as far as processors are left. */
  function deal(): void {
    let left = processors;
    for (const [index, member] of members.entries()) {
      const mayRun = index === 0 || member.wants <= left;
      if (mayRun) left -= member.wants;
      if (mayRun !== member.running) member.child.kill(mayRun ? 'SIGCONT' : 'SIGSTOP');
      member.running = mayRun;
    }
    if (members.length > 1) timer ??= setInterval(turn, turnMs);
    else {
      clearInterval(timer);
      timer = undefined;
    }
    if (members.every(({ running }) => running)) return;
    for (const member of members) {
      if (!member.stoodBack) standBack(member.child);
      member.stoodBack = true;
    }
  }

  return {
    /** Adds a process that begins its task. Call the returned function when the task is over. */
    join(child: ChildProcess): () => void {
      const member: Member = { child, running: true, stoodBack: false, wants: threads };
      const joining = setTimeout(() => {
        members.push(member);
        deal();
      }, shortMs);
      return () => {
        clearTimeout(joining);
        if (!members.includes(member)) return;
        members = members.filter((one) => one !== member);
        // The next task need not wait for the timer.
        deal();
      };
    },
  };
}

/**
 * Puts a process into the idle scheduling class, so that any other process preempts it at once instead of at the next
 * tick. Node cannot set the class; without `chrt` the process keeps its low priority.
 */
function standBack({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const command = ['--all-tasks', '--idle', '--pid', '0', String(pid)];
  spawn('chrt', command, { stdio: 'ignore' }).on('error', () => undefined);
}

/** Counts running or runnable threads, at least one. Returns undefined if the system does not report them. */
function countBusyThreads({ pid }: ChildProcess): number | undefined {
  try {
    const states = readdirSync(`/proc/${pid}/task`).map((thread) => stateOf(`${pid}/task/${thread}`));
    return Math.max(1, states.filter((state) => state === 'R').length);
  } catch {
    return undefined;
  }
}

/** R: running, S: sleeping, T: stopped. The process name before it may contain anything, even parentheses. */
function stateOf(thread: string): string | undefined {
  return /.*\) (.)/s.exec(readFileSync(`/proc/${thread}/stat`, 'utf8'))?.[1];
}
