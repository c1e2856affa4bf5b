import { darker, lighter } from '../colours.ts';
import { words } from '../lettering.ts';
import { seated } from '../parts/figures.ts';
import { skyline } from '../parts/city.ts';
import { disc, glow, sky, stars } from '../parts/sky.ts';
import { roundTree } from '../parts/trees.ts';
import { circle, ellipse, line, many, path, place, polygon, rect } from '../svg.ts';
import { isPoster, type TitleArt } from '../title-art.ts';

/** A ghost of a young woman in an old-fashioned bob, feet in a wisp; 250 high, floating above the origin. */
const ghost = (body: string, shade: string, ink: string, ribbon: string) =>
  path('M-10 0Q-60 -20 -52 -70L-46 -150H46L58 -80C66 -30 40 -36 60 10Q20 16 8 -10Q2 8 -10 0Z', body, {
    opacity: 0.94,
  }) +
  path('M20 -150H46L58 -80C66 -30 40 -36 60 10Q40 12 28 4Q40 -60 20 -150Z', shade, { opacity: 0.7 }) +
  path('M-44 -140Q-92 -132 -100 -92Q-78 -96 -44 -106ZM44 -140Q92 -132 104 -96Q80 -96 46 -106Z', body) +
  ellipse(0, -188, 48, 50, body) +
  path('M-54 -172C-64 -250 64 -250 54 -172L46 -160Q46 -206 30 -212H-30Q-46 -206 -46 -160Z', ink) +
  path('M-36 -214H36L30 -196H-28Z', ink) +
  circle(42, -222, 11, ribbon) +
  path('M42 -222L66 -236V-208ZM42 -222L22 -236V-212Z', ribbon) +
  circle(-17, -182, 6, ink) +
  circle(17, -182, 6, ink) +
  circle(-28, -168, 9, ribbon, { opacity: 0.5 }) +
  circle(28, -168, 9, ribbon, { opacity: 0.5 }) +
  path('M-8 -164q8 9 16 0', 'none', { stroke: ink, width: 4 });

