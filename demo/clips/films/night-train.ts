import { mix } from '../../art/colours.ts';
import { standing } from '../../art/parts/figures.ts';
import { heightAt } from '../../art/parts/land.ts';
import { loopingGround, loopingLine, loopingRidge, scroll } from '../../art/parts/scrolling.ts';
import { glow, moonWithSeas, sky, star, stars } from '../../art/parts/sky.ts';
import { train } from '../../art/parts/train.ts';
import { fir } from '../../art/parts/trees.ts';
import { circle, ellipse, faded, linear, many, path, place, polygon, rect } from '../../art/svg.ts';
import { between, ease, type Film, once, seeded, stage } from '../film.ts';
import { title } from './title-card.ts';
import { nightTrainCues } from './night-train.cues.ts';
import { nightTrainScore } from './night-train.score.ts';
import { carriage } from './night-train.carriage.ts';

const { w, h } = stage;
const night: readonly [string, string, string] = ['#120b33', '#2b1a6b', '#6a4bc0'];
const trainColours = {
  body: '#2c1a52',
  roof: '#4a3480',
  stripe: '#ff8b3e',
  window: '#ffe2a0',
  wheel: '#140b2c',
};

const starField = once(() => stars(seeded('night train'), { w, h: 560 }, 130, '#ffffff'));
const farRidge = once(() => loopingGround(loopingRidge(seeded('far'), 2200, 640, 250, 5), '#4a36a0', false));
const nearRidge = once(() => loopingGround(loopingRidge(seeded('near'), 2000, 700, 190, 6), '#3a2888', false));
const snowField = once(() => loopingGround(loopingLine(seeded('field'), 2400, 760, 34, 2), '#8f7bd8'));
const forest = once(() => treesOn('forest', 2400, 780, 40, 46, 190, '#2a1a66', '#7f68d6'));
const nearBank = once(() => loopingGround(loopingLine(seeded('bank'), 2600, 930, 26, 2), '#efeaff'));
const valleyFloor = once(() => loopingGround(loopingLine(seeded('floor'), 2600, 760, 30, 2), '#d9d0fa'));
const nearTrees = once(() => treesOn('big', 3400, 1060, 20, 9, 620, '#150c38', '#3b2a7c'));

function treesOn(
  seed: string,
  period: number,
  y: number,
  height: number,
  count: number,
  tall: number,
  colour: string,
  lit: string,
): string {
  const random = seeded(seed);
  const line = loopingLine(random, period, y, height, 2);
  return many(count, (index) => {
    const x = (period * (index + random.between(0.1, 0.9))) / count;
    return fir(random, x, heightAt(line, x) + 14, tall * random.between(0.6, 1.1), colour, lit);
  });
}

/** Falling, drifting snow; positions depend only on the time. */
function fallingSnow(seed: string, t: number, count: number, wind: number, fall: number, size = 5): string {
  const random = seeded(seed);
  return many(count, () => {
    const [x0, y0, depth] = [random.next() * w, random.next() * h, random.between(0.35, 1)];
    const x = (((x0 + wind * depth * t + Math.sin(t * 0.9 + x0) * 14) % (w + 40)) + w + 40) % (w + 40);
    const y = (y0 + fall * depth * t) % (h + 20);
    return circle(x - 20, y - 10, 1 + size * depth * depth, '#ffffff', { opacity: 0.35 + 0.55 * depth });
  });
}

function backdrop(t: number, moonX: number): string {
  return (
    sky(stage, night, 0.75) +
    starField() +
    glow(moonX, 250, 460, '#cbb3ff', 0.5) +
    moonWithSeas(moonX, 250, 104, '#fff4dc', '#e3cfc4') +
    many(5, (index) =>
      Math.sin(t * (1.1 + index * 0.3) + index * 2) > 0.2
        ? star([240, 520, 820, 1500, 1640][index]!, [150, 300, 110, 340, 130][index]!, 9, '#ffffff', 0.8)
        : '',
    )
  );
}

