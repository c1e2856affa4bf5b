import type { Stream } from '#contract/playback.ts';
import type { EngineEvent, EngineLoadRequest, EngineState, PlaybackEngine } from '#src/player/engine/engine.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';
import { hold } from '#tests/support/held.ts';

/** An engine that the test controls. */
export interface FakeEngine extends PlaybackEngine {
  readonly loads: readonly EngineLoadRequest[];
  readonly seeks: readonly number[];
  /** The calls in order, e.g. `['attach', 'load', 'play']`. */
  readonly calls: readonly string[];
  /** The outcome of the next loads. Default: `loaded`; `hang` never settles; a promise settles them with it. */
  onLoad: 'loaded' | 'hang' | PlaybackError | Promise<unknown>;
  onAttach: 'attached' | 'hang' | PlaybackError | Promise<unknown>;
  isPlayAllowed: boolean | Promise<boolean>;
  canReaddress: boolean;
  readonly readdressed: readonly (readonly Stream[])[];
  emit(event: EngineEvent): void;
  report(state: EngineState, positionSeconds?: number): void;
  /** Plays `seconds` of media with four time updates a second. */
  playOn(fromSeconds: number, seconds: number): void;
  subscriptions(): number;
}

/** Loads at once, is 1,440 s long, and plays on request. */
export function createFakeEngine(): FakeEngine {
  const listeners = new Set<(event: EngineEvent) => void>();
  const loads: EngineLoadRequest[] = [];
  const seeks: number[] = [];
  const calls: string[] = [];
  const readdressed: (readonly Stream[])[] = [];
  let isDestroyed = false;
  let release = () => undefined as void;

  const answer = <T>(how: string | PlaybackError | Promise<unknown>, value: T): Promise<T> => {
    if (how instanceof Promise) return how.then(() => value);
    if (how === 'hang') return new Promise(() => undefined);
    return typeof how === 'string' ? Promise.resolve(value) : Promise.reject(how);
  };

  const engine: FakeEngine = {
    loads,
    seeks,
    calls,
    onLoad: 'loaded',
    onAttach: 'attached',
    isPlayAllowed: true,
    canReaddress: true,
    readdressed,
    emit: (event) => Array.from(listeners).forEach((listener) => listener(event)),
    report(state, positionSeconds) {
      engine.emit({ type: 'state', state });
      if (positionSeconds !== undefined) engine.emit({ type: 'position', positionSeconds });
    },
    playOn(fromSeconds, seconds) {
      for (let quarter = 1; quarter <= seconds * 4; quarter += 1)
        engine.emit({ type: 'position', positionSeconds: fromSeconds + quarter / 4 });
    },
    subscriptions: () => listeners.size,
    attach() {
      calls.push('attach');
      release();
      if (!isDestroyed) release = hold('attached engine');
      return answer(engine.onAttach, undefined);
    },
    async load(request) {
      calls.push('load');
      loads.push(request);
      const outcome = await answer(engine.onLoad, 'loaded' as const);
      if (!isDestroyed) engine.emit({ type: 'duration', durationSeconds: 1_440 });
      return outcome;
    },
    play() {
      calls.push('play');
      if (engine.isPlayAllowed === true) engine.report('playing');
      return Promise.resolve(engine.isPlayAllowed);
    },
    pause() {
      calls.push('pause');
      engine.report('paused');
    },
    seek(positionSeconds) {
      calls.push('seek');
      seeks.push(positionSeconds);
    },
    selectSubtitle: (lang) => void calls.push(`subtitle ${lang ?? 'off'}`),
    selectDrawing: (choice) => void calls.push(`drawing ${choice === undefined ? 'auto' : (choice ?? 'off')}`),
    selectAudio: (lang) => void calls.push(`audio ${lang}`),
    selectQuality: (height) => void calls.push(`quality ${height ?? 'auto'}`),
    setSpeed: (speed) => void calls.push(`speed ${speed}`),
    readdress(streams) {
      calls.push('readdress');
      readdressed.push(streams);
      return engine.canReaddress;
    },
    tryNetwork: () => void calls.push('try network'),
    subscribe(listener) {
      listeners.add(listener);
      const end = hold('subscription of an engine');
      return () => {
        listeners.delete(listener);
        end();
      };
    },
    unload() {
      calls.push('unload');
      return Promise.resolve();
    },
    destroy() {
      if (!isDestroyed) calls.push('destroy');
      isDestroyed = true;
      release();
      return Promise.resolve();
    },
  };
  return engine;
}
