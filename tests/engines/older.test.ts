import { expect, inject, test } from 'vitest';
import { isSubtracted, type EngineName, type SubtractedName } from '#tests/support/browser/engines.ts';
import { startEngineTv } from './engine-tv.ts';
import { tellStory } from './story.ts';
import { missingIn } from './subtract.ts';

/*
 * Engines of which no browser can be had: Chromium 64 without what they lack (docs/decisions/202). This file runs beside
 * the story on the others.
 */
const older = inject('engines').filter(isSubtracted);
const sameName = (engine: EngineName) => engine as SubtractedName;
const packages = inject('olderPackages');

tellStory(older, packages, sameName);

/** Subtracted names that the packages polyfill (src/packaged-53.ts, src/packaged.ts). */
const POLYFILLED = [
  'Object.entries',
  'Object.getOwnPropertyDescriptors',
  'Object.values',
  'Promise.finally',
  'String.padStart',
  'Symbol.asyncIterator',
];

test.runIf(older.length > 0)('Chromium 64 minus 53 has nothing newer than 53 except polyfills', async () => {
  const tv = await startEngineTv('64-53', packages.folders['64-53']);
  try {
    const names = missingIn(53);
    expect(names.length).toBeGreaterThan(200);
    const present = await tv.page.evaluate<string[]>(`${JSON.stringify(names)}.filter(function (name) {
      var parts = name.split('.'), owner = parts[0] === 'Window' ? window : window[parts[0]];
      if (parts.length === 1) return parts[0] in window;
      return !!owner && (parts[1] in owner || (!!owner.prototype && parts[1] in owner.prototype));
    })`);
    expect(present.sort()).toEqual(POLYFILLED);
    await tv.page.evaluate(`void document.body.focus({ get preventScroll() { window.__asked = true; } })`);
    expect(await tv.page.evaluate(`!!window.__asked`)).toBe(false);
  } finally {
    await tv.close();
  }
});

// The control: an engine that the packages are not for must fail, or the subtraction subtracts nothing.
test.runIf(older.length > 0)('Chromium 64 minus 47 does not start', async () => {
  const tv = await startEngineTv('64-53', packages.folders['64-53'], undefined, 47);
  try {
    await tv.page.until(`document.readyState === 'complete'`);
    expect(tv.page.said.join('\n')).toMatch(/(Proxy|Reflect) is not defined/);
    expect(await tv.page.evaluate(`!!document.querySelector('main')`)).toBe(false);
  } finally {
    await tv.close();
  }
});
