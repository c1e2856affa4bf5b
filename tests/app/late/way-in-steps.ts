import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { answerDeviceLink } from '#contract/devices.ts';
import { signIn } from '#src/api/accounts.ts';
import { DEMO, type RunningApp } from '#tests/support/app/app.tsx';
import type { FakeClock } from '#tests/support/fake-clock.ts';
import { readCode } from '#tests/support/newcomer.ts';
import { press, rest, type, type Step } from './tour.ts';

const reachStep = (app: RunningApp, focusKey: string) =>
  waitFor(() => expect(app.focusKey()).toMatch(new RegExp(`^${focusKey}/`)));

/** Opens a form and finishes its first steps. */
async function fill(app: RunningApp, button: string, ...steps: readonly (readonly [focusKey: string, text: string])[]) {
  await press(button);
  for (const [focusKey, text] of steps) {
    await reachStep(app, focusKey);
    await type(app, text);
    await app.press('fast-forward');
  }
}

const NEW = 'sign-in/sign-up';
const FORGOTTEN = 'sign-in/forgotten';
const PASSWORD = 'bora-late-3';

/** Back out of every form, to the first screen. */
export async function leaveForms(app: RunningApp): Promise<void> {
  for (let step = 0; step < 8 && !/^sign-in\/(by-email|sign-up|forgotten)$/.test(app.focusKey() ?? ''); step += 1)
    await app.press('back');
  await waitFor(() => expect(app.focusKey()).toMatch(/^sign-in\/(by-email|sign-up|forgotten)$/));
}

/** The calls before sign-in. `id` makes the addresses of one walk different from those of the next. */
export const wayInSteps = (clock: FakeClock, id: string): readonly Step[] => [
  {
    calls: ['authorizeDevice'],
    async make(app) {
      // The panel of the first screen asks again whenever it is shown.
      await press('sign-in/by-email');
      await app.press('back');
      await press('sign-in/by-email');
    },
  },
  {
    calls: ['getDeviceToken'],
    async make(app) {
      const code = await waitFor(() => {
        const text = /[A-Z]{4}-\d{4}/.exec(document.body.textContent)?.[0];
        expect(text).toBeDefined();
        return text!;
      });
      const { token } = await signIn(app.api, DEMO.email, DEMO.password, { platform: 'web' });
      await app.api.call(answerDeviceLink, { params: { user_code: code }, body: { approve: true } }, { token });
      await act(() => clock.pass(6_000));
      await press('sign-in/by-email');
    },
  },
  {
    calls: ['login'],
    make: (app) => fill(app, 'sign-in/by-email', ['sign-in/email', DEMO.email], ['sign-in/password', DEMO.password]),
  },
  {
    calls: ['closeInput'],
    async make(app) {
      await press('sign-in/by-email');
      await reachStep(app, 'sign-in/email');
      // The card comes some time after the field is there, which may be after the focus.
      await waitFor(async () => {
        await act(() => clock.pass(2_000));
        screen.getByRole('complementary', { name: '휴대폰으로 입력' });
      });
      await app.press('back');
      // The next field of a form would take the code over.
      await act(() => clock.pass(3_000));
    },
  },
  {
    calls: ['openInput'],
    async make(app) {
      await press('sign-in/by-email');
      await reachStep(app, 'sign-in/email');
      await rest(app);
      await act(() => clock.pass(2_000));
    },
  },
  { calls: ['checkEmail'], make: (app) => fill(app, NEW, ['sign-up/email', `check-${id}@bora.example`]) },
  { calls: ['requestEmailCode'], make: (app) => fill(app, NEW, ['sign-up/email', `mail-${id}@bora.example`]) },
  {
    calls: ['confirmEmail'],
    async make(app) {
      const email = `code-${id}@bora.example`;
      await fill(app, NEW, ['sign-up/email', email]);
      await reachStep(app, 'sign-up/code');
      await type(app, await readCode(email));
    },
  },
  {
    calls: ['signUp'],
    async make(app) {
      const email = `join-${id}@bora.example`;
      await fill(app, NEW, ['sign-up/email', email]);
      await reachStep(app, 'sign-up/code');
      await type(app, await readCode(email));
      for (const focusKey of ['sign-up/password', 'sign-up/again']) {
        await reachStep(app, focusKey);
        await type(app, PASSWORD);
        await app.press('fast-forward');
      }
    },
    told: /^회원가입이 끝났어요/,
    toldTo: 'everybody',
  },
  {
    calls: ['requestPasswordReset'],
    make: (app) => fill(app, FORGOTTEN, ['forgotten/email', `nobody-${id}@bora.example`]),
  },
  {
    calls: ['resetPassword'],
    async make(app) {
      const email = `join-${id}@bora.example`;
      await fill(app, FORGOTTEN, ['forgotten/email', email]);
      await reachStep(app, 'forgotten/code');
      await type(app, await readCode(email));
      await app.press('fast-forward');
      for (const focusKey of ['forgotten/password', 'forgotten/again']) {
        await reachStep(app, focusKey);
        await type(app, `${PASSWORD}x`);
        await app.press('fast-forward');
      }
    },
    told: /^비밀번호를 바꿨어요/,
    toldTo: 'everybody',
  },
];
