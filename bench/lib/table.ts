import { isBusy, machineLine } from './machine.ts';

export interface Figure {
  what: string;
  /** Includes the unit. */
  figure: string;
  target: string;
  /** Absent without a target. */
  isMet?: boolean;
}

/** `--json` prints one object a line, for programs; taken out of the words here, so that no bench has to know it. */
const jsonAt = process.argv.indexOf('--json');
const isJson = jsonAt >= 0 && process.argv.splice(jsonAt, 1).length > 0;

/** The JSON that a bench prints with `--json`. */
export interface PrintedFigures {
  /** When, on how many cores, and beside which load. */
  readonly machine: string;
  readonly figures: readonly Figure[];
}

export const verdict = ({ isMet }: Figure) => (isMet === undefined ? '' : isMet ? 'pass' : 'MISS');

/** Prints an aligned table. Hangul takes two columns; figures contain none. */
export function printTable(figures: readonly Figure[]): void {
  if (isJson) return console.log(JSON.stringify({ machine: machineLine(), figures } satisfies PrintedFigures));
  const rows = [
    ['what', 'figure', 'target', ''],
    ...figures.map((one) => [one.what, one.figure, one.target, verdict(one)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

/** Names of parts, and `--turns 3` while developing. */
export function readBenchWords(words: readonly string[]): { asked: readonly string[]; turns: number } {
  const at = words.indexOf('--turns');
  return {
    asked: words.filter((word, index) => !word.startsWith('--') && (at < 0 || index !== at + 1)),
    turns: (at >= 0 && Number(words[at + 1])) || 9,
  };
}

/** Measures one part. A failure loses only what it has not added, and fails the run at its end. */
export async function addFigures(figures: Figure[], what: string, measure: () => Promise<unknown>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    console.error(error);
    figures.push({ what, figure: 'failed', target: 'measured', isMet: false });
    process.exitCode = 1;
  }
}

/**
 * Prints the figures and the machine. A missed target ends the process with 1, except on a busy machine, whose figures
 * prove nothing.
 */
export function finishBench(figures: readonly Figure[]): void {
  printTable(figures);
  if (!isJson) console.log(machineLine());
  const missed = figures.filter(({ isMet }) => isMet === false).length;
  if (missed === 0) return;
  if (isBusy()) console.error(`The machine is busy: ${missed} missed targets do not count.`);
  else process.exitCode = 1;
}
