import { expect, test } from 'vitest';
import { withImportedGuard, withInlineGuard } from '../../../scripts/build/modern-guard.ts';

const GUARD = 'if(!import.meta.resolve)throw Error("import.meta.resolve not supported")';

test('the page asks for import.meta.resolve itself and loads nothing from a data: address', () => {
  const html = `<script type="module">import'data:text/javascript,${GUARD}';window.isModern=true</script>`;
  expect(withInlineGuard(html)).toBe(`<script type="module">${GUARD};window.isModern=true</script>`);
});

test('the entry imports the guard from a file before anything else', () => {
  const entry = `import'data:text/javascript,"assets/index-a.js";${GUARD}';export{a}`;
  expect(withImportedGuard(entry, 'guard.js')).toBe("import'./guard.js';export{a}");
});

test('other scripts stay as they are', () => {
  expect(withInlineGuard('<script>let data = 1</script>')).toBe('<script>let data = 1</script>');
});
