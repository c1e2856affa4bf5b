import { glow, sky, stars } from '../../art/parts/sky.ts';
import { circle, ellipse, many, path, place, rect } from '../../art/svg.ts';
import { between, ease, once, seeded, stage } from '../film.ts';
import { advertisement, jingle, nameCard } from './advertisement.ts';

const { w, h } = stage;
const field = once(() => stars(seeded('quilt'), { w, h: 560 }, 80, '#ffffff'));

const cloud = (x: number, y: number, size: number, colour: string) =>
  circle(x - size * 0.7, y + size * 0.1, size * 0.62, colour) +
  circle(x, y - size * 0.22, size * 0.86, colour) +
  circle(x + size * 0.78, y + size * 0.08, size * 0.66, colour) +
  rect(x - size * 1.25, y, size * 2.6, size * 0.7, colour, { radius: size * 0.35 });

/** Someone asleep; the quilt rises and falls with the breath. */
function bed(t: number): string {
  const breath = Math.sin(t * 2.1) * 10;
  return (
    rect(-640, 40, 1280, 150, '#c98a52', { radius: 30 }) +
    rect(-610, -40, 1220, 120, '#ffffff', { radius: 50 }) +
    rect(-590, -110, 300, 110, '#e6dbff', { radius: 54 }) +
    circle(-400, -110, 84, '#f6cdb8') +
    path('M-490 -110Q-500 -220 -400 -222Q-312 -220 -314 -130Q-350 -180 -400 -168Q-450 -160 -490 -110Z', '#3a2a5a') +
    path('M-436 -96q16 14 32 0M-384 -96q16 14 32 0', 'none', { stroke: '#7a4a4a', width: 6 }) +
    path(
      `M-330 60Q-330 ${-150 - breath} -180 ${-160 - breath}Q-80 ${-220 - breath} 60 ${-170 - breath}Q200 ${-220 - breath} 330 ${-160 - breath}Q520 ${-170 - breath} 560 -20Q610 40 540 80H-290Q-340 90 -330 60Z`,
      '#f4f7ff',
    ) +
    many(5, (index) => circle(-220 + index * 180, -10 - breath * 0.6, 54, '#dae7ff', { opacity: 0.8 }))
  );
}

const room = () => sky(stage, ['#0d1e47', '#1d418f', '#7aa2e8'], 0.9) + field();

const falling = (t: number) =>
  room() +
  many(7, (index) =>
    cloud(
      (index * 311 + 120) % w,
      -160 + ((index * 190 + t * (130 + index * 16)) % 900),
      70 + (index % 3) * 26,
      index % 2 === 0 ? '#ffffff' : '#dae7ff',
    ),
  ) +
  rect(0, 860, w, 140, '#12275c');

const asleep = (t: number) =>
  rect(0, 0, w, h, '#16306e') +
  rect(1120, 110, 380, 420, '#7aa2e8', { radius: 190 }) +
  glow(1310, 260, 260, '#fff4dc', 0.7) +
  circle(1310, 260, 70, '#fff4dc') +
  rect(0, 850, w, 150, '#0d1e47') +
  place({ x: between(840, 900, ease(t, 0, 4)), y: 720, scale: between(1, 1.1, ease(t, 0, 4)) }, bed(t)) +
  many(3, (index) => {
    const age = (t * 0.4 + index / 3) % 1;
    return path(`M0 0h34l-34 34h34`, 'none', {
      stroke: '#ffffff',
      width: 7,
      opacity: Math.sin(age * Math.PI),
      more: `transform="translate(${480 + index * 40} ${470 - age * 220})"`,
    });
  });

export const cloudQuilt = advertisement(
  'cloud-quilt',
  [
    falling,
    asleep,
    (t) =>
      nameCard(t, {
        name: '포슬구름 이불',
        promise: '오늘 밤은 구름 위에서',
        ground: '#dae7ff',
        colour: '#1d418f',
        product:
          ellipse(420, 700, 300, 36, '#b8ccf2') +
          cloud(420, 520 + Math.sin(t * 2.4) * 12, 210, '#ffffff') +
          path('M360 540q24 20 48 0M440 540q24 20 48 0', 'none', { stroke: '#4e8eff', width: 9 }),
      }),
  ],
  jingle(57, [12, 12, 16, 16, 19, 19, 16, 16, 14, 14, 12, 12, 7, 7, 12, 16, 19, 19]),
);
