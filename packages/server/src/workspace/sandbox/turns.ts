import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

// Long tasks take turns: only as many of their processes run at once as keep the processors busy, the others are stopped
// meanwhile. Each gets the share it would get anyway, but what else runs on the machine (the API, PostgreSQL, short
// queries) never waits behind more than a thread or so per processor, however many long tasks are under way.

/** Of a task that is not over by then it is assumed that it is a long one. */
const SHORT_MS = 300;
/** Stopping and waking a process costs a switch of each of its threads; nobody sees who of eight runs just now. */
const TURN_MS = 500;

type Member = {
  child: ChildProcess;
  running: boolean;
  /** Whether it gets only what others leave. */
  stoodBack: boolean;
  /** Processors it keeps busy, as it was seen last. */
  wants: number;
};

export function createTurns(options: {
  /** Of each process, at most. */
  threads: number;
  processors?: number;
  shortMs?: number;
  turnMs?: number;
}) {
  const { threads, processors = availableParallelism(), shortMs = SHORT_MS, turnMs = TURN_MS } = options;
  /** In the order in which they are to run: those whose turn it is first. */
  let members: Member[] = [];
  let timer: NodeJS.Timeout | undefined;

  function turn(): void {
    const had = members.filter(({ running }) => running);
    for (const member of had) member.wants = countBusyThreads(member.child) ?? member.wants;
    members = [...members.filter(({ running }) => !running), ...had];
    deal();
  }

  /** The first one runs, and of the others those for which there are processors left. */
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
    /** A process has begun its task. Call what you get when the task is over. */
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
        // The next one need not wait for the clock.
        deal();
      };
    },
  };
}

/**
 * Puts a process into the scheduling class for idle time, so that whatever else wakes up preempts it at once instead of
 * at the next tick. Node cannot set the class itself; without `chrt` the process keeps its low priority.
 */
function standBack({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const command = ['--all-tasks', '--idle', '--pid', '0', String(pid)];
  spawn('chrt', command, { stdio: 'ignore' }).on('error', () => undefined);
}

/** Threads that run or would, if there were a processor for them; at least one. undefined: this system does not tell. */
function countBusyThreads({ pid }: ChildProcess): number | undefined {
  try {
    const states = readdirSync(`/proc/${pid}/task`).map((thread) => stateOf(`${pid}/task/${thread}`));
    return Math.max(1, states.filter((state) => state === 'R').length);
  } catch {
    return undefined;
  }
}

/** R: runs, S: sleeps, T: is stopped. The name before it may have anything in it, parentheses too. */
function stateOf(thread: string): string | undefined {
  return /.*\) (.)/s.exec(readFileSync(`/proc/${thread}/stat`, 'utf8'))?.[1];
}
