import { seated } from '../../art/parts/figures.ts';
import { loopingGround, loopingLine, loopingRidge, scroll } from '../../art/parts/scrolling.ts';
import { glow, sky, stars } from '../../art/parts/sky.ts';
import { fir } from '../../art/parts/trees.ts';
import { circle, ellipse, linear, many, path, place, polygon, rect } from '../../art/svg.ts';
import { between, ease, once, seeded, stage } from '../film.ts';

const { w, h } = stage;
const hillsFar = once(() => loopingGround(loopingRidge(seeded('window far'), 2200, 560, 200, 6), '#46329a', false));
const hillsNear = once(() => loopingGround(loopingLine(seeded('window near'), 2400, 640, 40, 3), '#9a88e0'));
const trunks = once(() => {
  const random = seeded('window trees');
  return many(18, (index) =>
    fir(random, (3000 * (index + random.next())) / 18, 760, random.between(240, 420), '#24155c', '#6a55c0'),
  );
});
const skyStars = once(() => stars(seeded('window sky'), { w, h: 420 }, 70, '#fff'));

const pane = 'M300 190Q300 130 360 130H1420Q1480 130 1480 190V660Q1480 720 1420 720H360Q300 720 300 660Z';

/** Inside: someone looks out of the window, tea steams, the country goes by. */
export function carriage(t: number): string {
  const push = between(1, 1.07, ease(t, 0, 13));
  const outside =
    sky(stage, ['#160d3e', '#33207c', '#7d5fd0'], 0.66) +
    skyStars() +
    circle(1180 - t * 3, 250, 64, '#fff4dc') +
    glow(1180 - t * 3, 250, 260, '#cbb3ff', 0.5) +
    scroll(2200, t * 34, w, hillsFar()) +
    scroll(2400, t * 190, w, hillsNear()) +
    scroll(3000, t * 620, w, trunks()) +
    many(26, (index) => {
      const x = w - (((index * 173.3 + t * (900 + (index % 5) * 130)) % (w + 200)) - 100);
      return ellipse(x, 150 + ((index * 97.7) % 560), 16, 2.4, '#ffffff', { opacity: 0.55 });
    }) +
    polygon(
      [
        [300, 130],
        [700, 130],
        [420, 720],
        [300, 720],
      ],
      '#ffffff',
      { opacity: 0.06 },
    );
  const bob = Math.sin(t * 2.2) * 2.4;
  const steam = many(3, (index) => {
    const rise = (t * 26 + index * 36) % 108;
    return path(`M${1012 + index * 9} ${742 - rise}q${12 * Math.sin(t + index)} -18 0 -36`, 'none', {
      stroke: '#fff',
      width: 6,
      opacity: 0.34 * (1 - rise / 108),
    });
  });
  return (
    `<g transform="translate(${(w / 2) * (1 - push)} ${(h / 2) * (1 - push)}) scale(${push})">` +
    outside +
    path(`M0 0H${w}V${h}H0Z${pane}`, '#5a2f4e', { more: 'fill-rule="evenodd"' }) +
    rect(0, 0, w, 96, '#43213f') +
    many(8, (index) => rect(60 + index * 230, 34, 130, 14, '#ffd98c', { radius: 7 })) +
    path(pane, 'none', { stroke: '#c98a52', width: 62 }) +
    path(pane, 'none', { stroke: '#8a5638', width: 30 }) +
    rect(884, 130, 14, 590, '#8a5638') +
    path('M236 80H340Q330 360 250 700Q230 720 210 700Z', '#a8324c') +
    path('M1542 80H1438Q1448 360 1528 700Q1548 720 1568 700Z', '#a8324c') +
    rect(0, 800, w, 220, '#35183a') +
    path('M-40 1000V470Q-30 400 60 400H150Q230 400 236 480L260 1000Z', '#7c2545') +
    path('M1818 1000V470Q1808 400 1718 400H1628Q1548 400 1542 480L1518 1000Z', '#7c2545') +
    place({ x: 470, y: 1000 + bob, scale: 4.1 }, seated('#2f2a63', '#1b1138', '#f6cdb8', '#ffd24a')) +
    rect(800, 800, 420, 26, '#d9a066', { radius: 8 }) +
    rect(990, 826, 40, 190, '#8a5638') +
    path('M980 744H1060V784Q1060 800 1044 800H996Q980 800 980 784Z', '#fff2e0') +
    path('M1060 752q26 0 26 20t-28 18', 'none', { stroke: '#fff2e0', width: 7 }) +
    rect(1105, 782, 92, 18, '#37ca8d', { radius: 3 }) +
    rect(1112, 766, 78, 16, '#ffe3cf', { radius: 3 }) +
    steam +
    polygon(
      [
        [0, 0],
        [w, 0],
        [w, h],
        [0, h],
      ],
      linear(
        [0, 0],
        [0, h],
        [
          [0, '#1a0b2c', 0.02],
          [1, '#1a0b2c', 0.4],
        ],
      ),
    ) +
    '</g>'
  );
}
