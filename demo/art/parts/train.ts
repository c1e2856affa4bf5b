import { circle, linear, many, path, polygon, rect } from '../svg.ts';

interface TrainColours {
  body: string;
  roof: string;
  stripe: string;
  window: string;
  wheel: string;
}

const carLength = 430;
const trainGap = 14;

/** One car seen from the side, 430 long and 130 high, wheels on the origin's line. */
function trainCar(colours: TrainColours, options: { first?: boolean; heads?: readonly number[] } = {}): string {
  const { body, roof, stripe, window, wheel } = colours;
  const front = options.first
    ? path('M0 -22V-118Q0 -128 10 -128H352Q404 -124 424 -66Q430 -46 430 -22Z', body)
    : path(`M0 -22V-118Q0 -128 10 -128H${carLength - 10}Q${carLength} -128 ${carLength} -118V-22Z`, body);
  const top = options.first
    ? path('M6 -128Q8 -138 22 -138H340Q372 -136 392 -116L352 -128Z', roof)
    : path(`M6 -128Q8 -138 22 -138H${carLength - 22}Q${carLength - 8} -138 ${carLength - 6} -128Z`, roof);
  const count = options.first ? 5 : 7;
  const panes = many(count, (index) => {
    const x = 26 + index * 55;
    const head = options.heads?.includes(index)
      ? circle(x + 19, -79, 9, body) + path(`M${x + 4} -62Q${x + 19} -82 ${x + 34} -62Z`, body)
      : '';
    return rect(x, -104, 38, 42, window, { radius: 6 }) + head;
  });
  const cab = options.first
    ? polygon(
        [
          [340, -106],
          [368, -104],
          [396, -66],
          [340, -66],
        ],
        window,
      )
    : '';
  const wheels = many(
    4,
    (index) =>
      circle([60, 110, carLength - 110, carLength - 60][index]!, -12, 13, wheel) +
      circle([60, 110, carLength - 110, carLength - 60][index]!, -12, 5, roof),
  );
  return (
    front +
    top +
    rect(0, -52, options.first ? 424 : carLength, 9, stripe) +
    panes +
    cab +
    rect(24, -24, carLength - 60, 10, wheel) +
    wheels
  );
}

/** A train that runs to the right; its nose is at x. */
export function train(x: number, y: number, scale: number, cars: number, colours: TrainColours, beam?: string): string {
  const all = many(cars, (index) => {
    const left = -(index + 1) * carLength - index * trainGap;
    return `<g transform="translate(${left} 0)">${trainCar(colours, index === 0 ? { first: true } : { heads: [[1, 4], [2], [0, 5, 6], [3]][index % 4]! })}${index === 0 ? '' : rect(carLength, -60, trainGap, 30, colours.wheel)}</g>`;
  });
  const light =
    beam === undefined
      ? ''
      : polygon(
          [
            [-6, -48],
            [900, -120],
            [900, 60],
            [-6, -34],
          ],
          linear(
            [0, 0],
            [900, 0],
            [
              [0, beam, 0.75],
              [1, beam, 0],
            ],
          ),
        ) + circle(-10, -42, 12, '#fffdf0');
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})">${all}${light}</g>`;
}
