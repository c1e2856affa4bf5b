import { mix } from '../../art/colours.ts';
import { gull, rock } from '../../art/parts/boats.ts';
import { beam, lampY, lighthouse } from '../../art/parts/lighthouse.ts';
import { hills } from '../../art/parts/land.ts';
import { barCloud, disc, glow, sky, stars } from '../../art/parts/sky.ts';
import { standing } from '../../art/parts/figures.ts';
import { swell } from '../../art/parts/water.ts';
import { circle, ellipse, groundUnder, many, path, place, polygon, rect } from '../../art/svg.ts';
import { between, clamp, ease, type Film, once, seeded, stage } from '../film.ts';
import { boat, harborTown, moored } from './harbor-dawn.town.ts';
import { harborDawnCues, harborDawnSounds } from './harbor-dawn.cues.ts';
import { harborDawnDescription } from './harbor-dawn.description.ts';
import { harborDawnScore } from './harbor-dawn.score.ts';
import { title } from './title-card.ts';

const { w } = stage;
const lightColours = { wall: '#fff2e4', shade: '#8f6fb8', band: '#f2495c', dark: '#2a1950', lamp: '#ffe9a8' };
const starField = once(() => stars(seeded('harbor'), { w, h: 420 }, 80, '#ffffff'));

const sea = (
  t: number,
  rows: readonly (readonly [y: number, height: number, length: number, colour: string, speed: number])[],
) =>
  rows
    .map(([y, height, length, colour, speed]) => groundUnder(swell(w, y, height, length, t * speed), 1002, colour))
    .join('');

/** The reflection of the sun on the water; each stroke moves in its own rhythm. */
const road = (t: number, x: number, from: number, colour: string, width: number) =>
  many(20, (index) => {
    const share = index / 20;
    const y = from + 8 + (990 - from) * share ** 1.2;
    const reach = width * (0.35 + share) * (0.7 + 0.3 * Math.sin(t * 1.6 + index * 1.9));
    return ellipse(x + Math.sin(t * 0.9 + index * 2.3) * 22 * share, y, reach, 1.6 + share * 4.5, colour, {
      opacity: 0.75 - share * 0.35,
    });
  });

const gulls = (t: number, colour: string, from: number, speed: number) =>
  many(7, (index) =>
    gull(
      ((from + t * speed + index * 210) % (w + 300)) - 150,
      210 + ((index * 97) % 190) + Math.sin(t * 1.1 + index) * 18,
      26 + (index % 3) * 9,
      colour,
      Math.sin(t * 7 + index * 1.3),
    ),
  );

/** Before the sun: the light goes round over a dark sea. */
function beforeDawn(t: number): string {
  const turn = Math.sin(t * 0.8);
  const [x, y] = [1300, 640];
  const lamp = y + lampY * 1.05;
  return (
    sky(stage, ['#161042', '#3a2a86', mix('#8a5fc0', '#ff9f8a', ease(t, 2, 9))], 0.72) +
    starField() +
    beam(x, lamp, 1500, 180 + turn * 26, 5 + 3 * Math.abs(turn), '#fff0c0', 0.75) +
    beam(x, lamp, 900, turn * 26, 6, '#fff0c0', 0.5) +
    glow(x, lamp, 200, '#ffe9a8', 0.8) +
    sea(t, [[690, 4, 300, '#3b2b86', 0.6]]) +
    rock(1300, 716, 520, 90, '#1b1146', '#2c1d66') +
    place({ x, y, scale: 1.05 }, lighthouse(lightColours)) +
    sea(t, [
      [740, 7, 420, '#2d2070', 0.8],
      [812, 11, 520, '#231860', -0.9],
      [898, 15, 640, '#190f4a', 1.1],
    ]) +
    place(
      { x: between(260, 470, t / 8), y: 800 + Math.sin(t * 1.3) * 7, scale: 0.55, turn: Math.sin(t * 1.1) * 2.4 },
      boat('#120a38', '#f2495c', '#2a1a66', '#20134f', '#ffe2a0'),
    ) +
    sea(t, [[836, 12, 560, '#1f1556', -1]])
  );
}

