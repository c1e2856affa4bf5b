import type { Random } from '../random.ts';
import { circle, clipped, ellipse, line, many, path, polygon, rect } from '../svg.ts';
import { roundTree } from './trees.ts';

interface AirshipColours {
  body: string;
  light: string;
  shade: string;
  stripe: string;
  hull: string;
  window: string;
}

const envelope =
  'M-330 -20C-310 -130 -140 -172 30 -168C210 -164 322 -96 340 -20C322 56 210 116 30 120C-140 124 -310 90 -330 -20Z';

/** A mail airship flying right, 680 long, centred on the origin. `turn` rotates the propeller, in full turns. */
export function airship(colours: AirshipColours, turn = 0): string {
  const { body, light, shade, stripe, hull, window } = colours;
  const fins =
    path('M-300 -60L-408 -150Q-420 -152 -414 -134L-384 -40Z', stripe) +
    path('M-300 20L-408 104Q-420 108 -414 88L-384 0Z', stripe) +
    path('M-290 -30L-430 -34Q-444 -20 -430 -8L-290 -10Z', shade);
  const inside =
    path('M-330 -20C-310 -110 -140 -150 30 -146C210 -142 322 -84 340 -20L340 -200H-330Z', light, { opacity: 0.65 }) +
    path('M-330 -20C-300 34 -140 62 30 60C210 58 320 24 340 -20V140H-330Z', shade) +
    path('M-330 -20C-250 -6 250 -6 340 -20C250 22 -250 22 -330 -20Z', stripe) +
    many(6, (index) =>
      path(`M${-220 + index * 92} -180Q${-244 + index * 92 + (index - 3) * 14} -20 ${-220 + index * 92} 130`, 'none', {
        stroke: shade,
        width: 3,
        opacity: 0.5,
      }),
    );
  const ropes = many(6, (index) =>
    line(
      [
        [-170 + index * 70, 96 + (index === 0 || index === 5 ? -8 : 8)],
        [-120 + index * 50, 176],
      ],
      hull,
      4,
    ),
  );
  const gondola =
    path('M-170 168H170Q196 168 208 148Q206 206 166 230H-130Q-168 214 -170 168Z', hull) +
    path('M-170 168H170Q196 168 208 148Q208 162 204 178H-169Z', stripe) +
    many(6, (index) => circle(-118 + index * 48, 198, 13, window)) +
    rect(-84, 132, 170, 38, body) +
    rect(-96, 122, 194, 13, hull, { radius: 5 }) +
    many(4, (index) => rect(-70 + index * 40, 140, 24, 20, window, { radius: 4 }));
  const angle = turn * Math.PI * 2;
  const blade = Math.abs(Math.cos(angle)) * 52 + 8;
  const propeller = rect(-214, 186, 46, 14, hull) + ellipse(-216, 193, 7, blade, light) + circle(-216, 193, 9, stripe);
  return fins + path(envelope, body) + clipped(envelope, inside) + ropes + gondola + propeller;
}

/** The same as a silhouette for the distance, without the costly clip path. */
export const farAirship = (colour: string, window: string) =>
  path(envelope, colour) +
  polygon(
    [
      [-300, -60],
      [-420, -150],
      [-384, -20],
      [-420, 104],
      [-300, 20],
    ],
    colour,
  ) +
  path('M-150 150H190Q190 214 166 226H-130Q-160 214 -150 150Z', colour) +
  rect(-90, 100, 180, 60, colour) +
  many(5, (index) => circle(-100 + index * 52, 192, 12, window));

/** A floating island: grass on top, rock below, some trees and a house. About 420 wide. */
export function floatingIsland(
  random: Random,
  colours: {
    grass: string;
    rock: string;
    lit: string;
    tree: string;
    treeLit: string;
    wall?: string;
    roof?: string;
    window?: string;
  },
): string {
  const { grass, rock, lit, tree, treeLit, wall, roof, window } = colours;
  const stone = polygon(
    [
      [-210, 0],
      [-176, 52],
      [-120, 70],
      [-92, 128],
      [-40, 150],
      [-8, 226],
      [26, 160],
      [78, 138],
      [106, 78],
      [170, 54],
      [212, 0],
    ],
    rock,
  );
  const side = polygon(
    [
      [-210, 0],
      [-176, 52],
      [-120, 70],
      [-92, 128],
      [-40, 150],
      [-8, 226],
      [-20, 130],
      [-60, 70],
      [-40, 0],
    ],
    lit,
  );
  const top = path(
    'M-222 4Q-190 -34 -110 -30Q-40 -60 50 -40Q150 -46 222 4Q130 26 60 16Q-40 34 -110 18Q-180 26 -222 4Z',
    grass,
  );
  const trees =
    roundTree(random, -140, -14, 110, rock, tree, treeLit) +
    roundTree(random, 130, -20, 140, rock, tree, treeLit) +
    roundTree(random, 176, -10, 84, rock, tree, treeLit);
  const house =
    wall === undefined
      ? ''
      : rect(-52, -98, 104, 70, wall) +
        polygon(
          [
            [-70, -92],
            [0, -152],
            [70, -92],
          ],
          roof ?? rock,
        ) +
        rect(20, -150, 14, 34, roof ?? rock) +
        rect(-34, -78, 24, 26, window ?? lit, { radius: 3 }) +
        path('M10 -28V-66A12 12 0 0 1 34 -66V-28Z', roof ?? rock);
  return stone + side + trees + house + top;
}
