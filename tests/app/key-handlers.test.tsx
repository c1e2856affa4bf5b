import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createFocusEngine, FocusProvider, FocusScope, useBack, useRemoteKeys, useTyping } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { createFakePlatform, type FakePlatform } from '#tests/support/fake-platform.ts';

/** Hears every key there is and writes down which, by its name. */
function Listener({ name, heard }: { name: string; heard: string[] }) {
  useBack(() => heard.push(`${name}: back`) > 0);
  useRemoteKeys(({ key, phase }) => key !== 'back' && phase === 'down' && heard.push(`${name}: ${key}`) > 0);
  useTyping(({ type }) => void heard.push(`${name}: ${type}`));
  return <Button focusKey={`${name}/button`} label={name} onPress={() => undefined} />;
}

/** Presses what a viewer may press as soon as there is something to be seen: before any effect has run. */
function AtOnce({ platform, children }: { platform: FakePlatform; children: ReactNode }) {
  useLayoutEffect(() => {
    platform.press('green');
    platform.press('back');
    platform.type('a');
  }, [platform]);
  return <>{children}</>;
}

function start() {
  const platform = createFakePlatform();
  const engine = createFocusEngine({ keys: platform.keys, now: () => performance.now() });
  const draw = (children: ReactNode) => <FocusProvider engine={engine}>{children}</FocusProvider>;
  const { rerender } = render(draw(null));
  return { platform, show: (children: ReactNode) => act(async () => rerender(draw(children))) };
}

test('a screen hears what is pressed and typed as soon as it is there', async () => {
  const heard: string[] = [];
  const { platform, show } = start();
  await show(
    <AtOnce platform={platform}>
      <FocusScope focusKey="app" axis="column">
        <Listener name="screen" heard={heard} />
      </FocusScope>
    </AtOnce>,
  );
  expect(heard).toEqual(['screen: green', 'screen: back', 'screen: text']);
});

test('so does a dialog, and what lies under it hears nothing', async () => {
  const heard: string[] = [];
  const { platform, show } = start();
  const withDialog = (dialog: ReactNode) => (
    <FocusScope focusKey="app" axis="column">
      <Listener name="screen" heard={heard} />
      {dialog}
    </FocusScope>
  );
  await show(withDialog(null));
  await show(
    withDialog(
      <AtOnce platform={platform}>
        <FocusScope focusKey="dialog" axis="column" role="dialog">
          <Listener name="dialog" heard={heard} />
        </FocusScope>
      </AtOnce>,
    ),
  );
  expect(heard).toEqual(['dialog: green', 'dialog: back', 'dialog: text']);
  expect(screen.getByRole('button', { name: 'dialog' })).toHaveFocus();

  await show(withDialog(null));
  expect(screen.getByRole('button', { name: 'screen' })).toHaveFocus();
  await act(async () => platform.press('green'));
  expect(heard.slice(3)).toEqual(['screen: green']);
});

test('of two scopes that come at once the inner one holds the focus', async () => {
  const heard: string[] = [];
  const { platform, show } = start();
  await show(
    <FocusScope focusKey="app" axis="column">
      <Listener name="screen" heard={heard} />
      <FocusScope focusKey="dialog" axis="column" role="dialog">
        <Listener name="dialog" heard={heard} />
      </FocusScope>
    </FocusScope>,
  );
  expect(screen.getByRole('button', { name: 'dialog' })).toHaveFocus();
  await act(async () => platform.press('up'));
  expect(screen.getByRole('button', { name: 'dialog' })).toHaveFocus();
});
