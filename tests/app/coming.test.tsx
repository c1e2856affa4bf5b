import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { lazyScreen, ReloadProvider } from '#src/app/visits/lazy-screen.tsx';
import {
  createFocusEngine,
  FocusProvider,
  FocusScope,
  useBack,
  useComing,
  useFocusMove,
  useRemoteKeys,
  useTyping,
} from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { Button } from '#src/ui/button.tsx';
import { Screen } from '#src/ui/page/screen.tsx';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

/* Keys and characters pressed after the press that opens a screen and before the screen has the focus. */

function start() {
  const platform = createFakePlatform();
  const { keys, lifecycle } = platform;
  const engine = createFocusEngine({ keys, lifecycle, clock: systemClock, drawNow: flushSync });
  const draw = (children: ReactNode) => (
    <FocusProvider engine={engine}>
      <FocusScope focusKey="app" axis="column">
        {children}
      </FocusScope>
    </FocusProvider>
  );
  const { rerender } = render(draw(null));
  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  return {
    platform,
    show: (children: ReactNode) => act(async () => rerender(draw(children))),
    async press(...pressed: Parameters<typeof platform.press>[0][]) {
      for (const key of pressed) {
        await act(async () => platform.press(key));
        await turn();
      }
    },
  };
}

interface ArrivedProps {
  readonly onLeave?: () => void;
}

/** A chunk that loads or fails when the test decides. */
function createSlowScript() {
  let settle: { arrive: (screen: ComponentType<ArrivedProps>) => void; fail: () => void } | null = null;
  const Late = lazyScreen<ArrivedProps>(
    'sign-in',
    () =>
      new Promise<ComponentType<ArrivedProps>>((resolve, reject) => {
        settle = { arrive: resolve, fail: () => reject(new Error('no script')) };
      }),
  );
  return {
    Late,
    arrive: (arrived: ComponentType<ArrivedProps>) => act(async () => settle?.arrive(arrived)),
    fail: () => act(async () => settle?.fail()),
  };
}

/** A form of two steps: OK on the field leads to the second. */
function Form() {
  const [texts, setTexts] = useState<readonly string[]>(['']);
  const index = texts.length - 1;
  useTyping((typed) => {
    const text = texts[index] ?? '';
    const next = typed.type === 'text' ? text + typed.text : text.slice(0, -1);
    setTexts([...texts.slice(0, -1), next]);
  });
  return (
    <Screen name="sign-in" initialKey="field-0">
      <output aria-label="typed">{texts.join('|')}</output>
      <Button
        key={index}
        focusKey={`field-${index}`}
        label={`칸 ${index}`}
        onPress={() => setTimeout(() => setTexts([...texts, '']))}
      />
    </Screen>
  );
}

function Opener({ Late }: { Late: ComponentType<ArrivedProps> }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Late onLeave={() => setOpen(false)} />;
  return (
    <Screen name="home" initialKey="open">
      <Button focusKey="open" label="열기" onPress={() => setOpen(true)} />
    </Screen>
  );
}

test('a screen receives once and in order what the viewer pressed and typed while its script loaded', async () => {
  const { platform, show, press } = start();
  const script = createSlowScript();
  await show(<Opener Late={script.Late} />);
  await press('ok');
  await act(async () => platform.type('ab'));
  await act(async () => platform.typeBackspace());
  await act(async () => platform.type('c'));
  await script.arrive(Form);
  await waitFor(() => expect(screen.getByLabelText('typed')).toHaveTextContent('ac'));
  expect(screen.getByRole('button', { name: '칸 0' })).toHaveFocus();
});

test('Back cancels a slow script and discards the waiting keys', async () => {
  const { platform, show, press } = start();
  const script = createSlowScript();
  let asked = 0;
  function Root({ children }: { children: ReactNode }) {
    useBack(() => (asked += 1) > 0);
    return children;
  }
  await show(
    <Root>
      <Opener Late={script.Late} />
    </Root>,
  );
  await press('ok');
  await act(async () => platform.type('a'));
  await press('right', 'ok', 'back');
  expect(screen.getByRole('button', { name: '열기' })).toHaveFocus();
  await script.arrive(Form);
  expect(screen.getByRole('button', { name: '열기' })).toHaveFocus();
  expect(asked).toBe(0);
});

test('a script that fails offers a retry and Back, and waiting keys press neither', async () => {
  const { show, press } = start();
  const script = createSlowScript();
  await show(<Opener Late={script.Late} />);
  await press('ok');
  await press('ok', 'right', 'ok');
  await script.fail();
  expect(screen.getByRole('button', { name: '다시 시도' })).toHaveFocus();
  await press('right', 'ok');
  expect(screen.getByRole('button', { name: '열기' })).toHaveFocus();

  await press('ok');
  await script.fail();
  await press('back');
  expect(screen.getByRole('button', { name: '열기' })).toHaveFocus();

  await press('ok');
  await script.fail();
  await press('ok');
  await script.arrive(Form);
  expect(screen.getByRole('button', { name: '칸 0' })).toHaveFocus();
});

