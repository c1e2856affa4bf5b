import { describe, expect, it } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { createWaitingInput } from '#src/focus/engine/waiting-input.ts';
import { createDice } from '#tests/support/page-walker/dice.ts';

const drain = (waiting: ReturnType<typeof createWaitingInput>) => {
  const taken: string[] = [];
  for (let entry = waiting.next(); entry; entry = waiting.next())
    taken.push(entry.type === 'key' ? entry.key : entry.type === 'text' ? entry.text : '<');
  return taken.join('');
};
const text = (character: string) => ({ type: 'text', text: character, key: null }) as const;

describe('waiting input', () => {
  it('returns keys and characters once and in order', () => {
    const waiting = createWaitingInput();
    waiting.type(text('a'));
    waiting.press('ok', 0);
    waiting.type({ type: 'backspace' });
    waiting.press('ok', 0);
    expect(drain(waiting)).toBe('aok<ok');
    expect(waiting.isEmpty()).toBe(true);
  });

  it('keeps at most eight keys and the longest e-mail address', () => {
    const waiting = createWaitingInput();
    for (let pressed = 0; pressed < 20; pressed += 1) waiting.press('1', 0);
    expect(drain(waiting)).toHaveLength(8);
    for (let typed = 0; typed < 300; typed += 1) waiting.type(text('a'));
    expect(drain(waiting)).toHaveLength(254);
  });

  it('tells whether a waiting character can be deleted by Backspace', () => {
    const waiting = createWaitingInput();
    waiting.press('5', 0);
    expect(waiting.hasTyped()).toBe(false);
    waiting.type(text('a'));
    expect(waiting.hasTyped()).toBe(true);
  });

  it('is empty after it is cleared', () => {
    const waiting = createWaitingInput();
    for (let pressed = 0; pressed < 9; pressed += 1) waiting.press('1', 0);
    waiting.clear();
    waiting.press('2', 0);
    expect(drain(waiting)).toBe('2');
  });

  it('knows how long each key was down, also when its keyup was lost', () => {
    const waiting = createWaitingInput();
    waiting.press('ok', 100);
    expect(waiting.first()).not.toHaveProperty('heldMs');
    waiting.press('right', 500);
    waiting.release(800);
    waiting.release(2000);
    expect(waiting.next()).toMatchObject({ key: 'ok', heldMs: 400 });
    expect(waiting.next()).toMatchObject({ key: 'right', heldMs: 300 });
  });

  it.each([1, 2, 3, 4, 5])('keeps the first entries without gaps in random order %i', (seed) => {
    const { roll } = createDice(seed);
    const waiting = createWaitingInput();
    for (let round = 0; round < 200; round += 1) {
      let came = '';
      for (let count = roll(40); count > 0; count -= 1) {
        const digit = String(roll(10));
        if (roll(5) === 0) waiting.press(digit as RemoteKey, 0);
        else waiting.type(text(digit));
        came += digit;
      }
      const taken = drain(waiting);
      expect(came.startsWith(taken)).toBe(true);
      if (came.length <= 8) expect(taken).toBe(came);
    }
  });
});
