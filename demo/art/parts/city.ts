import type { Random } from '../random.ts';
import { line, many, polygon, rect } from '../svg.ts';

interface Skyline {
  from: number;
  to: number;
  /** Ground level of the buildings. */
  base: number;
  low: number;
  high: number;
  colour: string;
  /** Colour of lit windows, and the share of lit windows (0 to 1). */
  windows?: string;
  lit?: number;
  narrow?: number;
  wide?: number;
}

/** Houses in a row, some with tanks, masts and lit windows. */
export function skyline(random: Random, options: Skyline): string {
  const { from, to, base, low, high, colour, windows, lit = 0.3, narrow = 46, wide = 120 } = options;
  let text = '';
  for (let x = from; x < to;) {
    const width = random.between(narrow, wide);
    const height = random.between(low, high);
    text += tower(random, x, base, width, height, colour, windows, lit);
    x += width + (random.next() < 0.25 ? random.between(2, 12) : -2);
  }
  return text;
}

function tower(
  random: Random,
  x: number,
  base: number,
  width: number,
  height: number,
  colour: string,
  windows: string | undefined,
  lit: number,
): string {
  const top = base - height;
  const roof = random.next();
  let text = rect(x, top, width + 1, height + 4, colour);
  if (roof < 0.2)
    text +=
      rect(x + width * 0.2, top - 26, width * 0.3, 28, colour) +
      line(
        [
          [x + width * 0.25, top],
          [x + width * 0.25, top - 44],
        ],
        colour,
        3,
      );
  else if (roof < 0.4)
    text += line(
      [
        [x + width * 0.6, top],
        [x + width * 0.6, top - random.between(40, 90)],
      ],
      colour,
      4,
    );
  else if (roof < 0.55)
    text += polygon(
      [
        [x, top + 1],
        [x + width * 0.5, top - width * 0.28],
        [x + width, top + 1],
      ],
      colour,
    );
  else if (roof < 0.7) text += rect(x + width * 0.3, top - 18, width * 0.55, 20, colour);
  if (windows === undefined) return text;
  const [columns, rows] = [Math.floor(width / 20), Math.floor(height / 30)];
  return (
    text +
    many(columns * rows, (index) => {
      if (random.next() > lit) return '';
      const [column, row] = [index % columns, Math.floor(index / columns)];
      return rect(x + 7 + (column * (width - 10)) / columns, top + 14 + row * 30, 9, 13, windows, {
        opacity: random.between(0.45, 1),
      });
    })
  );
}

/** A pole with wires to both sides of the picture. */
export function wires(x: number, y: number, height: number, w: number, colour: string): string {
  const arms = [0, 26, 52];
  return (
    line(
      [
        [x, y],
        [x, y - height],
      ],
      colour,
      9,
    ) +
    arms
      .slice(0, 2)
      .map((drop) =>
        line(
          [
            [x - 44, y - height + 16 + drop],
            [x + 44, y - height + 16 + drop],
          ],
          colour,
          6,
        ),
      )
      .join('') +
    arms
      .map(
        (drop, index) =>
          `<path d="M-20 ${y - height + drop - 24}Q${x / 2} ${y - height + drop + 46} ${x - 36 + index * 36} ${y - height + 12 + drop * 0.5}Q${(x + w) / 2} ${y - height + drop + 60} ${w + 20} ${y - height + drop - 60}" fill="none" stroke="${colour}" stroke-width="2.2"/>`,
      )
      .join('')
  );
}
