const screenMs = 100;
const linesMs = 5_000;

/**
 * Shows the progress of a transfer on stderr: one changing line on a terminal, otherwise a new line every few seconds.
 */
export function createProgress(verb: string) {
  const isScreen = process.stderr.isTTY;
  let shownAt = performance.now();
  let shown = false;
  return {
    show({ table, bytes }: { table: string; bytes: number }): void {
      if (performance.now() - shownAt < (isScreen ? screenMs : linesMs)) return;
      shownAt = performance.now();
      shown = true;
      const text = `${verb} ${(bytes / 1_000_000).toFixed(1)} MB … ${table}`;
      process.stderr.write(isScreen ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end(): void {
      if (isScreen && shown) process.stderr.write('\r\x1b[K');
    },
  };
}

/** Shows a changing status line on a terminal, and nothing elsewhere. */
export function createStatusLine() {
  const isScreen = process.stderr.isTTY;
  const clear = '\r\x1b[K';
  return {
    isShown: isScreen,
    show(text: string): void {
      if (isScreen) process.stderr.write(`${clear}${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    },
    end(): void {
      if (isScreen) process.stderr.write(clear);
    },
  };
}

const barWidth = 24;

/** `███░░░ 12 of 40` */
export function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done} of ${total}`;
}