/** A valley: the train crosses a viaduct far away. */
function valley(t: number): string {
  const x = between(200, 1180, ease(t, -3, 11));
  const pier = (index: number) =>
    path(`M${index * 150} 640V880H${index * 150 + 26}V694A62 62 0 0 1 ${index * 150 + 150} 694V640Z`, '#201350');
  return (
    backdrop(t, 1310) +
    scroll(2200, t * 4, w, farRidge()) +
    scroll(2000, t * 9 + 500, w, nearRidge()) +
    rect(
      0,
      780,
      w,
      230,
      linear(
        [0, 780],
        [0, 1000],
        [
          [0, '#7f68d6'],
          [1, '#c9bdf5'],
        ],
      ),
    ) +
    place({ y: 12 }, scroll(2400, 700 + t * 12, w, forest())) +
    many(13, (index) => place({ x: -80 }, pier(index))) +
    rect(0, 628, w, 16, '#2c1a5c') +
    train(x, 630, 0.3, 6, trainColours, '#ffe9b8') +
    ellipse(x - 380, 900, 420, 30, '#ffe2a0', { opacity: 0.14 }) +
    place({ y: 130 }, scroll(2600, 300 + t * 24, w, valleyFloor())) +
    place({ y: 150 }, scroll(3400, 900 + t * 46, w, nearTrees())) +
    fallingSnow('valley', t, 40, -60, 70)
  );
}

/** The opening: a great moon, the film's name, the train as a line of lights. */
function opening(t: number, share: number): string {
  const rise = between(520, 430, ease(t, 0, 9));
  return (
    sky(stage, ['#1a0f4a', '#4e25a6', '#ff9fb0'], 0.95) +
    starField() +
    glow(889, rise, 700, '#ffd9b0', 0.6) +
    moonWithSeas(889, rise, 350, '#fff0d0', '#f3cfae') +
    scroll(2200, 900 + t * 10, w, place({ y: 190 }, farRidge())) +
    place({ y: 220 }, scroll(2000, 100 + t * 20, w, nearRidge())) +
    train(
      between(300, 2300, share),
      858,
      0.5,
      7,
      { ...trainColours, body: '#140a33', roof: '#1d1145', stripe: '#140a33' },
      '#ffe9b8',
    ) +
    rect(0, 852, w, 160, '#0f0828') +
    place(
      { y: 62 },
      scroll(2400, 200 + t * 130, w, faded(1, treesOn('opening', 2400, 900, 10, 30, 150, '#0f0828', '#0f0828'))),
    ) +
    title('밤의 노선', 'THE NIGHT LINE', {
      y: 430,
      colour: '#2a1257',
      smallColour: '#5b2f86',
      opacity: ease(t, 2.2, 4) * (1 - ease(t, 8, 9.4)),
    }) +
    fallingSnow('opening', t, 31, -90, 60)
  );
}

/** Beside the train, at its own speed. */
function alongside(t: number): string {
  const shake = Math.sin(t * 17) * 1.2;
  return (
    backdrop(t, 420 + t * 2) +
    scroll(2200, t * 26, w, farRidge()) +
    scroll(2000, t * 60, w, nearRidge()) +
    scroll(2400, t * 150, w, snowField()) +
    scroll(2400, t * 260, w, forest()) +
    rect(0, 850, w, 160, '#b9a9f0') +
    rect(0, 862, w, 7, '#5a479f') +
    many(9, (index) =>
      polygon(
        [
          [index * 240 - ((t * 900) % 240), 870],
          [index * 240 + 60 - ((t * 900) % 240), 870],
          [index * 240 + 30 - ((t * 900) % 240), 886],
          [index * 240 - 40 - ((t * 900) % 240), 886],
        ],
        '#6d5bb4',
      ),
    ) +
    train(between(1230, 1540, ease(t, 0, 15)), 862 + shake, 1.28, 5, trainColours, '#ffe9b8') +
    many(7, (index) => ellipse(1320 - index * 250 + ((t * 24) % 60), 900, 110, 12, '#ffe2a0', { opacity: 0.35 })) +
    scroll(2600, t * 900, w, place({ y: 20 }, nearBank())) +
    scroll(3400, t * 1150, w, nearTrees()) +
    fallingSnow('along', t, 49, -900, 120, 6)
  );
}

