import { median, quantile } from './quantile.ts';
import type { Figure } from './table.ts';

const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms (worst ${quantile(values, 1).toFixed(0)})`;

/** A time of the app next to the floor of the same turns: two lines with times, and their ratio with its target. */
export function ratioFigures(
  what: string,
  floor: string,
  turns: readonly { readonly app: number; readonly floor: number }[],
  most?: number,
): Figure[] {
  if (turns.length === 0) return [{ what, figure: 'not measured', target: '' }];
  const app = turns.map((turn) => turn.app);
  const least = turns.map((turn) => turn.floor);
  // Turn by turn, because the machine's other work changes between them.
  const ratio = median(turns.map((turn) => turn.app / turn.floor));
  return [
    { what, figure: ms(app), target: '' },
    { what: `  ${floor}`, figure: ms(least), target: '' },
    {
      what: `  ratio, median of ${turns.length} turns`,
      figure: ratio.toFixed(2),
      target: most === undefined ? '' : `<= ${most}`,
      ...(most === undefined ? {} : { isMet: ratio <= most }),
    },
  ];
}
