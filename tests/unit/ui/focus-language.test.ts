import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/*
 * One language of focus (docs/look.md): a ring, and at most a lighter neutral ground. A fill in another colour means an
 * action or a choice, never the focus.
 */

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** Fills that follow the focus, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  '.buttons > [role]:focus': 'the answers of a dialog: the fill follows the focus',
  ':focus > .card.mine': 'a review of the viewer, which is violet without the focus too',
};

/** Sheets that draw a ring themselves, with the reason. */
const OWN_RINGS: Readonly<Record<string, string>> = {
  'ui/page/side-navigation.module.css': 'the ring is wider than its entry: it surrounds the words beside the icon',
  'ui/tile/tile.module.css': 'a pseudo-element on each tile costs old sets frames',
};

interface Rule {
  readonly sheet: string;
  readonly selector: string;
  readonly background: string | undefined;
  readonly color: string | undefined;
}

const rules = sheets.flatMap((sheet): Rule[] => {
  const text = readFileSync(join('src', sheet), 'utf8').replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '');
  return text.split('}').flatMap((part) => {
    const [selector = '', body = ''] = part.split('{').slice(-2);
    if (!/:focus(?!-)/.test(selector)) return [];
    const valueOf = (name: string) =>
      body
        .split(';')
        .map((line) => line.split(':'))
        .find(([property = '']) => property.trim() === name)?.[1]
        ?.trim();
    return [{ sheet, selector: selector.trim(), background: valueOf('background'), color: valueOf('color') }];
  });
});

describe('the focus', () => {
  test('is found in the style sheets', () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(rules.map(({ sheet }) => sheet)).toContain('ui/button.module.css');
  });

  test('is never a white, violet or coloured fill', () => {
    const filled = rules.filter(
      ({ selector, background }) =>
        background !== undefined && !/^var\(--purple-gray-\d00\)$/.test(background) && !(selector in ALLOWED),
    );
    expect(filled.map(({ sheet, selector, background }) => `${sheet} ${selector} ${background}`)).toEqual([]);
  });

  test('never turns words dark', () => {
    const dark = rules.filter(({ color }) => color !== undefined && /-(?:800|900)\)$/.test(color));
    expect(dark.map(({ sheet, selector }) => `${sheet} ${selector}`)).toEqual([]);
  });

  test('has its ring from one style sheet', () => {
    const own = sheets.filter(
      (sheet) =>
        sheet !== 'ui/ring.module.css' &&
        sheet !== 'ui/tokens.css' &&
        !(sheet in OWN_RINGS) &&
        /--focus-ring|--ring-width/.test(readFileSync(join('src', sheet), 'utf8')),
    );
    expect(own).toEqual([]);
  });
});