export const ghostTenant: TitleArt = {
  slug: 'ghost-tenant',
  colours: {
    sky: ['#1f1a52', '#5a3aa0', '#e58ab8'],
    light: '#ffe9a8',
    layers: ['#7a55b8', '#553a94', '#352468', '#18103a'],
    accent: '#ff72b4',
  },
  moods: ['own', 'night', 'dusk', 'own', 'storm'],
  lettered: true,
  look: { y: 0.62 },
  draw({ w, h, x, random, format }, { sky: tones, light, layers, accent }) {
    const poster = format === 'poster';
    const half = poster ? 282 : 340;
    const [left, top, base] = [x - half, poster ? 430 : 330, 940];
    const middle = (top + base) / 2;
    const room = (rx: number, ry: number, rw: number, rh: number, colour: string, inside: string) =>
      rect(rx, ry, rw, rh, colour) + inside;
    const lamp = (lx: number, ly: number) =>
      line(
        [
          [lx, ly],
          [lx, ly + 44],
        ],
        layers[3],
        4,
      ) +
      path(`M${lx - 30} ${ly + 68}Q${lx} ${ly + 30} ${lx + 30} ${ly + 68}Z`, accent) +
      glow(lx, ly + 74, 150, light, 0.8);
    return (
      sky({ w, h }, tones, 0.85) +
      stars(random, { w, h: 500 }, w / 18, '#ffffff') +
      disc(x - (poster ? 210 : 420), poster ? 370 : 220, 70, light, 3, 0.14) +
      skyline(random, {
        from: -20,
        to: w + 40,
        base: 960,
        low: 140,
        high: 420,
        colour: layers[1],
        windows: light,
        lit: 0.22,
      }) +
      polygon(
        [
          [left - 40, top + 4],
          [left + 60, top - 90],
          [x + half - 60, top - 90],
          [x + half + 40, top + 4],
        ],
        layers[3],
      ) +
      rect(left - 16, top, half * 2 + 32, base - top, layers[2]) +
      room(left, top + 16, half * 2 - 150, middle - top - 24, '#8a6cd0', lamp(left + 110, top + 16)) +
      room(x + half - 138, top + 16, 138, middle - top - 24, '#c07ab4', '') +
      room(left, middle + 8, 190, base - middle - 8, '#f2a07a', '') +
      room(left + 202, middle + 8, half * 2 - 202, base - middle - 8, '#ffc98a', lamp(x + 150, middle + 8)) +
      // Upstairs: shelves, a window, and a figure halfway through the wall.
      rect(left + 200, top + 60, 130, 96, '#2b2060', { radius: 6 }) +
      circle(left + 292, top + 90, 16, light) +
      rect(left + 262, top + 60, 6, 96, '#5a3aa0') +
      rect(left + 24, middle - 56, 150, 44, '#5b3f9c', { radius: 6 }) +
      rect(left + 24, middle - 70, 60, 22, '#ffffff', { radius: 10 }) +
      many(
        3,
        (index) =>
          rect(x + half - 120, top + 70 + index * 62, 102, 7, layers[3]) +
          many(5, (book) =>
            rect(
              x + half - 114 + book * 19,
              top + 34 + index * 62 + (book % 2) * 6,
              14,
              36 - (book % 2) * 6,
              ['#4e8eff', '#ffd24a', '#37ca8d', '#f2495c', '#ffffff'][(book + index) % 5]!,
            ),
          ),
      ) +
      // Downstairs: a student at a low table.
      rect(left + 34, base - 180, 110, 172, '#e9e2ff', { radius: 10 }) +
      line(
        [
          [left + 34, base - 96],
          [left + 144, base - 96],
        ],
        '#b9aee0',
        5,
      ) +
      rect(left + 128, base - 156, 7, 40, '#8f7fc4') +
      glow(left + 90, base - 130, 120, '#fff6d0', 0.5) +
      place({ x: x + 20, y: base - 4, scale: 1.34 }, seated('#37ca8d', '#2b1a3c', '#f4cba8')) +
      rect(x + 78, base - 66, 160, 14, '#7a3f3a', { radius: 6 }) +
      rect(x + 92, base - 54, 12, 56, '#7a3f3a') +
      rect(x + 214, base - 54, 12, 56, '#7a3f3a') +
      polygon(
        [
          [x + 112, base - 66],
          [x + 128, base - 116],
          [x + 192, base - 116],
          [x + 206, base - 66],
        ],
        '#5a5f80',
      ) +
      glow(x + 20, middle, 220, '#ffffff', 0.5) +
      place(
        { x: x + 34, y: middle + 104, scale: poster ? 1.16 : 1.3 },
        ghost('#f3f0ff', '#bfb2f0', '#2a1f4a', accent),
      ) +
      path(`M${left + 202} ${middle + 2}H${x + half}`, 'none', { stroke: layers[2], width: 12 }) +
      rect(left - 30, base, half * 2 + 60, 22, layers[3]) +
      rect(-4, base + 18, w + 8, 60, darker(layers[3], 0.3)) +
      roundTree(random, left - (poster ? 30 : 110), base + 24, 240, layers[3], layers[2], lighter(layers[1], 0.1)) +
      ellipse(x, base + 40, half, 8, '#000000', { opacity: 0.25 })
    );
  },
  name(frame, { light, layers }) {
    if (isPoster(frame))
      return (
        words('유령 세입자와', {
          x: 333,
          y: 160,
          size: 92,
          fill: '#ffffff',
          weight: 900,
          anchor: 'middle',
          outline: layers[3],
          outlineWidth: 14,
        }) +
        words('계약했습니다', {
          x: 333,
          y: 262,
          size: 82,
          fill: light,
          weight: 900,
          anchor: 'middle',
          outline: layers[3],
          outlineWidth: 13,
        })
      );
    return (
      words('유령 세입자와', { x: 104, y: 470, size: 112, fill: '#ffffff', weight: 900 }) +
      words('계약했습니다', { x: 104, y: 596, size: 100, fill: light, weight: 800 })
    );
  },
};
