import { inMood, type Mood } from './colours.ts';
import { clipped, linear, rect } from './svg.ts';
import { frameOf, svgOf } from './pictures.ts';
import { titleArt } from './scenes/index.ts';

/** A theme's picture: two scenes side by side, cut by a slanted line of light. */
interface ThemeArt {
  slug: string;
  left: readonly [title: string, mood: Mood];
  right: readonly [title: string, mood: Mood];
  ray: string;
}

export const themeSize = { width: 640, height: 360, quality: 80 } as const;

export const themeArt: readonly ThemeArt[] = [
  { slug: 'rainy-day', left: ['one-umbrella', 'own'], right: ['ink-detective', 'own'], ray: '#ff72b4' },
  { slug: 'midnight', left: ['locker-thirteen', 'own'], right: ['star-library', 'own'], ray: '#ffd24a' },
  { slug: 'family', left: ['acorn-submarine', 'own'], right: ['moss-post-office', 'own'], ray: '#ffffff' },
  { slug: 'heartbeat', left: ['ridge-sprint', 'own'], right: ['raon-under-moon-2', 'own'], ray: '#ffd24a' },
  { slug: 'warm', left: ['sunset-bakery', 'own'], right: ['last-train-snow', 'own'], ray: '#ffe9b0' },
  { slug: 'far-sky', left: ['cloud-pier-nine', 'own'], right: ['red-desert-radio', 'own'], ray: '#ffffff' },
  { slug: 'animals', left: ['antarctic-barber', 'own'], right: ['chirp-knights', 'own'], ray: '#ffd24a' },
  { slug: 'weekend', left: ['last-inning', 'own'], right: ['glass-witch', 'own'], ray: '#ffffff' },
  { slug: 'short', left: ['wave-score', 'own'], right: ['half-serving', 'own'], ray: '#ffffff' },
];

export function themePicture({ slug, left, right, ray }: ThemeArt): string {
  const plain = frameOf('still', `theme ${slug}`, 50);
  const { w, h } = plain;
  const [top, bottom] = [w * 0.56, w * 0.44];
  const scene = ([title, mood]: readonly [string, Mood], x: number) => {
    const art = titleArt.find((one) => one.slug === title);
    if (art === undefined) throw new Error(`no art for "${title}"`);
    return art.draw({ ...plain, x: w * x }, inMood(art.colours, mood));
  };
  const cut = `M-10 -10H${top}L${bottom} ${h + 10}H-10Z`;
  const edge = `<path d="M${top} -10L${bottom} ${h + 10}" stroke="${ray}" stroke-width="12"/>`;
  const shade = linear(
    [0, h * 0.6],
    [0, h],
    [
      [0, '#0a0714', 0],
      [1, '#0a0714', 0.6],
    ],
  );
  return svgOf(plain, themeSize, scene(right, 0.76) + clipped(cut, scene(left, 0.24)) + edge + rect(0, 0, w, h, shade));
}
