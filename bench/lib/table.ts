export interface Figure {
  what: string;
  /** Includes the unit. */
  figure: string;
  target: string;
  /** Absent without a target. */
  isMet?: boolean;
}

const verdict = ({ isMet }: Figure) => (isMet === undefined ? '' : isMet ? 'pass' : 'MISS');

/** Prints an aligned table. Hangul takes two columns; figures contain none. */
export function printTable(figures: readonly Figure[]): void {
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
