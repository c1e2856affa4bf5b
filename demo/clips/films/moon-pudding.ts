import { glow, moonWithSeas, sky, star, stars } from '../../art/parts/sky.ts';
import { circle, ellipse, many, path, place, rect } from '../../art/svg.ts';
import { between, ease, once, seeded, stage } from '../film.ts';
import { advertisement, jingle, nameCard } from './advertisement.ts';

const { w, h } = stage;
const field = once(() => stars(seeded('pudding'), { w, h: 620 }, 90, '#fff4dc'));

/** A pudding on its plate; `sway` from -1 to 1 leans it over. */
const pudding = (sway: number) =>
  ellipse(0, 14, 290, 44, '#cfd8ff') +
  ellipse(0, 4, 250, 34, '#ffffff') +
  path(
    `M-200 0Q-190 -60 ${-150 + sway * 30} -210Q${-140 + sway * 36} -246 ${sway * 40} -246Q${140 + sway * 36} -246 ${150 + sway * 30} -210Q190 -60 200 0Q0 46 -200 0Z`,
    '#fff0c2',
  ) +
  path(
    `M${-160 + sway * 28} -176Q${-146 + sway * 36} -250 ${sway * 40} -250Q${146 + sway * 36} -250 ${160 + sway * 28} -176Q${110 + sway * 30} -140 ${70 + sway * 32} -172Q${30 + sway * 32} -120 ${-20 + sway * 32} -168Q${-80 + sway * 30} -130 ${-160 + sway * 28} -176Z`,
    '#b8642a',
  ) +
  circle(-56 + sway * 20, -92, 11, '#5a2f1a') +
  circle(56 + sway * 20, -92, 11, '#5a2f1a') +
  path(`M${-20 + sway * 20} -66Q${sway * 20} -44 ${20 + sway * 20} -66`, 'none', { stroke: '#5a2f1a', width: 8 }) +
  ellipse(-92 + sway * 20, -66, 24, 14, '#ff9db8', { opacity: 0.7 }) +
  ellipse(92 + sway * 20, -66, 24, 14, '#ff9db8', { opacity: 0.7 });

const night = () => sky(stage, ['#1a1250', '#40308f', '#8f6fd0'], 0.8) + field();

/** The moon over a window sill sinks and becomes round and soft. */
const moonrise = (t: number) =>
  night() +
  glow(889, between(300, 470, ease(t, 0, 3.4)), 420, '#fff0c2', 0.5) +
  moonWithSeas(889, between(300, 470, ease(t, 0, 3.4)), between(130, 210, ease(t, 0.6, 3.4)), '#fff0c2', '#f0d898') +
  many(6, (index) =>
    star(240 + index * 260, 160 + ((index * 83) % 130), 10 + 8 * Math.abs(Math.sin(t * 2 + index)), '#ffffff'),
  ) +
  rect(0, 800, w, 200, '#5a3a86') +
  rect(0, 788, w, 22, '#8a62b8');

const wobble = (t: number) =>
  rect(0, 0, w, h, '#ffe3cf') +
  many(14, (index) => circle((index * 271) % w, (index * 163 + t * 60) % (h + 80), 26 + (index % 3) * 12, '#fff2e0')) +
  rect(0, 770, w, 240, '#ffb98f') +
  place({ x: 889, y: 770, scale: between(1.35, 1.7, ease(t, 0, 4)) }, pudding(Math.sin(t * 7) * Math.exp(-t * 0.35))) +
  place(
    { x: between(1500, 1130, ease(t, 1.2, 2.6)), y: between(140, 420, ease(t, 1.2, 2.6)), turn: 34 },
    ellipse(0, 0, 58, 82, '#cfc8df') + rect(-12, -420, 24, 350, '#cfc8df', { radius: 12 }),
  );

export const moonPudding = advertisement(
  'moon-pudding',
  [
    moonrise,
    wobble,
    (t) =>
      nameCard(t, {
        name: '말랑달 푸딩',
        promise: '한 입이면 보름달',
        ground: '#40308f',
        colour: '#fff0c2',
        product: place({ x: 430, y: 680, scale: 1.15 }, pudding(Math.sin(t * 5) * 0.4)),
      }),
  ],
  jingle(60, [12, 16, 19, 16, 21, 19, 16, 12, 14, 16, 14, 12, 9, 12, 14, 16, 19, 24]),
);
