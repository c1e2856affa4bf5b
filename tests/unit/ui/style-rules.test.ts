import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTENT_X, PAGE_BODY_HEIGHT, PAGE_BODY_TOP } from '#src/ui/page/page.tsx';

/* What only a style sheet says, where a fault was seen on the screen. */

function ruleOf(path: string, selector: string): string {
  const text = `\n${readFileSync(join(import.meta.dirname, '../../../src', path), 'utf8')}`;
  const start = text.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`${path} has no rule ${selector}`);
  return text.slice(start, text.indexOf('}', start));
}

test('the controls do not show through a menu of the player: its ground is opaque but for its edge', () => {
  const stops = Array.from(ruleOf('features/playback/menu-sheet.module.css', '.sheet').matchAll(/(\S+\)) (\d+)%/g));
  expect(stops.length).toBeGreaterThan(1);
  for (const [, color, at] of stops) if (Number(at) < 93) expect(color).toBe('var(--ground)');
});

test('a button that tries something turns its icon, and says so by dots without motion', () => {
  expect(ruleOf('ui/button.module.css', ".button[aria-busy='true'] > svg")).toContain('animation: turn');
  expect(ruleOf('ui/button.module.css', ".button[aria-busy='true'] > span::after")).toContain("content: ' …'");
});

test('a long query without results stays on its line', () => {
  const rule = ruleOf('screens/search/search-screen.module.css', '.query');
  expect(rule).toContain('white-space: nowrap');
  expect(rule).toContain('text-overflow: ellipsis');
});

test('the time of the seek preview stands above the ring of the timeline', () => {
  const rem = (path: string, selector: string, name: string) =>
    Number(new RegExp(`\\n  ${name}: (?:-?)([\\d.]+)rem`).exec(ruleOf(path, selector))?.[1]);
  const timeline = 'features/playback/timeline.module.css';
  // From the lower edge of the bar's area to its middle, and from there to the slider's edge.
  const toMiddle = rem(timeline, '.pointerArea', 'padding') + rem(timeline, '.bar', 'height') / 2;
  const toEdge = rem('screens/player/player-surface.module.css', '.slider', 'height') / 2;
  expect(rem('features/playback/seek-preview.module.css', '.preview', 'bottom')).toBeGreaterThan(toMiddle + toEdge);
});

test('the content of a page lies where the code that measures it says', () => {
  const body = ruleOf('ui/page/page.module.css', '.body');
  expect(body).toContain(`top: ${PAGE_BODY_TOP}rem`);
  expect(body).toContain(`height: ${PAGE_BODY_HEIGHT}rem`);
  const variables = readFileSync(join(import.meta.dirname, '../../../src/ui/tokens.css'), 'utf8');
  expect(variables).toContain(`--content-x: ${CONTENT_X}rem`);
});
