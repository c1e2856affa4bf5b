import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { signIn } from '#src/api/accounts.ts';
import { UNREAD_KEY } from '#src/api/client/unread-key.ts';
import { createProfile, openProfile } from '#src/api/profiles.ts';
import { systemClock } from '#src/lib/clock.ts';
import { DEMO, type RunningApp } from '#tests/support/app/app.tsx';

/** One way in which a viewer makes the app call. */
export interface Step {
  /** The calls that are made, whose answers come late. */
  readonly calls: readonly EndpointName[];
  /** Reads of a screen: the app no longer waits for them once the viewer has left. */
  readonly isAborted?: boolean;
  /** The message that appears on any screen. */
  readonly told?: RegExp;
  /** Who sees the message. Default: only the viewer who made the call. */
  readonly toldTo?: 'account' | 'everybody';
  /** Prepares what the step needs, before answers are held. */
  readonly prepare?: (app: RunningApp) => Promise<unknown>;
  /** Makes the calls by addresses, keys and the pointer. Starts at home. */
  readonly make: (app: RunningApp) => Promise<unknown>;
}

/** What the viewer does before the answers come. */
export interface Leaving {
  readonly id: string;
  /** Whether the answers are lost on the way instead. */
  readonly isLost?: boolean;
  /** Who uses the app when the answers come. For another viewer, no cached answer may change. */
  readonly viewer: 'same' | 'other profile' | 'other account';
  readonly leave: (app: RunningApp) => Promise<unknown>;
}

export const go = (hash: string) => act(async () => void (window.location.hash = hash));

/** Opens an address and waits for its screen. */
export async function open(app: RunningApp, hash: string, screenName: string): Promise<void> {
  await go(hash);
  await app.reach(screenName);
}

/** Presses an element as a pointer does, as soon as it is there. */
export async function press(focusKey: string | RegExp): Promise<void> {
  const find = () =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-focus-key]')).find(
      ({ dataset: { focusKey: key = '' } }) => (typeof focusKey === 'string' ? key === focusKey : focusKey.test(key)),
    );
  await waitFor(() => expect(find(), String(focusKey)).toBeDefined());
  await act(async () => find()?.click());
}

export const type = (app: RunningApp, text: string) => act(async () => app.platform.type(text));

const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

/** Waits until every call is answered and handled; a call that follows another begins some turns later. */
export async function rest(app: RunningApp): Promise<void> {
  for (let quiet = 0; quiet < 4;) {
    await turn();
    quiet = app.wire.pending() === 0 ? quiet + 1 : 0;
  }
}

const screenName = () => document.querySelector('main')?.dataset['screen'];
const dialogs = () =>
  Array.from(document.querySelectorAll('[role=dialog]'), (dialog) => dialog.getAttribute('aria-label'));

/** Returns to home by Back, or by the stop key of a player. */
export async function goHome(app: RunningApp): Promise<void> {
  const where = () => [window.location.hash, screenName(), dialogs().length];
  const isThere = () => where().join() === '#/home,home,0';
  for (let step = 0; step < 6 && !isThere(); step += 1) {
    await app.press(screenName() === 'player' && dialogs().length === 0 ? 'stop' : 'back');
    // The history follows the visits a moment later.
    await turn();
  }
  await waitFor(() => expect(where()).toEqual(['#/home', 'home', 0]));
}

const LOUD = /^(attach|load|play|seek)$/;

const numbers = new WeakMap<object, number>();
let lastNumber = 0;
/** Tells one answer from another without comparing all of it. */
const numberOf = (answer: unknown) => {
  if (typeof answer !== 'object' || answer === null) return answer;
  if (!numbers.has(answer)) numbers.set(answer, (lastNumber += 1));
  return numbers.get(answer);
};

/** The profile whose home is stored, unless it watches now. */
function ownerOfHome(app: RunningApp): string | null {
  const { owner } = JSON.parse(app.platform.storage.get('home') ?? '{}') as { owner?: string };
  const own = app.stores.session.getState().lastProfile?.profile.id;
  return owner === undefined || (own !== undefined && owner.startsWith(own)) ? null : owner;
}

/** What a viewer sees and hears, and what the app knows. */
const look = (app: RunningApp, { viewer }: Leaving) => {
  const isOther = viewer !== 'same';
  const { accountToken, lastProfile, isProfileChosen } = app.stores.session.getState();
  const known = app.queryClient.getQueryCache().getAll();
  const answers = known.map(({ queryHash, state }) => `${queryHash} ${String(numberOf(state.data))}`).sort();
  return {
    address: window.location.hash,
    screen: screenName(),
    focus: app.focusKey(),
    dialogs: dialogs(),
    toast: app.stores.toasts.getState().toast?.text ?? null,
    session: { accountToken, lastProfile, isProfileChosen },
    cookie: app.platform.cookies.get('session'),
    loud: app.engines.flatMap(({ calls }) => calls.filter((call) => LOUD.test(call))),
    screensaver: app.platform.screensaverCalls.at(-1) ?? true,
    // The same viewer may find the answers of a screen later.
    answers: isOther ? answers : null,
    home: isOther ? ownerOfHome(app) : null,
  };
};

