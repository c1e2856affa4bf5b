import { airship, floatingIsland } from '../../art/parts/airship.ts';
import { gull } from '../../art/parts/boats.ts';
import { barCloud, disc, glow, moonWithSeas, rays, sky, stars } from '../../art/parts/sky.ts';
import { many, place, rect } from '../../art/svg.ts';
import { between, clamp, ease, type Film, once, seeded, stage } from '../film.ts';
import { cloudSea, ship } from './cloud-mail.sea.ts';
import { bridge } from './cloud-mail.bridge.ts';
import { cloudMailCues } from './cloud-mail.cues.ts';
import { cloudMailDub } from './cloud-mail.dub.ts';
import { cloudMailScore } from './cloud-mail.score.ts';
import { thunder } from './cloud-mail.storm.ts';
import { title } from './title-card.ts';

const { w } = stage;
const dayIsland = {
  grass: '#37ca8d',
  rock: '#6a5a9a',
  lit: '#9a86c8',
  tree: '#1f9a70',
  treeLit: '#6ae0ac',
  wall: '#fff2e4',
  roof: '#ff8b3e',
  window: '#8fb8ff',
};
const nightIsland = {
  grass: '#3d6a8f',
  rock: '#2a2260',
  lit: '#40357f',
  tree: '#24507a',
  treeLit: '#3d7a9f',
  wall: '#8f86c8',
  roof: '#4e3a96',
  window: '#ffe2a0',
};

const starField = once(() => stars(seeded('mail'), { w, h: 700 }, 150, '#ffffff'));
const islandA = once(() => floatingIsland(seeded('island a'), dayIsland));
const islandB = once(() => floatingIsland(seeded('island b'), { ...dayIsland, roof: '#4e8eff', grass: '#5ad49a' }));
const islandNight = once(() => floatingIsland(seeded('island night'), nightIsland));
const bob = (t: number, size = 14) => Math.sin(t * 1.2) * size;

/** Before the day: birds over an empty sea of clouds. */
function dawn(t: number): string {
  return (
    sky(stage, ['#3a3aa8', '#b06ac8', '#ffb8a0'], 0.7) +
    glow(889, 640, 640, '#ffe0b0', 0.8) +
    many(9, (index) =>
      gull(
        between(1500, 300, t / 9) + Math.abs(index - 4) * 52,
        300 + (index - 4) * 26 + t * -6,
        24,
        '#3a2268',
        Math.sin(t * 6 + index * 0.8),
      ),
    ) +
    cloudSea(t, [
      ['a', 650, 110, '#f7a8b8', 8],
      ['b', 730, 140, '#d884b8', 18],
      ['c', 830, 170, '#9a62b0', 36],
      ['d', 940, 200, '#6a48a0', 64],
    ])
  );
}

/** The opening: the ship rises out of the clouds in front of the sun. */
function rising(t: number): string {
  const y = between(980, 560, ease(t, 0, 7)) + bob(t);
  return (
    sky(stage, ['#5a4fd0', '#ff8fa0', '#ffe0a8'], 0.78) +
    rays(
      seeded('rising'),
      { x: 889, y: 430 },
      { count: 18, length: 1300, start: -190 + t * 1.5, end: 170 + t * 1.5, colour: '#fff2cc', opacity: 0.4 },
    ) +
    disc(889, 430, 330, '#fff2cc', 3, 0.14) +
    title('구름 위의 우편선', 'THE CLOUD MAIL', {
      y: 340,
      colour: '#7a2458',
      opacity: ease(t, 3, 4.8) * (1 - ease(t, 9.6, 11)),
      size: 96,
    }) +
    cloudSea(t, [['e', 720, 130, '#ffc8b8', 14]]) +
    place({ x: 889 + t * 8, y: y + 40, scale: 0.82, turn: -3 }, airship(ship, t * 3.1)) +
    cloudSea(t, [
      ['f', 830, 160, '#ff9fb0', 34],
      ['g', 930, 190, '#d86aa0', 70],
    ])
  );
}

