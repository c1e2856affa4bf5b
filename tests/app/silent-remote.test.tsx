import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createFocusEngine, FocusProvider, FocusScope } from '#src/focus/index.ts';
import { Keyboard } from '#src/ui/keyboard/index.ts';
import { startAtHome } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform, type FakePlatform } from '#tests/support/app/fake-platform.ts';

/* A remote without keyup cannot hold: OK acts at once, and once. */

/** The same television with such a remote. */
function withSilentRemote(): FakePlatform {
  const platform = createFakePlatform();
  return { ...platform, press: platform.pressUnheard };
}

test('OK on a title of 이어보기 plays it and removes nothing, however long the key is down', async () => {
  const clock = createFakeClock();
  const app = await startAtHome({ platform: withSilentRemote(), clock, hash: '#/library' });
  await app.reach('library');
  for (let press = 0; press < 12 && !/start-again-recent/.test(app.focusKey() ?? ''); press += 1)
    await app.press('down');
  const tile = app.focusKey() ?? '';
  await app.press('ok');
  await act(() => clock.pass(600));
  await act(async () => app.platform.keyDown('ok'));
  await act(() => clock.pass(5_000));
  await app.reach('player');
  expect(app.engines).toHaveLength(1);
  await app.press('stop');
  await app.reach('library');
  expect(app.focusKey()).toBe(tile);
  expect(screen.queryByRole('button', { name: /^되돌리기/ })).toBeNull();
});

function Typing({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('two words');
  return (
    <Keyboard
      focusKey="keyboard"
      value={value}
      layers={['latin']}
      onChange={(next) => {
        setValue(next);
        onValue(next);
      }}
      onDone={() => undefined}
    />
  );
}

/** The on-screen keyboard with the focus on backspace. */
async function startTyping() {
  const platform = createFakePlatform();
  const clock = createFakeClock();
  const engine = createFocusEngine({ ...platform, clock });
  const values: string[] = [];
  await act(async () =>
    render(
      <FocusProvider engine={engine}>
        <FocusScope focusKey="app" axis="column">
          <Typing onValue={(value) => values.push(value)} />
        </FocusScope>
      </FocusProvider>,
    ),
  );
  const focused = () => (document.activeElement as HTMLElement).dataset['focusKey'];
  const reachBackspace = async (press: (key: 'up' | 'right') => void) => {
    for (let row = 0; row < 2; row += 1) await act(async () => press('up'));
    for (let step = 0; step < 10 && focused() !== 'keyboard/backspace'; step += 1)
      await act(async () => press('right'));
    expect(focused()).toBe('keyboard/backspace');
  };
  return { platform, clock, values, reachBackspace };
}

test('OK on backspace deletes one letter and no word', async () => {
  const { platform, clock, values, reachBackspace } = await startTyping();
  await reachBackspace(platform.pressUnheard);
  await act(async () => platform.pressUnheard('ok'));
  await act(async () => clock.advance(5_000));
  expect(values).toEqual(['two word']);
  // Repeated keydown events change nothing.
  await act(async () => platform.keyDown('ok'));
  await act(async () => clock.advance(5_000));
  expect(values).toEqual(['two word']);
});

test('a held backspace on a remote with keyup deletes word after word until it is released', async () => {
  const { platform, clock, values, reachBackspace } = await startTyping();
  await reachBackspace(platform.press);
  await act(async () => platform.keyDown('ok'));
  await act(async () => clock.advance(449));
  expect(values).toEqual(['two word']);
  await act(async () => clock.advance(1));
  expect(values.at(-1)).toBe('two ');
  await act(async () => clock.advance(400));
  expect(values.at(-1)).toBe('');
  await act(async () => platform.keyUp('ok'));
  expect(clock.running()).toBe(0);
});
