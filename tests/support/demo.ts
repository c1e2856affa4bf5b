import type { LoadedDemo } from '#server/demo/demo.ts';
import { loadDemo } from '#server/demo/load.ts';
import { demoFolders } from '#server/start/folders.ts';

/**
 * Loads the demo for tests and benchmarks that need it. `tests/support/demo-tests.ts` lists such tests.
 * @throws Error when its folder was deleted.
 */
export async function requireDemo(): Promise<LoadedDemo> {
  const demo = await loadDemo(demoFolders);
  if (demo === undefined) throw new Error('This works on the demo, and the folder demo/ is deleted.');
  return demo;
}
