import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import type { RemoteKey } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { PlaybackProvider, type PlaybackChoices } from '#src/features/playback/playback-context.ts';
import {
  createFocusEngine,
  createVisitMemory,
  FocusProvider,
  FocusScope,
  VisitProvider,
  type LargeMeasures,
  type VisitMemory,
} from '#src/focus/index.ts';
import { createWritable } from '#src/player/index.ts';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { createPaceStore } from '#src/stores/pace-store.ts';
import { PlatformProvider } from '#src/stores/platform-context.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { createSettingsStore } from '#src/stores/settings-store.ts';
import { StoresProvider } from '#src/stores/stores-context.ts';
import { createToastStore } from '#src/stores/toast-store.ts';
import { PhoneFieldProvider } from '#src/ui/form/phone-field-context.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from './fake-platform.ts';

/** Until the focus has settled. */
export const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

interface Options {
  /** Answers the calls of the app. */
  readonly call?: Client['call'];
  readonly large?: LargeMeasures;
  readonly choices?: PlaybackChoices;
  readonly visit?: VisitMemory;
}

/** Wraps a part of a screen in the app's contexts, without a server: `call` answers, by default never. */
export function startParts({
  call = () => new Promise(() => undefined),
  large,
  choices = { speed: 1, height: null },
  visit = createVisitMemory(),
}: Options = {}) {
  const platform = createFakePlatform();
  const clock = createFakeClock();
  const session = createSessionStore(platform.cookies);
  const settings = createSettingsStore(platform.storage, session, platform.captions);
  const stores = { session, settings, toasts: createToastStore(), pace: createPaceStore() };
  const queryClient = createQueryClient();
  const engine = createFocusEngine({ ...platform, clock, largeMeasures: () => large ?? null });
  const playback = { clock, choices: createWritable(choices) };
  const api = { call, asNow: () => api } as Client;
  const wrapper = ({ children }: { children: ReactNode }) =>
    [
      (inner: ReactNode) =>
        createElement(PhoneFieldProvider, { value: () => new Promise<never>(() => undefined) }, inner),
      (inner: ReactNode) => createElement(VisitProvider, { visit, initialKey: 'first', children: inner }),
      (inner: ReactNode) => createElement(FocusScope, { focusKey: 'app', axis: 'column', children: inner }),
      (inner: ReactNode) => createElement(FocusProvider, { engine, children: inner }),
      (inner: ReactNode) => createElement(QueryClientProvider, { client: queryClient }, inner),
      (inner: ReactNode) => createElement(PlaybackProvider, { value: playback as never }, inner),
      (inner: ReactNode) => createElement(ClockProvider, { value: clock }, inner),
      (inner: ReactNode) => createElement(ApiProvider, { value: api }, inner),
      (inner: ReactNode) => createElement(StoresProvider, { value: stores }, inner),
      (inner: ReactNode) => createElement(PlatformProvider, { value: platform }, inner),
    ].reduce((inner, around) => around(inner), children);
  const pressKey = async (key: RemoteKey) => {
    await act(async () => platform.press(key));
    await turn();
  };
  /** Gives something the focus and presses OK. */
  const press = async (name: RegExp | string) => {
    await turn();
    await act(async () => engine.focus(screen.getByLabelText(name).dataset['focusKey']!));
    await pressKey('ok');
  };
  const focus = async (key: string) => {
    await act(async () => engine.focus(key));
    await turn();
  };
  const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];
  return { platform, clock, stores, queryClient, focus, focusKey, choices: playback.choices, wrapper, press, pressKey };
}