/** The opening: a great sun rises and the boats go out before it. */
function sunrise(t: number): string {
  const y = between(760, 470, ease(t, 0, 10));
  const warm = ease(t, 0, 7);
  return (
    sky(
      stage,
      [mix('#2c1c78', '#5a3fc0', warm), mix('#8a4fa8', '#ff8f7a', warm), mix('#ff9f6a', '#ffd98a', warm)],
      0.72,
    ) +
    disc(889, y, 300, '#fff0c4', 4, 0.13) +
    barCloud(seeded('bar one'), 330 + t * 9, 380, 420, '#ffd0b0', 0.55) +
    barCloud(seeded('bar two'), 1480 + t * 6, 300, 520, '#ffc0a8', 0.5) +
    gulls(t, '#3a1c58', 300, 60) +
    title('항구의 첫 빛', 'FIRST LIGHT', {
      y: 440,
      colour: '#5a1f58',
      opacity: ease(t, 2.4, 4.2) * (1 - ease(t, 8.2, 9.6)),
    }) +
    sea(t, [[700, 3, 260, '#d8657a', 0.5]]) +
    road(t, 889, 700, '#fff0c4', 150) +
    many(4, (index) =>
      place(
        {
          x: 260 + index * 410 + t * (12 + index * 3),
          y: 742 + index * 16 + Math.sin(t * 1.2 + index) * 5,
          scale: 0.36 + index * 0.07,
          turn: Math.sin(t + index * 2) * 2,
        },
        boat('#4a1c52', '#f2495c', '#6a2a60', '#5a2258', '#ffe2a0'),
      ),
    ) +
    sea(t, [
      [860, 9, 520, '#8f2f66', 0.9],
      [930, 13, 640, '#5c1d55', -1],
    ])
  );
}

/** The harbour wakes up. */
function harbor(t: number): string {
  return (
    sky(stage, ['#6a5fd8', '#ff9a8a', '#ffe0a8'], 0.66) +
    disc(380, 420, 96, '#fff4d0', 3, 0.14) +
    barCloud(seeded('harbor cloud'), 980 + t * 8, 180, 460, '#ffffff', 0.4) +
    hills(seeded('harbor hill'), w, 560, 130, '#c2709a', 1.4) +
    harborTown(t) +
    gulls(t, '#fff6ec', 0, 80) +
    sea(t, [[742, 3, 240, '#5b8fdc', 0.6]]) +
    road(t, 380, 742, '#fff0c4', 90) +
    moored(t) +
    sea(t, [[930, 8, 480, '#2f5fb8', 0.9]]) +
    rect(0, 950, w, 60, '#5a3a58') +
    many(14, (index) => rect(40 + index * 130, 930, 18, 40, '#43264a', { radius: 6 }))
  );
}

/** At sea: the boat rides the swell, someone stands on deck. */
function underway(t: number): string {
  const [rise, roll] = [Math.sin(t * 1.5) * 16, Math.sin(t * 1.5 + 0.9) * 3.4];
  return (
    sky(stage, ['#4e8eff', '#9cc8ff', '#fff0d0'], 0.7) +
    disc(1330, 250, 90, '#fff8e0', 3, 0.16) +
    many(4, (index) =>
      place(
        { x: -((t * (14 + index * 6)) % 700) + 140 + index * 560, y: 0 },
        barCloud(seeded(`sea cloud ${index}`), 0, 230 + (index % 2) * 120, 360, '#ffffff', 0.75),
      ),
    ) +
    place({ x: -t * 22 + 300 }, hills(seeded('cape'), 900, 640, 90, '#8aa8e0', 1)) +
    sea(t, [
      [640, 5, 300, '#5a9af0', 1.2],
      [690, 9, 420, '#3f7fe0', 1.7],
    ]) +
    gulls(t, '#ffffff', 200, 110) +
    place(
      { x: 860, y: 760 + rise, scale: 1.75, turn: roll },
      place(
        { x: 78, y: -64, scale: 0.52 },
        standing({ coat: '#ffd24a', hair: '#2a1950', legs: '#2a1950', skin: '#f6cdb8', scarf: '#f2495c' }, 'cap'),
      ) + boat('#f4ecf6', '#f2495c', '#fff8ee', '#cbb3dc', '#4e8eff'),
    ) +
    many(9, (index) => {
      const age = (t * 0.8 + index / 9) % 1;
      return circle(1140 + age * 120 - index * 6, 780 + rise - Math.sin(age * 3.1) * 90, 9 * (1 - age) + 2, '#ffffff', {
        opacity: 0.85 * (1 - age),
      });
    }) +
    sea(t, [
      [800, 14, 560, '#2d6bd0', 2.2],
      [890, 18, 680, '#1f55b4', 2.9],
    ]) +
    many(6, (index) =>
      rect(
        ((index * 330 - t * 300) % (w + 300)) + (index * 330 - t * 300 < -300 ? w + 300 : 0),
        850 + (index % 3) * 44,
        130,
        6,
        '#ffffff',
        { radius: 3, opacity: 0.5 },
      ),
    )
  );
}

