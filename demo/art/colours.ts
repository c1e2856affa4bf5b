/** The palette's families (design: palette). All art is mixed from them. */
export const palette = {
  purple: {
    100: '#E6DBFF',
    200: '#CBB3FF',
    300: '#AE8AFF',
    400: '#9366FB',
    500: '#7B46F1',
    600: '#6532D2',
    700: '#4E25A6',
    800: '#371A78',
    900: '#22104D',
  },
  darkGray: { 100: '#E9E9ED', 300: '#A0A0AD', 500: '#555562', 700: '#292932', 800: '#1B1B22', 900: '#101015' },
  purpleGray: {
    100: '#EEEAF6',
    200: '#CFC8DF',
    300: '#A79DBD',
    400: '#7D7295',
    500: '#594F70',
    600: '#3D3552',
    700: '#2A233C',
    800: '#1B1629',
    900: '#110D1C',
  },
  red: { 100: '#FFD9DE', 500: '#F2495C', 700: '#8C1F31', 900: '#3A0C17' },
  orange: { 100: '#FFE3CF', 500: '#FF8B3E', 700: '#A44A12', 900: '#45200B' },
  yellow: { 100: '#FFF2CC', 500: '#FFD24A', 700: '#9A7210', 900: '#40300B' },
  green: { 100: '#D0F5E5', 500: '#37CA8D', 700: '#136B4B', 900: '#08301F' },
  blue: { 100: '#DAE7FF', 500: '#4E8EFF', 700: '#1D418F', 900: '#0D1E47' },
  pink: { 100: '#FFE0F0', 500: '#FF72B4', 700: '#9A2F62', 900: '#42132B' },
} as const;

const channels = (colour: string): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Mixes two colours; `share` is the part of the second, from 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const part = (index: 0 | 1 | 2) => Math.round(a[index] + (b[index] - a[index]) * share);
  return `#${[part(0), part(1), part(2)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export const darker = (colour: string, share: number) => mix(colour, '#0a0714', share);
export const lighter = (colour: string, share: number) => mix(colour, '#fff6ee', share);

/** The colours of one scene, from the background to the foreground. */
export interface Colours {
  /** The sky, from the top down to the horizon. */
  sky: readonly [string, string, string];
  /** Sun, moon, lamp. */
  light: string;
  /** Layers of land, from the farthest to the nearest. */
  layers: readonly [string, string, string, string];
  /** The one colour that stands out. */
  accent: string;
}

export type Mood = 'own' | 'dawn' | 'noon' | 'dusk' | 'night' | 'storm';

const moods: Record<Exclude<Mood, 'own'>, { sky: string; ground: string; light: string; share: number }> = {
  dawn: { sky: '#f7b9b0', ground: '#5b3f78', light: '#fff0d6', share: 0.34 },
  noon: { sky: '#9cc3ff', ground: '#39538f', light: '#fffdf2', share: 0.34 },
  dusk: { sky: '#ff8752', ground: '#4a1d52', light: '#ffe0a0', share: 0.38 },
  night: { sky: '#141038', ground: '#0c0a20', light: '#dfe4ff', share: 0.58 },
  storm: { sky: '#4c5270', ground: '#1d2033', light: '#cfd6ea', share: 0.5 },
};

/** The same scene at another time of day. */
export function inMood(colours: Colours, mood: Mood): Colours {
  if (mood === 'own') return colours;
  const { sky, ground, light, share } = moods[mood];
  const [top, middle, bottom] = colours.sky;
  const [farthest, far, near, nearest] = colours.layers;
  return {
    sky: [mix(top, mix(sky, ground, 0.45), share), mix(middle, sky, share), mix(bottom, mix(sky, light, 0.3), share)],
    light: mix(colours.light, light, share),
    layers: [
      mix(farthest, mix(sky, ground, 0.5), share),
      mix(far, mix(sky, ground, 0.75), share),
      mix(near, ground, share * 0.8),
      mix(nearest, ground, share * 0.6),
    ],
    accent: mix(colours.accent, light, share * 0.2),
  };
}
