import { describe, expect, test } from 'vitest';
import { withoutNewer } from '../../../scripts/build/css-compat.ts';

const newerThan = (chromium: number, css: string) => withoutNewer(css, chromium).newer.map(({ feature }) => feature);

describe('the comparison of a style sheet with an old engine', () => {
  test.each([
    ['a property', '.a{caret-color:red}', 'caret-color', 57],
    ['a value of a property', '.a{display:grid}', 'display: grid', 57],
    ['a function', '.a{width:min(1px,2px)}', 'min()', 79],
    ['a selector', '.a:focus-within .b{color:red}', ':focus-within', 60],
    [
      'a part of a media query',
      '@media (prefers-reduced-motion:reduce){.a{color:red}}',
      '@media (prefers-reduced-motion)',
      74,
    ],
    ['an at-rule', '@layer base{.a{color:red}}', '@layer', 99],
    ['a declaration inside an at-rule', '@media (min-width:1px){.a{clip-path:none}}', 'clip-path', 55],
    ['a colour with four parts', '.a{color:#11223344}', 'a colour with four parts', 62],
    ['a colour without commas', '.a{color:rgb(1 2 3/50%)}', 'a colour without commas', 65],
  ])('finds %s', (_what, css, feature, since) => {
    expect(newerThan(53, css)).toContain(feature);
    expect(withoutNewer(css, 53).newer[0]!.since).toBe(since);
    expect(newerThan(since, css)).not.toContain(feature);
  });

  test.each([
    ['names of classes', '.grid-contents_x1{color:red}'],
    ['own properties', ':root{--gap:min(1px,2px)}'],
    ['texts', '.a::before{content:"display:grid;:focus-within{"}'],
    ['addresses', '.a{background:url(data:image/svg+xml,%3Cg%20fill=#11223344%3E)}'],
    ['prefixed properties', '.a{-webkit-user-select:none;-webkit-clip-path:none}'],
    ['flex boxes', '.a{display:flex;justify-content:space-between}'],
    ['frames of an animation', '@keyframes a{0%{opacity:0}to{opacity:1}}'],
  ])('accepts %s', (_what, css) => {
    expect(newerThan(53, css)).toEqual([]);
  });

  test('does not find what the style sheet asks for with @supports', () => {
    const css = '@supports (width:min(1px,1px)){.a{width:min(1px,2px)}}';
    expect(newerThan(53, css)).toEqual([]);
    expect(withoutNewer(css, 53).css).toBe('');
    expect(withoutNewer(css, 79).css).toContain('min(1px,2px)');
  });

  test('accepts what has an alternative in the same rule', () => {
    const css = '.a{-webkit-user-select:none;user-select:none;overflow-wrap:break-word;overflow-wrap:anywhere}';
    expect(newerThan(53, css)).toEqual([]);
    expect(withoutNewer(css, 53).css).toBe('.a{-webkit-user-select:none;overflow-wrap:break-word;}');
  });

  test('drops what the engine would drop, and nothing else', () => {
    const css = '.a,.b:focus-within{color:red}.c{color:red;caret-color:red}@media (min-width:1px){.d{top:0}}';
    expect(withoutNewer(css, 53).css).toBe('.c{color:red;}@media (min-width:1px){.d{top:0;}}');
    expect(withoutNewer(css, 60).css).toBe(
      '.a,.b:focus-within{color:red;}.c{color:red;caret-color:red;}@media (min-width:1px){.d{top:0;}}',
    );
  });
});
