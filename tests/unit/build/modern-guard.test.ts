import { expect, test } from 'vitest';
import { withGuard, withInlineGuard } from '../../../scripts/build/modern-guard.ts';

const GUARD = 'if(!import.meta.resolve)throw Error("import.meta.resolve not supported")';

test('the page checks import.meta.resolve inline and loads nothing from a data: address', () => {
  const html = `<script type="module">import'data:text/javascript,${GUARD}';window.isModern=true</script>`;
  expect(withInlineGuard(html)).toBe(`<script type="module">${GUARD};window.isModern=true</script>`);
});

test('the guard moves from the entry to the module that runs before all others', () => {
  const entry = `import'data:text/javascript,"assets/index-a.js";${GUARD}';export{a}`;
  expect(withGuard(entry, 'index')).toBe('export{a}');
  expect(withGuard('var a=1', 'rolldown-runtime')).toBe(`${GUARD};var a=1`);
});

test('other scripts stay unchanged', () => {
  expect(withGuard('let data=1', 'home-screen')).toBe('let data=1');
  expect(withInlineGuard('<script>let data = 1</script>')).toBe('<script>let data = 1</script>');
});
