import * as legacy from '@vitejs/plugin-legacy';
import { expect, test } from 'vitest';
import { withImportedGuard, withInlineGuard } from '../../../scripts/build/modern-guard.ts';

// Exported, and in no type.
const { detectModernBrowserCode } = legacy as unknown as { detectModernBrowserCode: string };
const html = `<script type="module">${detectModernBrowserCode}</script>`;
const entry =
  'import\'data:text/javascript,"assets/index-a.js";if(!import.meta.resolve)throw Error("import.meta.resolve not supported")\';export{a}';

test('the page asks for import.meta.resolve itself and loads nothing from a data: address', () => {
  expect(detectModernBrowserCode).toContain('data:');
  expect(withInlineGuard(html)).not.toContain('data:');
  expect(withInlineGuard(html)).toMatch(/^<script type="module">if\(!import\.meta\.resolve\)throw /);
});

test('the entry imports the guard from a file before anything else', () => {
  expect(withImportedGuard(entry, 'guard.js')).toBe("import'./guard.js';export{a}");
});

test('other scripts stay as they are', () => {
  expect(withInlineGuard('<script>let data = 1</script>')).toBe('<script>let data = 1</script>');
});
