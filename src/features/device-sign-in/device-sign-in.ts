import type { AppLifecycle, NetworkStatus } from '#platform/platform.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import { createListeners } from '#src/lib/listeners.ts';
import {
  initialState,
  nextCall,
  reduce,
  type DeviceSignInCall,
  type DeviceSignInEvent,
  type DeviceSignInState,
  type Failure,
  type IssuedCode,
  type PollAnswer,
} from './device-sign-in-machine.ts';

export interface DeviceSignInOptions {
  readonly clock: Clock;
  readonly lifecycle: AppLifecycle;
  readonly network: NetworkStatus;
  /** Neither of the two throws. */
  readonly request: () => Promise<IssuedCode | Failure>;
  readonly poll: (deviceCode: string) => Promise<PollAnswer>;
  readonly onToken: (token: string) => void;
}

export interface DeviceSignIn {
  getState(): DeviceSignInState;
  subscribe(listener: () => void): Stop;
  /** Starts polling. */
  start(): Stop;
  /** Requests a new code after a refusal; retries at once after a failure. */
  retry(): void;
}

/** Makes the calls that the machine schedules. */
export function createDeviceSignIn(options: DeviceSignInOptions): DeviceSignIn {
  const { clock, lifecycle, network, request, poll, onToken } = options;
  const changes = createListeners();
  let state = initialState(clock.now());
  let isRunning = false;
  let stopTimer: Stop = () => undefined;

  const dispatch = (event: DeviceSignInEvent) => {
    if (!isRunning) return;
    const before = state;
    state = reduce(state, event, clock.now());
    schedule();
    if (state !== before) changes.tell();
    if (state.token !== null && before.token === null) onToken(state.token);
  };

  const make = async (call: DeviceSignInCall) => {
    dispatch({ type: 'called', call });
    if (call.kind === 'poll') {
      dispatch({ type: 'answered', deviceCode: call.deviceCode, answer: await poll(call.deviceCode) });
      return;
    }
    if (state.phase !== 'waiting') return;
    const code = await request();
    dispatch('failure' in code ? { type: 'not-issued', failure: code } : { type: 'issued', code });
  };

  function schedule() {
    stopTimer();
    const next = nextCall(state);
    if (!next) return;
    const waitMs = next.atMs - clock.now();
    if (waitMs > 0) stopTimer = clock.after(waitMs, schedule);
    else void make(next.call);
  }

  return {
    getState: () => state,
    subscribe: changes.subscribe,
    start() {
      isRunning = true;
      const ends = [
        lifecycle.subscribe((visibility) => dispatch({ type: visibility })),
        network.subscribe((isOnline) => {
          if (isOnline && state.problem !== null) dispatch({ type: 'retry' });
        }),
      ];
      dispatch({ type: lifecycle.isHidden() ? 'hidden' : 'visible' });
      return () => {
        isRunning = false;
        stopTimer();
        ends.forEach((end) => end());
      };
    },
    retry: () => dispatch({ type: 'retry' }),
  };
}