/** A small station; the train comes in and stands. */
function station(t: number): string {
  const x = between(-500, 1150, 1 - (1 - ease(t, 0, 9)) ** 1.6);
  const lamp = (left: number) =>
    rect(left - 4, 470, 8, 300, '#140b2c') +
    path(`M${left - 40} 476Q${left} 430 ${left + 40} 476Z`, '#140b2c') +
    circle(left, 482, 14, '#fff0c0') +
    polygon(
      [
        [left - 20, 486],
        [left + 20, 486],
        [left + 190, 780],
        [left - 190, 780],
      ],
      linear(
        [0, 480],
        [0, 780],
        [
          [0, '#ffe2a0', 0.5],
          [1, '#ffe2a0', 0],
        ],
      ),
    );
  return (
    backdrop(t, 1400) +
    scroll(2200, 300, w, farRidge()) +
    scroll(2000, 700, w, nearRidge()) +
    scroll(2400, 1200, w, place({ y: -70 }, forest())) +
    rect(0, 735, w, 300, '#a997ea') +
    train(x, 748, 0.98, 4, trainColours, '#ffe9b8') +
    polygon(
      [
        [1120, 560],
        [1500, 470],
        [1778, 535],
        [1778, 560],
      ],
      '#f4f1ff',
    ) +
    polygon(
      [
        [1150, 566],
        [1500, 486],
        [1778, 545],
        [1778, 770],
        [1190, 770],
        [1190, 566],
      ],
      '#38246e',
    ) +
    rect(1260, 610, 120, 96, '#ffd98c', { radius: 6 }) +
    rect(1316, 610, 8, 96, '#38246e') +
    rect(1440, 600, 110, 170, '#201350') +
    circle(1535, 690, 5, '#ffd98c') +
    rect(0, 768, w, 240, '#e6defb') +
    rect(0, 768, w, 14, '#ffffff') +
    lamp(300) +
    lamp(980) +
    place(
      { x: 830, y: 800, scale: 1.15 },
      standing(
        { coat: '#c23a5c', hair: '#241345', legs: '#241345', skin: '#f3cfc0', scarf: '#fff2cc', rim: '#ffd9b0' },
        'bob',
      ),
    ) +
    ellipse(835, 806, 70, 8, '#8a76cf', { opacity: 0.6 }) +
    fallingSnow('station', t, 54, -30, 80, 6)
  );
}

/** The tail light goes away under the stars. */
function leaving(t: number): string {
  const far = ease(t, -1, 9);
  const [x, y, scale] = [between(889, 889, far), between(760, 640, far), between(1, 0.12, far)];
  return (
    sky(stage, [night[0], mix(night[1], '#4e25a6', 0.4), '#ff9fb0'], 0.72) +
    starField() +
    scroll(2200, 600, w, place({ y: 10 }, farRidge())) +
    scroll(2000, 100, w, place({ y: -30 }, nearRidge())) +
    rect(
      0,
      640,
      w,
      370,
      linear(
        [0, 640],
        [0, 1000],
        [
          [0, '#8f7bd8'],
          [1, '#efeaff'],
        ],
      ),
    ) +
    polygon(
      [
        [884, 640],
        [894, 640],
        [1290, 1000],
        [488, 1000],
      ],
      '#8a76cf',
    ) +
    polygon(
      [
        [886, 640],
        [887, 640],
        [660, 1000],
        [630, 1000],
      ],
      '#43307f',
    ) +
    polygon(
      [
        [891, 640],
        [892, 640],
        [1148, 1000],
        [1118, 1000],
      ],
      '#43307f',
    ) +
    place(
      { x, y, scale },
      rect(-120, -250, 240, 250, '#2c1a52', { radius: 26 }) +
        rect(-84, -214, 76, 90, '#ffe2a0', { radius: 10 }) +
        rect(8, -214, 76, 90, '#ffe2a0', { radius: 10 }) +
        circle(-84, -44, 17, '#f2495c') +
        circle(84, -44, 17, '#f2495c') +
        glow(-84, -44, 90, '#f2495c', 0.5) +
        glow(84, -44, 90, '#f2495c', 0.5),
    ) +
    many(
      5,
      (index) =>
        fir(seeded(`l${index}`), 480 - index * 150, 700 + index * 66, 190 + index * 90, '#2a1a66', '#7f68d6') +
        fir(seeded(`r${index}`), 1290 + index * 150, 700 + index * 66, 190 + index * 90, '#2a1a66', '#7f68d6'),
    ) +
    `<text x="889" y="330" font-family="Pretendard" font-size="84" font-weight="800" text-anchor="middle" fill="#fff" letter-spacing="40" opacity="${(ease(t, 2.4, 3.8) * (1 - ease(t, 5.6, 6.6))).toFixed(2)}">다음 역에서</text>` +
    fallingSnow('leaving', t, 40, -20, 70)
  );
}

/** A night train through the snow, in one minute. */
export const nightTrain: Film = {
  id: 'night-train',
  seconds: 60,
  dissolve: 0.8,
  coarser: 2,
  shots: [
    { start: 0, end: 6, draw: valley },
    { start: 6, end: 16, draw: opening },
    { start: 16, end: 30, draw: alongside },
    { start: 30, end: 43, draw: carriage },
    { start: 43, end: 53, draw: station },
    { start: 53, end: 60, draw: leaving },
  ],
  intro: { start: 6, end: 16 },
  outro: { start: 53 },
  cues: nightTrainCues,
  score: nightTrainScore,
};
