import { act, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, type ComponentType, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { lazyScreen } from '#src/app/visits/lazy-screen.tsx';
import {
  createFocusEngine,
  createVisitMemory,
  FocusGroup,
  FocusProvider,
  FocusScope,
  useBack,
  useRemoteKeys,
  useTyping,
} from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { Button } from '#src/ui/button.tsx';
import { ListFailed } from '#src/ui/list/list-failed.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { createFakePlatform, type FakePlatform } from '#tests/support/app/fake-platform.ts';

/** Records every key it receives, by name. */
function Listener({ name, heard }: { name: string; heard: string[] }) {
  useBack(() => heard.push(`${name}: back`) > 0);
  useRemoteKeys(({ key }) => key !== 'back' && heard.push(`${name}: ${key}`) > 0);
  useTyping(({ type }) => void heard.push(`${name}: ${type}`));
  return <Button focusKey={`${name}/button`} label={name} onPress={() => undefined} />;
}

/** Presses keys in a layout effect: the earliest moment at which a viewer sees something. */
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
  const engine = createFocusEngine({ ...platform, clock: systemClock });
  const draw = (children: ReactNode) => <FocusProvider engine={engine}>{children}</FocusProvider>;
  const { rerender } = render(draw(null));
  return { platform, show: (children: ReactNode) => act(async () => rerender(draw(children))) };
}

test('a screen receives keys and characters as soon as it is drawn', async () => {
  const heard: string[] = [];
  const { platform, show } = start();
  await show(
    <AtOnce platform={platform}>
      <FocusScope focusKey="app" axis="column">
        <Listener name="screen" heard={heard} />
      </FocusScope>
    </AtOnce>,
  );
  await waitFor(() => expect(heard).toEqual(['screen: green', 'screen: back', 'screen: text']));
});

test('a dialog receives keys as soon as it is drawn, and the screen under it none', async () => {
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

test('the inner of two scopes that mount together holds the focus', async () => {
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

test('of handlers that mount together, the innermost receives Back, also after the outer ones are drawn again', async () => {
  const heard: string[] = [];
  const { platform, show } = start();
  function Around({ name, children }: { name: string; children: ReactNode }) {
    useBack(() => heard.push(name) > 0);
    return children;
  }
  const nested = (names: readonly [string, string]) => (
    <FocusScope focusKey="app" axis="column">
      <Around name={names[0]}>
        <Around name={names[1]}>
          <Button focusKey="one" label="하나" />
        </Around>
      </Around>
    </FocusScope>
  );
  await show(nested(['outer', 'inner']));
  await act(async () => platform.press('back'));
  await show(nested(['outer again', 'inner again']));
  await act(async () => platform.press('back'));
  expect(heard).toEqual(['inner', 'inner again']);
});

test('a screen receives once and in order what was pressed while its script loaded', async () => {
  const pressed: string[] = [];
  const Arrived = () => (
    <Screen name="home" initialKey="home/play">
      <FocusGroup focusKey="home/buttons" axis="row">
        <Button focusKey="home/play" label="재생" onPress={() => pressed.push('play')} />
        <Button focusKey="home/details" label="상세 정보" onPress={() => pressed.push('details')} />
      </FocusGroup>
    </Screen>
  );
  let arrive: (screen: ComponentType) => void = () => undefined;
  const Late = lazyScreen('home', () => new Promise<ComponentType>((resolve) => (arrive = resolve)));
  const { platform, show } = start();
  await show(
    <FocusScope focusKey="app" axis="column">
      <Late />
    </FocusScope>,
  );
  expect(screen.getByRole('status', { name: '불러오는 중이에요' })).toHaveFocus();
  await act(async () => platform.press('right'));
  await act(async () => platform.press('ok'));
  await act(async () => arrive(Arrived));
  await waitFor(() => expect(pressed).toEqual(['details']));
  expect(screen.getByRole('button', { name: '상세 정보' })).toHaveFocus();
});

test('when a list that failed comes at last, the focus is where one was', async () => {
  const visit = createVisitMemory();
  visit.focusKey = 'tile-7';
  const button = (focusKey: string) => <Button key={focusKey} focusKey={focusKey} label={focusKey} />;
  const withList = (list: ReactNode) => (
    <FocusScope focusKey="app" axis="column">
      <Screen name="library" visit={visit} initialKey="tab">
        {button('tab')}
        {list}
      </Screen>
    </FocusScope>
  );
  const { show } = start();
  const failed = { text: '잠시 뒤에 다시 해 주세요.', isOffline: false, isRetrying: false, onRetry: () => undefined };
  await show(withList(<ListFailed focusKey="list" {...failed} />));
  expect(screen.getByRole('button', { name: '다시 시도' })).toBeVisible();
  await show(withList(['tile-6', 'tile-7'].map(button)));
  expect(screen.getByRole('button', { name: 'tile-7' })).toHaveFocus();
});