const mayBeTold = ({ told, toldTo }: Step, { viewer, isLost = false }: Leaving) =>
  told !== undefined &&
  !isLost &&
  (viewer === 'same' || toldTo === 'everybody' || (viewer === 'other profile' && toldTo === 'account'));

/** Dismisses what was told before, so that a toast is new. */
const dismiss = (app: RunningApp) =>
  act(async () => {
    const { toast, dismiss: end } = app.stores.toasts.getState();
    if (toast) end(toast.id);
  });

/** Reads that ended when the viewer left: once for the viewer who stays, and once for another one. */
const isWorthWalking = (leaving: Leaving) => (step: Step) =>
  step.isAborted !== true || leaving.id === 'back' || leaving.id === 'other-account';

/**
 * Waits for the number of unread notifications, which the app asks for two seconds after another viewer's home was answered. On a
 * clock of the test it does not ask.
 */
async function restAtHome(app: RunningApp, { viewer }: Leaving): Promise<void> {
  if (viewer !== 'same' && screenName() === 'home' && app.clock === systemClock)
    await waitFor(() => expect(app.queryClient.getQueryState(UNREAD_KEY)?.status).toBe('success'));
  await rest(app);
}

/** Makes the calls of all steps, leaves, and lets one answer after the other go: the viewer notices none of them. */
export async function expectUnnoticed(
  app: RunningApp,
  steps: readonly Step[],
  leaving: Leaving,
  leaveStep: (app: RunningApp) => Promise<void> = goHome,
): Promise<void> {
  const held: { step: Step; name: EndpointName; answers: ReturnType<RunningApp['wire']['holdAnswer']> }[] = [];
  for (const step of steps.filter(isWorthWalking(leaving))) {
    await step.prepare?.(app);
    const own = step.calls.map((name) => ({ step, name, answers: app.wire.holdAnswer(endpoints[name]) }));
    await step.make(app);
    await waitFor(() =>
      expect(
        own
          .filter(({ answers }) => answers.count() === 0)
          .map(({ name }) => `${name} was not called; the focus is on ${app.focusKey()}`),
      ).toEqual([]),
    );
    own.forEach(({ answers }) => answers.holdNoMore());
    held.push(...own);
    await leaveStep(app);
    for (const { name, answers } of step.isAborted ? own : [])
      expect(answers.aborted(), `${name} is no longer waited for`).toBe(answers.count());
  }
  await leaving.leave(app);
  await restAtHome(app, leaving);
  for (const { step, name, answers } of held) {
    await dismiss(app);
    const before = look(app, leaving);
    if (leaving.isLost) answers.lose();
    else answers.release();
    await rest(app);
    const after = look(app, leaving);
    const isTold = mayBeTold(step, leaving);
    if (isTold) expect(after.toast).toMatch(step.told!);
    expect(isTold ? { ...after, toast: null } : after, `${leaving.id}, then ${name}`).toEqual(before);
  }
}

/** The viewer is on home and has moved the focus. */
const stay: Leaving = { id: 'back', viewer: 'same', leave: (app) => app.press('down') };

/** The television shows something else. */
export const hide: Leaving = {
  id: 'hidden',
  viewer: 'same',
  leave: (app) => act(async () => app.platform.setHidden(true)),
};

/** Signed out by another device. The answers do not arrive at all. */
const signedOut: Leaving = {
  id: 'signed-out',
  viewer: 'other account',
  isLost: true,
  async leave(app) {
    await act(async () => app.stores.session.getState().signOut());
    await app.reach('sign-in');
  },
};

/** Another account is signed in by then. */
export const otherAccount: Leaving = {
  id: 'other-account',
  viewer: 'other account',
  async leave(app) {
    await act(async () => app.stores.session.getState().signOut());
    await app.reach('sign-in');
    const { token } = await signIn(app.api, 'free@bora.example', DEMO.password, { platform: 'web' });
    // An account with one profile skips the profile picker.
    await act(async () => app.stores.session.getState().signIn(token));
    await app.reach('home');
  },
};

/** Another profile of the same account watches by then. */
const otherProfile: Leaving = {
  id: 'other-profile',
  viewer: 'other profile',
  async leave(app) {
    const { id } = await createProfile(app.api, { name: '다른 이', default_image_id: 5 });
    const { token, profile } = await openProfile(app.api, id, null);
    await act(async () => app.stores.session.getState().leaveProfile());
    await app.reach('profiles');
    await act(async () => app.stores.session.getState().chooseProfile(token, profile));
    await app.reach('home');
  },
};

export const LEAVINGS: readonly (readonly [name: string, leaving: Leaving])[] = [
  ['Back', stay],
  ['a sign-out', signedOut],
  ['a sign-in of another account', otherAccount],
  ['a change of the profile', otherProfile],
];
