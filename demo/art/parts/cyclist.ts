import { circle, curve, line, many, path, place } from '../svg.ts';

const wheel = (x: number, colour: string, spoke: string) =>
  circle(x, -62, 60, 'none', { stroke: colour, width: 9 }) +
  many(8, (index) =>
    place(
      { x, y: -62, turn: index * 22.5 },
      line(
        [
          [-56, 0],
          [56, 0],
        ],
        spoke,
        1.6,
      ),
    ),
  ) +
  circle(x, -62, 9, colour);

/** A rider out of the saddle, to the right, about 330 long and 330 high, wheels on the origin. */
export function cyclist(colours: {
  jersey: string;
  shade: string;
  shorts: string;
  skin: string;
  helmet: string;
  frame: string;
  wheel: string;
  shoe: string;
}): string {
  const { jersey, shade, shorts, skin, helmet, frame, wheel: tyre, shoe } = colours;
  const hub = [-4, -70] as const;
  const bike =
    wheel(-112, tyre, frame) +
    wheel(116, tyre, frame) +
    line([[-112, -62], hub, [84, -172]], frame, 10) +
    line(
      [
        [-112, -62],
        [-36, -176],
        [84, -172],
      ],
      frame,
      9,
    ) +
    line([[-36, -176], hub], frame, 10) +
    line(
      [
        [-40, -192],
        [-36, -176],
      ],
      tyre,
      8,
    ) +
    line(
      [
        [-62, -194],
        [-14, -194],
      ],
      tyre,
      11,
    ) +
    line(
      [
        [84, -172],
        [116, -62],
      ],
      frame,
      10,
    ) +
    curve(
      [
        [80, -186],
        [108, -190],
        [120, -176],
        [108, -160],
      ],
      tyre,
      9,
    ) +
    circle(hub[0], hub[1], 20, 'none', { stroke: tyre, width: 7 });
  const farLeg =
    curve(
      [
        [-18, -204],
        [30, -150],
        [-8, -110],
      ],
      shade,
      25,
    ) +
    curve(
      [
        [-8, -110],
        [-20, -92],
        [-26, -66],
      ],
      skin,
      17,
    ) +
    line(
      [
        [-34, -52],
        [-4, -54],
      ],
      shoe,
      15,
    );
  const nearLeg =
    curve(
      [
        [-20, -208],
        [40, -190],
        [44, -142],
      ],
      shorts,
      33,
    ) +
    curve(
      [
        [44, -150],
        [40, -100],
        [12, -44],
      ],
      skin,
      21,
    ) +
    line(
      [
        [2, -32],
        [36, -36],
      ],
      shoe,
      16,
    ) +
    line([hub, [18, -28]], tyre, 7);
  const farArm = curve(
    [
      [58, -262],
      [94, -236],
      [108, -188],
    ],
    shade,
    16,
  );
  const body =
    path(
      'M-38 -196C-42 -236 -6 -268 40 -288C66 -296 86 -282 80 -260C72 -236 30 -216 6 -196C-8 -182 -32 -180 -38 -196Z',
      jersey,
    ) + path('M-38 -196C-32 -182 -8 -182 6 -196C30 -216 72 -236 80 -260C50 -248 10 -232 -38 -196Z', shade);
  const nearArm =
    curve(
      [
        [62, -268],
        [76, -222],
        [112, -182],
      ],
      jersey,
      20,
    ) +
    curve(
      [
        [80, -216],
        [98, -198],
        [114, -182],
      ],
      skin,
      15,
    );
  const head =
    circle(94, -306, 25, skin) +
    path('M62 -306C60 -344 118 -352 128 -312C112 -320 84 -318 62 -306Z', helmet) +
    path('M66 -312C76 -338 108 -340 122 -316', 'none', { stroke: tyre, width: 4 }) +
    line(
      [
        [100, -306],
        [122, -304],
      ],
      tyre,
      8,
    );
  return farLeg + farArm + bike + nearLeg + body + nearArm + head;
}
