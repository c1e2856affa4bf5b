import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/* Signs that differ by colour, for viewers who do not see all colours (docs/accessibility.md). */

const root = join(import.meta.dirname, '../../../src');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const tokens = new Map(
  Array.from(read('ui/tokens.css').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name = '', value = '']) => [
    name,
    value,
  ]),
);

/** The value of a property in the first rule with this selector; tokens are resolved. */
function valueOf(path: string, selector: string, property: string): string {
  const text = read(path);
  const start = text.indexOf(`\n${selector} {`);
  const rule = text.slice(start, text.indexOf('}', start));
  const value = new RegExp(`\\s${property}: ([^;]+);`).exec(start < 0 ? '' : rule)?.[1];
  if (value === undefined) throw new Error(`${path} has no ${property} in ${selector}`);
  return value.replace(/^var\(--([\w-]+)\)$/, (_, name: string) => tokens.get(name) ?? '');
}
const groundOf = (path: string, selector: string) => valueOf(path, selector, 'background');

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB. */
const VISIONS: Readonly<Record<string, Matrix>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const dot = (one: Triple, other: Triple) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

function linear(color: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt((color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color).slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

function seen(color: string, [r, g, b]: Matrix): Triple {
  const rgb = linear(color);
  const [x = 0, y = 0, z = 0] = [r, g, b].map((row) => Math.min(1, Math.max(0, dot(row, rgb))));
  return [x, y, z];
}

/** CIE L*a*b*, D65. */
function lab(rgb: Triple): Triple {
  const bent = (part: number) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const x = bent(dot([0.4124, 0.3576, 0.1805], rgb) / 0.95047);
  const y = bent(dot([0.2126, 0.7152, 0.0722], rgb));
  const z = bent(dot([0.0193, 0.1192, 0.9505], rgb) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: string, other: string, vision: Matrix) => {
  const [a, b] = [lab(seen(one, vision)), lab(seen(other, vision))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

const luminance = (color: string) => dot([0.2126, 0.7152, 0.0722], linear(color));
const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** Colours this far apart in L*a*b* differ at a glance. */
const FAR = 20;
const KEYS = ['red', 'green', 'yellow', 'blue'] as const;

describe.each(Object.entries(VISIONS))('with %s', (_name, vision) => {
  test.each(['ui/key-legend.module.css', 'screens/player/player-buttons.module.css'])(
    'the four keys of %s differ',
    (path) => {
      const near = KEYS.flatMap((one, index) =>
        KEYS.slice(index + 1).map((other) => [
          `${one} ${other}`,
          distance(groundOf(path, `.${one}`), groundOf(path, `.${other}`), vision),
        ]),
      ).filter(([, far]) => Number(far) < FAR);
      expect(near).toEqual([]);
    },
  );
});

test.each([
  ['the selected tab', ['ui/page/tabs.module.css', '.selected'], ['ui/page/tabs.module.css', '.tab']],
  [
    'the chosen filter',
    ['screens/browse/browse-screen.module.css', '.chosen'],
    ['screens/browse/browse-screen.module.css', '.choice'],
  ],
] as const)(
  '%s is brighter than the others, not only of another colour',
  (_name, [path, chosen], [otherPath, other]) => {
    expect(contrast(groundOf(path, chosen), groundOf(otherPath, other))).toBeGreaterThan(3);
  },
);

test('full and empty stars differ in brightness', () => {
  const [full, empty] = [
    valueOf('ui/tile/stars.module.css', '.full,\n.half', 'fill'),
    valueOf('ui/tile/stars.module.css', '.empty', 'fill'),
  ];
  expect(contrast(full, empty)).toBeGreaterThan(3);
});

test('the states of a playback differ in height', () => {
  const path = 'screens/settings/playback-strip.module.css';
  const heights = ['.span', '.waiting', '.failed'].map((selector) => valueOf(path, selector, 'height'));
  expect(new Set(heights).size).toBe(3);
});

test('the current entry of the navigation, a switch and an unread notification have a sign of their own', () => {
  expect(valueOf('ui/page/side-navigation.module.css', '.current::before', 'width')).toBe('0.25rem');
  expect(valueOf('ui/dialog/option-row.module.css', '.on .knob', 'transform')).toContain('translate3d');
  expect(read('screens/notifications/notification-line.tsx')).toContain('styles.dot');
  expect(read('features/reviews/review-card.tsx')).toContain(
    'review.i_like ? laterIcons.heartFilled : laterIcons.heart',
  );
});

/** Rules that may colour a sign: each has its row above, or words or an icon beside it. */
const KNOWN = [
  ['features/account-forms/form-step.module.css', 'the tick of a rule'],
  ['features/items/item-facts.module.css', 'a star'],
  ['features/navigation/navigation-screen.module.css', 'the word 검색'],
  ['features/phone-keyboard/phone-keyboard.module.css', 'a tick and a sentence'],
  ['features/playback/cues/subtitle-looks.module.css', 'subtitles: the viewer chooses'],
  ['features/playback/timeline.module.css', 'marks below the bar'],
  ['features/reviews/review-card.module.css', 'a filled heart'],
  ['features/reviews/write-review-dialog.module.css', 'a sentence'],
  ['screens/item/item-stage.module.css', 'a sentence'],
  ['screens/library/library-screen.module.css', 'the score in digits'],
  ['screens/player/player-buttons.module.css', 'the four keys'],
  ['screens/player/rating-notice.module.css', 'the age in the mark'],
  ['screens/reviews/reviews-screen.module.css', 'a star and digits'],
  ['screens/settings/playback-strip.module.css', 'heights'],
  ['screens/settings/subtitle-sample.module.css', 'a picture'],
  ['ui/form/text-field.module.css', 'a sentence'],
  ['ui/key-legend.module.css', 'the four keys'],
  ['ui/keyboard/typed-text.module.css', 'a sentence'],
  ['ui/tile/stars.module.css', 'brightness'],
] as const;

test('every style sheet with a signal colour is known here with the sign beside the colour', () => {
  const SIGNAL = /var\(--(red|yellow|green|blue)\)|#(f2495c|ffd24a|37ca8d|4e8eff|ff9aa6|7fe3ba|ff9fcc|ff8b3e|c81f35)/;
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.module.css') && SIGNAL.test(read(path)));
  expect(found.sort()).toEqual(KNOWN.map(([path]) => path));
});