/** On the breakwater: someone waits, and the boats come home. */
function breakwater(t: number): string {
  const warm = ease(t, 0, 13);
  return (
    sky(stage, [mix('#5a8fe8', '#5a3fc0', warm), mix('#a8c8ff', '#ff8f8a', warm), '#ffdca0'], 0.7) +
    disc(500, between(330, 480, warm), 120, '#fff0c4', 4, 0.14) +
    barCloud(seeded('evening'), 1150 + t * 7, 250, 560, '#fff0e0', 0.5) +
    sea(t, [[640, 3, 260, mix('#5a9af0', '#c8648a', warm), 0.5]]) +
    road(t, 500, 640, '#fff0c4', 100) +
    many(3, (index) =>
      place(
        {
          x: between(-140, 640, t / 14) + index * 330,
          y: 690 + index * 26 + Math.sin(t * 1.4 + index) * 5,
          scale: 0.5 + index * 0.1,
          turn: Math.sin(t * 1.2 + index) * 2,
        },
        boat('#3a1c58', '#f2495c', '#f4dcd8', '#a878a8', '#ffe2a0'),
      ),
    ) +
    gulls(t, '#fff6ec', 600, 70) +
    sea(t, [
      [800, 8, 460, mix('#3f7fe0', '#8a3f86', warm), 0.8],
      [880, 12, 600, mix('#2d6bd0', '#6a2a74', warm), -0.9],
    ]) +
    polygon(
      [
        [980, 1000],
        [1080, 800],
        [1778, 760],
        [1778, 1000],
      ],
      '#4a3a68',
    ) +
    polygon(
      [
        [1080, 800],
        [1778, 760],
        [1778, 784],
        [1072, 822],
      ],
      '#8f7aa8',
    ) +
    place({ x: 1500, y: 778, scale: 0.62 }, lighthouse(lightColours, warm > 0.6)) +
    place(
      { x: 1240, y: 796, scale: 1.12 },
      standing(
        { coat: '#37a88d', hair: '#2a1950', legs: '#2a1950', skin: '#f6cdb8', scarf: '#ffd24a', rim: '#ffe6c0' },
        'long',
      ),
    ) +
    path(
      `M1312 798q-8 -44 10 -50q4 -12 8 0h10q4 -12 9 0q12 10 2 26q10 12 4 24z M1350 790q${30 + Math.sin(t * 3) * 8} 0 ${28 + Math.sin(t * 3) * 6} -34`,
      '#2a1950',
    )
  );
}

/** The end: the day goes down, the light goes round again. */
function evening(t: number): string {
  return (
    sky(stage, ['#1c1250', '#5a2f8a', '#ff8a72'], 0.68) +
    starField() +
    disc(889, between(610, 700, ease(t, 0, 8)), 130, '#ffe0a8', 3, 0.14) +
    beam(300, 420, 1300, 8 + Math.sin(t * 0.9) * 16, 5, '#fff0c0', 0.6) +
    place({ x: 300, y: 690, scale: 0.78 }, lighthouse({ ...lightColours, wall: '#c8a8c8' })) +
    rock(290, 706, 330, 46, '#20124c', '#33206a') +
    sea(t, [[680, 3, 260, '#7a3a86', 0.5]]) +
    road(t, 889, 680, '#ffe0a8', 90) +
    sea(t, [
      [830, 9, 520, '#3d2270', 0.8],
      [920, 13, 640, '#241450', -0.9],
    ]) +
    title('오늘도 무사히', 'SAFE HOME', {
      y: 380,
      colour: '#fff4e0',
      opacity: ease(t, 1.6, 3) * (1 - clamp((t - 5.4) / 1)),
      size: 92,
    })
  );
}

/** A day of a small harbour, from before the sun until the lamp is lit. */
export const harborDawn: Film = {
  id: 'harbor-dawn',
  seconds: 75,
  dissolve: 1,
  shots: [
    { start: 0, end: 8, draw: beforeDawn },
    { start: 8, end: 19, draw: sunrise },
    { start: 19, end: 34, draw: harbor },
    { start: 34, end: 50, draw: underway },
    { start: 50, end: 67, draw: breakwater },
    { start: 67, end: 75, draw: evening },
  ],
  intro: { start: 8, end: 19 },
  outro: { start: 67 },
  cues: harborDawnCues,
  sounds: harborDawnSounds,
  description: harborDawnDescription,
  score: harborDawnScore,
};
