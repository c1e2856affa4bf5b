import { isLoading } from './app-page.ts';
import { frame, historyFollows, press, rest, stillness } from './hand.ts';
import { differences, see, type Sight } from './sight.ts';

let before: Sight | null = null;

/** Lists what differs from the state before OK and Back. */
function sinceThen(): readonly string[] {
  if (!before) return ['nothing was pressed'];
  const now = see();
  const elsewhere = now.where === before.where ? [] : [`it was ${before.where}, is ${now.where}`];
  return [...elsewhere, ...differences(before, now, null)];
}

/** Presses OK and immediately Back, before the opened screen can load. Returns the differences. */
export async function changeMind(): Promise<readonly string[]> {
  await rest();
  await stillness();
  before = see();
  await press('ok');
  await press('back');
  await historyFollows();
  await frame();
  await stillness();
  return isLoading() ? [] : sinceThen();
}

/** The same check again, once nothing is loading. */
export async function stayedSo(): Promise<readonly string[]> {
  await rest();
  await stillness();
  return sinceThen();
}
