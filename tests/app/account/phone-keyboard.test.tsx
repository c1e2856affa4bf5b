import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getInput, writeInput } from '#contract/inputs.ts';
import { startAtHome, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';

const typed = () => screen.getByRole('textbox', { name: '검색어' }).textContent;
const card = () => screen.queryByRole('complementary', { name: '휴대폰으로 입력' });

/** A phone that types with the app's code. */
const phoneOf = (app: RunningApp, code: string) => {
  let change = 0;
  return (text: string, isDone = false) =>
    app.api.call(writeInput, {
      params: { code },
      body: { writer: 'phone-of-test', change: (change += 1), field: 0, text, is_done: isDone },
    });
};

test('a phone searches: its text appears with results, and 찾기 moves to them', async () => {
  const clock = createFakeClock();
  const app = await startAtHome({ clock });
  await act(async () => void (window.location.hash = '#/search'));
  await app.reach('search');
  // The card's script has loaded once the code is requested.
  await waitFor(async () => {
    await act(async () => clock.advance(1000));
    expect(card()).not.toBeNull();
  });
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(card()!.textContent)![0];
  const type = phoneOf(app, code);

  await type('별');
  await waitFor(() => expect(typed()).toBe('별'));
  await act(async () => clock.advance(1000));
  await screen.findByText(/^‘별’ 검색 결과/);
  await type('별', true);
  await waitFor(() => expect(app.focusKey()).toMatch(/^search\/results-별/));

  await app.press('back');
  await app.reach('home');
  await act(async () => clock.advance(2000));
  await waitFor(() =>
    expect(app.api.call(getInput, { params: { code }, query: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' }),
  );
});
