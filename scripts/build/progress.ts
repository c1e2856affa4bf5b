import type { WriteStream } from 'node:tty';

export interface Progress {
  /** Shows the current step, and how much of it is done. */
  tell(step: string, count?: number): void;
  /** Prints a final line with the result and the duration. */
  done(what: string): void;
}

/** Minimum interval between redraws on a terminal, in ms. */
const REDRAW_AFTER_MS = 100;

/** Shows progress: one changing line on a terminal, one line per step elsewhere. */
export function createProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>, now = () => performance.now()): Progress {
  const startedAt = now();
  let shownStep = '';
  let drawnAt = -Infinity;
  const clearLine = () => stream.isTTY && stream.write('\r\x1b[2K');

  return {
    tell(step, count) {
      const isNew = step !== shownStep;
      if (!stream.isTTY) {
        if (isNew) stream.write(`${step} …\n`);
      } else if (isNew || now() - drawnAt >= REDRAW_AFTER_MS) {
        drawnAt = now();
        clearLine();
        stream.write(count === undefined ? `${step} …` : `${step}: ${count}`);
      }
      shownStep = step;
    },
    done(what) {
      clearLine();
      stream.write(`${what} in ${((now() - startedAt) / 1000).toFixed(0)} s\n`);
    },
  };
}
