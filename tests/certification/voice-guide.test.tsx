import { act, screen, waitFor } from '@testing-library/react';
import { expect, inject, test } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { startApp, DEMO } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { FakeEngine } from '#tests/support/app/fake-engine.ts';
import { signIn } from '#src/api/accounts.ts';
import { createSamsungSet } from './set.ts';
import { listenToPage } from './voice-guide.ts';

const KEYS: Partial<Record<RemoteKey, string>> = {
  up: '위',
  down: '아래',
  left: '왼쪽',
  right: '오른쪽',
  ok: '확인',
  back: '뒤로',
  red: '빨강',
};

/*
 * The spoken output along one walk through the app. `npx vitest run --project certification
 * tests/certification/voice-guide.test.tsx -u` rewrites it: read the changes as a listener would.
 */
test('the spoken output from the start through playback, search and settings is unchanged', async () => {
  const clock = createFakeClock();
  const app = startApp({
    platform: createSamsungSet({ isVoiceGuideOn: true }),
    clock,
    serverUrl: inject('ownServerUrl'),
  });
  const guide = listenToPage(document);
  const lines: string[] = [];
  const section = (title: string) => lines.push('', `# ${title}`);
  /** Whether a list shows its loading state depends on the machine, so only the player's is recorded. */
  const isWaiting = (line: string) => /알림: 불러오는 중이에요$/.test(line);
  const hear = (what: string, isWaitHeard = false) => {
    const heard = guide.heard().filter((line) => isWaitHeard || !isWaiting(line));
    lines.push(what, ...(heard.length > 0 ? heard : ['  (아무 말 없음)']));
  };
  const press = async (...keys: RemoteKey[]) => {
    for (const key of keys) {
      await app.press(key);
      hear(`[${KEYS[key]}]`);
    }
  };
  const reach = async (name: string) => {
    await app.reach(name);
    hear('(화면이 열려요)');
  };
  const type = async (...ids: string[]) => {
    for (const id of ids) {
      await act(async () => (document.querySelector(`[data-focus-key$="/${id}"]`) as HTMLElement).click());
      hear(`[${id}]`);
    }
  };

  section('로그인');
  await app.reach('sign-in');
  await screen.findByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  const anyCode = (line: string) =>
    line.replace(/코드 [A-Z0-9 -]+을/, '코드 A B C D - 1 2 3 4을').replace(/127\.0\.0\.1:\d+/, 'bora.example');
  lines.push(...guide.heard().map(anyCode));
  await press('down');
  await app.press('up', 'ok');
  await waitFor(() => expect(app.focusKey()).toMatch(/^sign-in\/email\//));
  hear('[이메일로 로그인]');
  await type('b', 'o');
  await press('right', 'down');

  section('프로필');
  await act(async () => {
    const { token } = await signIn(app.api, DEMO.email, DEMO.password, { platform: 'tizen' });
    app.stores.session.getState().signIn(token);
  });
  await reach('profiles');
  await press('right', 'left', 'down', 'up');

  section('홈');
  await app.press('ok');
  await reach('home');
  await press('right', 'left', 'down', 'right', 'down', 'left', 'up');
  await app.press('left', 'left', 'left');
  hear('[왼쪽 끝까지]');
  await press('down', 'right');

  section('작품');
  await act(async () => {
    window.history.replaceState(null, '', `#/items/${DEMO.lastTrain}`);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await reach('item');
  await press('right', 'right');
  await press('ok', 'right', 'back');
  section('회차');
  await press('down', 'right');

  section('재생');
  await app.press('ok');
  await app.reach('player');
  await waitFor(() => expect(app.engines[0]?.loads).toHaveLength(1));
  const engine = app.engines[0] as FakeEngine;
  await act(async () => engine.report('playing', 0));
  hear('(재생을 시작해요)');
  await act(() => clock.pass(4_000));
  await act(async () => engine.playOn(0, 4));
  hear('(4초가 지나요)');
  await act(async () => engine.emit({ type: 'position', positionSeconds: 8 }));
  hear('(오프닝이 시작돼요)');
  await press('back', 'up', 'right', 'ok', 'ok', 'down');
  await press('right', 'ok', 'down', 'down', 'right', 'back');

  section('알림과 대화상자');
  await act(async () => app.platform.setOnline(false));
  hear('(네트워크가 끊겨요)');
  await act(async () => app.platform.setOnline(true));
  hear('(다시 연결돼요)');
  await act(async () => engine.report('buffering'));
  await act(() => clock.pass(500));
  hear('(받는 중이에요)', true);
  await act(async () => engine.report('ended', 1440));
  hear('(끝까지 봤어요)');
  await press('right');
  await app.press('back');
  await app.reach('item');
  // The remaining time may be rendered before or after the focus moves.
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/남음/));
  guide.heard();
  await press('left', 'right');

  section('검색');
  await act(async () => {
    window.history.replaceState(null, '', '#/search');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await reach('search');
  await press('right', 'right');
  await type('ㅁ', 'ㅏ', 'ㄱ');
  await waitFor(() => expect(screen.getByText(/‘막’ 검색 결과 \d/)).toBeVisible());
  hear('(결과가 와요)');

  section('설정');
  await act(async () => {
    window.history.replaceState(null, '', '#/settings');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await reach('settings');
  await press('down', 'down', 'down', 'right', 'ok', 'down');

  section('끝내기');
  await app.press('back');
  await app.reach('home');
  hear('(홈으로 와요)');
  await press('back', 'right', 'back');

  await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('spoken.txt');
});