/** Along with the ship, past floating islands. */
function cruising(t: number): string {
  return (
    sky(stage, ['#3f7ff0', '#8fc4ff', '#e8f4ff'], 0.75) +
    disc(1420, 210, 84, '#fffbe8', 3, 0.2) +
    many(3, (index) =>
      barCloud(
        seeded(`cruise ${index}`),
        ((index * 640 + 200 - t * 12 + 2200) % 2200) - 200,
        170 + index * 70,
        360,
        '#ffffff',
        0.8,
      ),
    ) +
    cloudSea(t, [['h', 690, 120, '#d8eaff', 20]]) +
    place({ x: 2000 - t * 62, y: 330 + bob(t + 2, 8), scale: 0.62 }, islandB()) +
    place({ x: 2500 - t * 92, y: 520 + bob(t, 10), scale: 1.05 }, islandA()) +
    cloudSea(t, [['i', 790, 150, '#b8d8ff', 56]]) +
    place(
      { x: between(720, 900, ease(t, 0, 16)), y: 500 + bob(t), scale: 1.02, turn: Math.sin(t * 0.8) * 1.2 },
      airship(ship, t * 3.1),
    ) +
    many(5, (index) =>
      gull(640 + index * 74 - t * 6, 800 - index * 22 + bob(t + index), 20, '#ffffff', Math.sin(t * 7 + index)),
    ) +
    cloudSea(t, [
      ['j', 900, 180, '#ffffff', 150],
      ['k', 985, 200, '#e4efff', 300],
    ])
  );
}

/** Night: a last letter for an island with one lit window. */
function delivery(t: number): string {
  const near = ease(t, 0, 9);
  return (
    sky(stage, ['#0f0b36', '#2a2478', '#6a58c0'], 0.8) +
    starField() +
    glow(1380, 220, 420, '#cbb3ff', 0.5) +
    moonWithSeas(1380, 220, 96, '#fff4dc', '#e3cfc4') +
    cloudSea(t, [['l', 760, 130, '#5a4cb0', 12]]) +
    place({ x: 1260, y: 560 + bob(t, 7), scale: 1.35 }, glow(-22, -66, 150, '#ffd98c', 0.8) + islandNight()) +
    place(
      { x: between(60, 560, near), y: 430 + bob(t + 1), scale: 0.74, turn: 2 - near * 2 },
      airship(
        { ...ship, body: '#a8325e', light: '#c84a6a', shade: '#6a1f54', stripe: '#d8a84a', hull: '#2a1246' },
        t * 2.2,
      ),
    ) +
    many(9, (index) => {
      const age = clamp((t - 4.5 - index * 0.55) / 5);
      if (age <= 0 || age >= 1) return '';
      const [x, y] = [
        between(600, 1225, age),
        between(600, 500, age) - Math.sin(age * Math.PI) * 130 + Math.sin(t * 2 + index) * 16,
      ];
      return (
        glow(x, y, 54, '#ffe2a0', 0.7 * Math.sin(age * Math.PI)) +
        place(
          { x, y, turn: Math.sin(t * 2 + index) * 16 },
          rect(-17, -12, 34, 24, '#fff6e0', { radius: 3 }) +
            `<path d="M-17 -12L0 3L17 -12" fill="none" stroke="#f2495c" stroke-width="3"/>`,
        )
      );
    }) +
    cloudSea(t, [
      ['m', 850, 160, '#3d3390', 26],
      ['n', 950, 190, '#241c62', 52],
    ])
  );
}

/** The end: towards the moon. */
function away(t: number): string {
  const share = ease(t, 0, 9);
  return (
    sky(stage, ['#140d40', '#4e2fa6', '#ff9fb8'], 0.9) +
    starField() +
    moonWithSeas(889, 430, 270, '#fff0d8', '#f0d0b8') +
    place(
      {
        x: between(420, 930, share),
        y: between(560, 440, share) + bob(t, 6),
        scale: between(0.6, 0.2, share),
        turn: -4,
      },
      airship(
        {
          ...ship,
          body: '#4a1a58',
          light: '#5c2468',
          shade: '#34104a',
          stripe: '#7a2f6a',
          hull: '#2a0c40',
          window: '#ffe2a0',
        },
        t * 2,
      ),
    ) +
    cloudSea(t, [
      ['o', 740, 130, '#8a5ac0', 10],
      ['p', 830, 160, '#5f3aa6', 24],
      ['q', 930, 190, '#381f78', 48],
    ]) +
    title('답장, 기다릴게요', 'WRITE SOON', {
      y: 836,
      colour: '#ffffff',
      opacity: ease(t, 2.4, 3.8) * (1 - clamp((t - 7) / 1)),
      size: 80,
    })
  );
}

/** A day of the mail ship above the clouds. */
export const cloudMail: Film = {
  id: 'cloud-mail',
  seconds: 90,
  dissolve: 1,
  shots: [
    { start: 0, end: 9, draw: dawn },
    { start: 9, end: 21, draw: rising },
    { start: 21, end: 38, draw: cruising },
    { start: 38, end: 53, draw: bridge },
    { start: 53, end: 66, draw: thunder },
    { start: 66, end: 81, draw: delivery },
    { start: 81, end: 90, draw: away },
  ],
  intro: { start: 9, end: 21 },
  outro: { start: 81 },
  dub: cloudMailDub,
  cues: cloudMailCues,
  score: cloudMailScore,
};
