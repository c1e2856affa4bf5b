// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#src/api/client/api-error.ts';
import { WriteReviewDialog } from '#src/features/reviews/write-review-dialog.tsx';
import { PinDialog } from '#src/features/profiles/pin-dialog.tsx';
import { dialogSteps } from '#src/screens/profile-edit/edit-steps.tsx';
import { NewProfileForm } from '#src/screens/profile-edit/new-profile-form.tsx';
import { NameStep } from '#src/screens/profile-edit/name-step.tsx';
import { EmailSignInScreen } from '#src/screens/sign-in/email-sign-in-screen.tsx';
import { startParts, turn } from '#tests/support/app/parts.ts';
import { buildProfile } from '#tests/support/build.ts';

/* Forms on the television: what a step says and sends, and where it leads. */

afterEach(cleanup);
const nothing = () => undefined;

describe.each([false, true])('a name that is typed (with the set’s keyboard: %j)', (deviceKeyboard) => {
  test('loses its problem with the next letter', async () => {
    const { stores, wrapper, platform, press, pressKey } = startParts();
    stores.settings.getState().change({ deviceKeyboard });
    const onEnter = vi.fn();
    render(createElement(NameStep, { name: '', imageUrl: '', onEnter, onBack: nothing }), { wrapper });
    if (deviceKeyboard) await press('입력 완료');
    else await pressKey('fast-forward');
    expect(screen.getByText('이름을 입력해 주세요.')).toBeDefined();
    expect(onEnter).not.toHaveBeenCalled();
    act(() => platform.type('a'));
    await turn();
    expect(screen.queryByText('이름을 입력해 주세요.')).toBeNull();
  });
});

test('a new profile returns to the row of each step that was opened from it', async () => {
  const { wrapper, platform, press, pressKey, focusKey } = startParts();
  const images = [1, 2].map((id) => ({ id, name: `그림 ${id}`, url: `http://127.0.0.1/${id}.webp` }));
  render(createElement(NewProfileForm, { images, profiles: [buildProfile()], onLeave: nothing }), { wrapper });
  await turn();
  act(() => platform.type('a'));
  await pressKey('fast-forward');
  expect(focusKey()).toBe('profile-edit/create');
  await press(/^그림, 그림 2/);
  await pressKey('left');
  await pressKey('ok');
  expect(focusKey()).toBe('profile-edit/picture');
  expect(screen.getByLabelText(/^그림, 그림 1/)).toBeDefined();
  await press(/^이름/);
  await pressKey('fast-forward');
  expect(focusKey()).toBe('profile-edit/create');
  await press(/^연령 제한/);
  await press(/^12세/);
  expect(focusKey()).toBe('profile-edit/age');
});

test.each([
  ['the owner', true, true],
  ['another profile', false, false],
])('%s is offered a way out of a forgotten PIN: %j', async (_, isOwner, isOffered) => {
  const { stores, wrapper } = startParts();
  const profile = buildProfile({ has_pin: true, is_owner: isOwner });
  stores.session.getState().signIn('account');
  stores.session.getState().chooseProfile('token', profile);
  const editing = { step: 'old-pin-change', toList: nothing, setStep: nothing, setPin: nothing, changePin: nothing };
  const step = dialogSteps['old-pin-change']!;
  render(createElement(step, { profile, images: [], editing: editing as never, onLeave: nothing }), { wrapper });
  await turn();
  expect(screen.queryByText(/잊었/) !== null).toBe(isOffered);
});

test('a digit of a PIN that is held counts once', async () => {
  const { wrapper, platform, clock, pressKey } = startParts();
  const onEnter = vi.fn();
  const dialog = { title: '민수', problem: null, isBusy: false, onEnter, onCancel: nothing, onForgotten: undefined };
  render(createElement(PinDialog, dialog), { wrapper });
  await turn();
  for (let down = 0; down < 4; down += 1) {
    await act(async () => platform.keyDown('1'));
    await act(async () => clock.advance(500));
  }
  await act(async () => platform.keyUp('1'));
  for (const digit of ['2', '3', '4'] as const) await pressKey(digit);
  expect(onEnter.mock.calls).toEqual([['1234']]);
});

test('a review that is on its way is not sent again', async () => {
  const call = vi.fn(() => new Promise(nothing));
  const { wrapper, pressKey } = startParts({ call: call as never });
  const mine = { itemId: 1, itemName: '달빛 여우', mine: null, draft: '좋아요' };
  const handlers = { onDraft: nothing, onSaved: nothing, onDone: nothing, onClose: nothing };
  render(createElement(WriteReviewDialog, { ...mine, ...handlers }), { wrapper });
  await turn();
  await pressKey('fast-forward');
  await pressKey('fast-forward');
  expect(call).toHaveBeenCalledOnce();
});

test('a code that is asked for again begins without the digits of the last one', async () => {
  const asked = new ApiError({ code: 'SECOND_FACTOR_REQUIRED', message: '앱의 코드', status: 401 });
  const { wrapper, platform, pressKey } = startParts({ call: () => Promise.reject(asked) });
  const options = { email: 'a@bora.example', startsAt: 'password' as const, onLeave: nothing, onForgotten: nothing };
  render(createElement(EmailSignInScreen, options), { wrapper });
  await turn();
  act(() => platform.type('secret'));
  await pressKey('fast-forward');
  expect(await screen.findByText('앱의 코드')).toBeDefined();
  await act(async () => platform.type('123'));
  expect(screen.getByRole('textbox', { name: /인증 코드/ }).textContent).toContain('123');
  await pressKey('back');
  await pressKey('fast-forward');
  expect(await screen.findByText('앱의 코드')).toBeDefined();
  expect(screen.getByRole('textbox', { name: /인증 코드/ }).textContent).not.toContain('123');
});
