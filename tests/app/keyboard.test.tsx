import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createFocusEngine, FocusProvider, FocusScope } from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { Keyboard } from '#src/ui/keyboard/index.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

/** A keyboard on the screen, on which the keys of a row above the letters complete a word. */
async function start() {
  const platform = createFakePlatform();
  const engine = createFocusEngine({ ...platform, clock: systemClock });
  const onDone = vi.fn();
  let text = '';
  function Field() {
    const [value, setValue] = useState('');
    text = value;
    return (
      <Keyboard
        focusKey="keyboard"
        value={value}
        onChange={setValue}
        onDone={onDone}
        layers={['latin', 'digits']}
        chips={[{ id: 'chip', label: '완성', text: '완성' }]}
      />
    );
  }
  render(
    <FocusProvider engine={engine}>
      <FocusScope focusKey="app" axis="column">
        <Field />
      </FocusScope>
    </FocusProvider>,
  );
  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  await turn();
  const press = async (...keys: Parameters<typeof platform.press>[0][]) => {
    for (const key of keys) {
      await act(async () => platform.press(key));
      await turn();
    }
  };
  const type = async (typed: string) => {
    await act(async () => platform.type(typed));
    await turn();
  };
  return { press, type, text: () => text, onDone };
}

test('OK ends the typing on a hardware keyboard, and presses the focused key on the remote', async () => {
  const { press, type, text, onDone } = await start();
  await press('ok');
  expect([text().length, onDone.mock.calls.length]).toEqual([1, 0]);
  await type('a');
  await press('ok');
  expect([text().length, onDone.mock.calls.length]).toEqual([2, 1]);
});

type Use = (keyboard: Awaited<ReturnType<typeof start>>) => Promise<unknown>;
test.each<[string, Use]>([
  ['an arrow', ({ press }) => press('right')],
  ['a digit', ({ press }) => press('5')],
  ['play, which is a space', ({ press }) => press('play')],
  ['rewind, which deletes', ({ press }) => press('rewind')],
  ['the channel keys, which lead to the words and back', ({ press }) => press('channel-up', 'channel-down')],
  ['the pointer', () => act(async () => document.querySelector<HTMLElement>('[data-focus-key="keyboard/g"]')!.click())],
])(
  'after %s of the remote, OK presses the focused key again, although letters were typed before',
  async (_name, use) => {
    const keyboard = await start();
    await keyboard.type('ab');
    await use(keyboard);
    const before = keyboard.text();
    await keyboard.press('ok');
    expect(keyboard.onDone).not.toHaveBeenCalled();
    expect(keyboard.text()).toHaveLength(before.length + 1);
  },
);
