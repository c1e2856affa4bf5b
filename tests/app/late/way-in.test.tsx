import { act } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { login } from '#contract/accounts.ts';
import { signIn } from '#src/api/accounts.ts';
import { DEMO, startApp, type RunningApp } from '#tests/support/app/app.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { LIBRARY_STEPS, READ_STEPS, REVIEW_STEPS } from './library-steps.ts';
import { PLAYER_STEPS } from './player-steps.ts';
import { PROFILE_STEPS, SETTINGS_STEPS } from './settings-steps.ts';
import { titleSteps } from './title-steps.ts';
import { expectUnnoticed, rest, type Leaving } from './tour.ts';
import { leaveForms, wayInSteps } from './way-in-steps.ts';

/** Calls without a row, and why none applies. */
const WITHOUT_A_ROW: Partial<Record<EndpointName, string>> = {
  getStatus: 'asked before there is a viewer; the newest answer applies to every screen',
  logout: 'same-screen.test.tsx',
  leaveAccount: 'same-screen.test.tsx',
  getMyProfile: 'same-screen.test.tsx: asked at a start without the profile picker',
  addWatchTime: 'player.test.tsx: the end of a daily time has to be brought about',
  getOwnPreview: 'for the home of the television, not for a screen: tests/unit/app/home-tiles.test.ts',
  reportCrash: 'no screen asks; its answer only removes the stored crash',
  listReleases: 'public: the same for every viewer',
  getPreparedVideo: 'no screen shows its answer: tests/unit/app/preparer.test.ts',
  getInput: 'waits for a phone for seconds: tests/unit/features/phone-pairing.test.ts',
  writeInput: 'needs a phone: tests/unit/features/phone-pairing.test.ts',
  changeInput: 'needs a phone: tests/unit/features/phone-pairing.test.ts',
  confirmSecondFactor:
    'sent by the same dialog as beginSecondFactor, once its mail has come: account/second-factor.test.tsx',
  endSecondFactor: 'sent by the same dialog as beginSecondFactor, once it is on: account/second-factor.test.tsx',
};

/** The endpoints that the app imports from the contract. */
function endpointsOfApp(): EndpointName[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const imported = files.flatMap((path) =>
    Array.from(
      readFileSync(`src/${path}`, 'utf8').matchAll(/import \{([^}]*)\} from '#contract\//g),
      ([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0]),
    ).flat(),
  );
  return (Object.keys(endpoints) as EndpointName[]).filter((name) => imported.includes(name));
}

test('every call of the app has a row in which its answer comes late, or a reason', () => {
  const clock = createFakeClock();
  const steps = [
    titleSteps(clock),
    REVIEW_STEPS,
    LIBRARY_STEPS,
    READ_STEPS,
    SETTINGS_STEPS,
    PROFILE_STEPS,
    PLAYER_STEPS,
  ];
  const rows = [...steps, wayInSteps(clock, '')].flatMap((each) => each.flatMap(({ calls }) => calls));
  const reasons = Object.keys(WITHOUT_A_ROW) as EndpointName[];
  const used = endpointsOfApp();
  expect(used.length).toBeGreaterThan(80);
  expect(used.filter((name) => !rows.includes(name) && !reasons.includes(name))).toEqual([]);
  expect(reasons.filter((name) => rows.includes(name) || !used.includes(name))).toEqual([]);
});

const start = async () => {
  const clock = createFakeClock();
  const app = startApp({ clock });
  await app.reach('sign-in');
  return { app, clock };
};

/** A phone signs somebody in. */
async function signInByPhone(app: RunningApp) {
  const { token } = await signIn(app.api, 'free@bora.example', DEMO.password, { platform: 'web' });
  await act(async () => app.stores.session.getState().signIn(token));
  await app.reach('home');
}

test.each<Leaving>([
  { id: 'left', viewer: 'same', leave: (app) => app.press('down') },
  { id: 'lost', viewer: 'same', isLost: true, leave: (app) => app.press('down') },
  { id: 'signed-in', viewer: 'other account', leave: signInByPhone },
])('the late answers of the forms before sign-in sign nobody in ($id)', async (leaving) => {
  const { app, clock } = await start();
  await expectUnnoticed(app, wayInSteps(clock, leaving.id), leaving, leaveForms);
  await rest(app);
  // The sessions that nobody uses are ended, at the same address.
  if (leaving.isLost !== true) expect(app.wire.answered(new RegExp(`${login.path}$`))).toBeGreaterThan(1);
});
