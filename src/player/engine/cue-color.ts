/** Least luminance of coloured text: a contrast of 10:1 with black, which is behind subtitles as shadow or ground. */
const LEAST_LUMINANCE = 0.45;
/** Colours without a brighter part are meant for a light outline, which is not drawn. */
const DARK = 64;
const MIX_STEP = 0.05;

/** Names that WebVTT defines, and a few that people write. */
const NAMES: Readonly<Record<string, string>> = {
  lime: '00ff00',
  cyan: '00ffff',
  aqua: '00ffff',
  red: 'ff0000',
  yellow: 'ffff00',
  magenta: 'ff00ff',
  fuchsia: 'ff00ff',
  blue: '0000ff',
  green: '008000',
  orange: 'ffa500',
  pink: 'ffc0cb',
  purple: '800080',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
};

type Parts = readonly [number, number, number];

function partsOf(css: string): Parts | null {
  const text = css.trim().toLowerCase();
  const [, short] = /^#([0-9a-f]{3})[0-9a-f]?$/.exec(text) ?? [];
  const long = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(text)?.[1] ?? short?.replace(/./g, '$&$&') ?? NAMES[text];
  if (long !== undefined) {
    const value = parseInt(long, 16);
    return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  }
  const [, red, green, blue] = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\b/.exec(text) ?? [];
  const limited = (part: string | undefined) => Math.min(255, Number(part));
  return red === undefined ? null : [limited(red), limited(green), limited(blue)];
}

/** Relative luminance of WCAG. */
function luminanceOf([red, green, blue]: Parts): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const hexOf = (parts: Parts) => `#${parts.map((part) => `0${Math.round(part).toString(16)}`.slice(-2)).join('')}`;

/**
 * A colour of a cue that is readable from the sofa: dark ones are mixed with white.
 *
 * @returns `#rrggbb`, or null for the viewer's own colour: for white, black and what is no known colour.
 */
export function readableColor(css: string): string | null {
  const parts = partsOf(css);
  if (!parts || Math.max(...parts) < DARK || Math.min(...parts) === 255) return null;
  let mixed = parts;
  for (let share = MIX_STEP; luminanceOf(mixed) < LEAST_LUMINANCE; share += MIX_STEP) {
    const mix = (part: number) => part + (255 - part) * share;
    mixed = [mix(parts[0]), mix(parts[1]), mix(parts[2])];
  }
  return hexOf(mixed);
}