test('다시 시도 reloads the page when a script fails twice, but not while a reload is impossible', async () => {
  const { show, press } = start();
  const script = createSlowScript();
  const reload = vi.fn().mockRejectedValueOnce(new Error('no page')).mockResolvedValue(undefined);
  await show(
    <ReloadProvider value={reload}>
      <Opener Late={script.Late} />
    </ReloadProvider>,
  );
  await press('ok');
  await script.fail();
  expect(reload).not.toHaveBeenCalled();
  for (const times of [1, 2]) {
    await press('ok');
    await script.fail();
    expect(reload).toHaveBeenCalledTimes(times);
    expect(screen.getByRole('button', { name: /다시 시도|잠시만/ })).toHaveFocus();
  }
});

test('waiting digits are remote keys on a screen without a field', async () => {
  const heard: string[] = [];
  const { platform, show, press } = start();
  const script = createSlowScript();
  await show(<Opener Late={script.Late} />);
  await press('ok');
  await act(async () => platform.type('42'));
  await script.arrive(function Listening() {
    useRemoteKeys(({ key }) => heard.push(key) > 0);
    return (
      <Screen name="sign-in" initialKey="there">
        <Button focusKey="there" label="여기" />
      </Screen>
    );
  });
  await waitFor(() => expect(heard).toEqual(['4', '2']));
});

test.each([true, false])(
  'keys pressed while an answer loads wait for the next step (answer arrives: %s)',
  async (comes) => {
    const { platform, show, press } = start();
    const cancelled: string[] = [];
    const texts: string[] = [];
    function Step({ name, isBusy }: { name: string; isBusy: boolean }) {
      useComing(isBusy, () => cancelled.push(name));
      useTyping((typed) => texts.push(`${name}: ${typed.type === 'text' ? typed.text : '<'}`));
      return (
        <Screen name="sign-up" initialKey={name}>
          <Button key={name} focusKey={name} label={name} />
        </Screen>
      );
    }
    await show(<Step key="email" name="email" isBusy={false} />);
    await show(<Step key="email" name="email" isBusy />);
    await act(async () => platform.type('12'));
    await show(<Step key={comes ? 'code' : 'email'} name={comes ? 'code' : 'email'} isBusy={false} />);
    await waitFor(() => expect(texts).toEqual(comes ? ['code: 1', 'code: 2'] : []));
    await act(async () => platform.type('3'));
    expect(texts[texts.length - 1]).toBe(`${comes ? 'code' : 'email'}: 3`);

    await show(<Step key="last" name="last" isBusy />);
    await press('back');
    expect(cancelled).toEqual(['last']);
  },
);

test('a screen that mounts behind a dialog receives no focus, Back, keys or characters', async () => {
  const heard: string[] = [];
  const { platform, show, press } = start();
  function Late() {
    const move = useFocusMove();
    useEffect(() => move('late/second'), [move]);
    useBack(() => heard.push('behind: back') > 0);
    useRemoteKeys(({ key }) => key !== 'back' && heard.push(`behind: ${key}`) > 0);
    useTyping(({ type }) => void heard.push(`behind: ${type}`));
    return (
      <Screen name="home" initialKey="late/first">
        <Button focusKey="late/first" label="처음" />
        <Button focusKey="late/second" label="다음" />
      </Screen>
    );
  }
  const withDialog = (behind: ReactNode, hasDialog = true) => (
    <>
      {behind}
      {hasDialog && (
        <FocusScope focusKey="dialog" axis="column" role="dialog" onBack={() => heard.push('dialog: back') > 0}>
          <Button focusKey="dialog/button" label="대화" />
        </FocusScope>
      )}
    </>
  );
  await show(withDialog(<Button key="early" focusKey="early" label="먼저" />, false));
  await show(withDialog(<Button key="early" focusKey="early" label="먼저" />));
  await show(withDialog(<Late key="late" />));
  expect(screen.getByRole('button', { name: '대화' })).toHaveFocus();
  await press('green', 'up', 'down', 'back');
  await act(async () => platform.type('a'));
  expect(heard).toEqual(['dialog: back']);
  expect(screen.getByRole('button', { name: '대화' })).toHaveFocus();
  await show(withDialog(<Late key="late" />, false));
  expect(screen.getByRole('button', { name: '다음' })).toHaveFocus();
});
