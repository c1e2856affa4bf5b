import { describe, expect, test, vi } from 'vitest';
import {
  createPhonePairing,
  HAND_OVER_MS,
  IDLE_MS,
  MAXIMUM_RENEWALS,
  type PhoneFieldSpec,
  type RemoteInput,
} from '#src/features/phone-keyboard/phone-pairing.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

const EMAIL: PhoneFieldSpec = { name: '이메일', kind: 'email', done_label: '다음', max_length: 254 };
const PASSWORD: PhoneFieldSpec = { ...EMAIL, name: '비밀번호', kind: 'password' };
const OVER = new Error('over');

/** A pairing with a server in memory: `tell` answers the waiting call. */
function start() {
  const detaches: (() => void)[] = [];
  expectNothingLeft(async () => {
    detaches.forEach((detach) => detach());
    clock.advance(HAND_OVER_MS);
    await end();
  });
  const clock = createFakeClock();
  const platform = createFakePlatform();
  let codes = 0;
  const signals: AbortSignal[] = [];
  let state: RemoteInput = { revision: 0, field: { number: 0 }, text: '', cnt_done: 0, is_joined: false };
  let waiting: { resolve: (input: RemoteInput) => void; reject: (error: unknown) => void } | null = null;
  const tell = async (changes: Partial<RemoteInput>) => {
    state = { ...state, revision: state.revision + 1, ...changes };
    waiting?.resolve(state);
    await settled();
  };
  const calls = {
    open: vi.fn((_key: string, _field: PhoneFieldSpec, text: string) => {
      codes += 1;
      state = { revision: 0, field: { number: 0 }, text, cnt_done: 0, is_joined: false };
      return Promise.resolve({ code: `CODE-000${codes}`, url: `http://bora.test/input?code=${codes}` });
    }),
    wait: vi.fn((_key: string, _code: string, _after: number, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<RemoteInput>((resolve, reject) => (waiting = { resolve, reject }));
    }),
    write: vi.fn((_key: string, _code: string, { text }: { text: string; change: number }) => {
      state = { ...state, revision: state.revision + 1, text };
      return Promise.resolve(state);
    }),
    change: vi.fn((_key: string, _code: string, body: { field?: PhoneFieldSpec; text?: string }) => {
      if (body.field) state = { ...state, field: { number: state.field.number + 1 }, text: body.text ?? '' };
      state = { ...state, revision: state.revision + 1 };
      return Promise.resolve(state);
    }),
    close: vi.fn(() => Promise.resolve()),
    isOver: (error: unknown) => error === OVER,
  };
  const { lifecycle } = platform;
  const pairing = createPhonePairing<PhoneFieldSpec>({ clock, lifecycle, calls, createKey: () => 'k'.repeat(64) });
  /** A field that draws the value it is given. */
  const field = (spec: PhoneFieldSpec, value = '') => {
    const drawn = { value, problem: null as string | null, done: [] as string[] };
    const props = () => ({
      value: drawn.value,
      problem: drawn.problem,
      onChange: (next: string) => void (drawn.value = next),
      onDone: () => void drawn.done.push(drawn.value),
    });
    const detach = pairing.attach(spec, props());
    detaches.push(detach);
    const draw = () => pairing.update(props());
    const type = (next: string) => {
      drawn.value = next;
      draw();
    };
    return { drawn, draw, type, detach };
  };
  const end = async () => {
    waiting?.reject(OVER);
    await settled();
  };
  return { clock, platform, calls, signals, pairing, field, tell, end };
}

describe('a text field', () => {
  test('requests a code only after a second without keys', async () => {
    const { clock, calls, pairing, field } = start();
    const { type } = field(EMAIL);
    clock.advance(IDLE_MS - 1);
    type('a');
    clock.advance(IDLE_MS - 1);
    expect(calls.open).not.toHaveBeenCalled();
    clock.advance(1);
    await settled();
    expect(calls.open.mock.calls[0]!.slice(1)).toEqual([EMAIL, 'a']);
    expect(pairing.view()).toEqual({ code: 'CODE-0001', url: 'http://bora.test/input?code=1', isJoined: false });
  });

  test('gives up its long poll before it closes the code, which would answer it with an error', async () => {
    const { clock, calls, signals, field } = start();
    const { detach } = field(EMAIL);
    await clock.pass(IDLE_MS);
    const states: boolean[] = [];
    calls.close.mockImplementation(() => {
      states.push(signals[0]!.aborted);
      return Promise.resolve();
    });
    detach();
    expect(signals[0]!.aborted).toBe(false);
    await clock.pass(HAND_OVER_MS);
    expect(states).toEqual([true]);
  });

  test('shows the phone’s text, and submits the finished one once it is drawn', async () => {
    const { clock, pairing, field, tell } = start();
    const { drawn, draw } = field(EMAIL);
    await clock.pass(IDLE_MS);
    await tell({ is_joined: true });
    expect(pairing.view()?.isJoined).toBe(true);
    await tell({ text: '하' });
    await tell({ text: '한', cnt_done: 1 });
    expect(drawn).toMatchObject({ value: '한', done: [] });
    draw();
    draw();
    expect(drawn.done).toEqual(['한']);
  });

  test('sends what the remote types only after a phone has joined, a held key as one change', async () => {
    const { clock, calls, field, tell } = start();
    const { type } = field(EMAIL);
    await clock.pass(IDLE_MS);
    type('a');
    await clock.pass(1000);
    expect(calls.write).not.toHaveBeenCalled();
    await tell({ is_joined: true });
    type('ab');
    type('abc');
    await clock.pass(1000);
    expect(calls.write.mock.calls.map(([, , { text, change }]) => [text, change])).toEqual([['abc', 1]]);
  });

  test('keeps a key that was pressed before the phone’s text came, and does not submit the phone’s', async () => {
    const { clock, calls, field, tell } = start();
    const { drawn, draw, type } = field(EMAIL);
    await clock.pass(IDLE_MS);
    await tell({ is_joined: true });
    type('b');
    await tell({ text: 'from the phone', cnt_done: 1 });
    draw();
    expect(drawn).toMatchObject({ value: 'b', done: [] });
    await clock.pass(1000);
    expect(calls.write.mock.calls.at(-1)?.[2].text).toBe('b');
  });

  test('tells joined phones its error', async () => {
    const { clock, calls, field, tell } = start();
    const { drawn, draw } = field(EMAIL);
    await clock.pass(IDLE_MS);
    await tell({ is_joined: true });
    drawn.problem = '이메일 주소를 확인해 주세요.';
    draw();
    expect(calls.change.mock.calls.at(-1)?.[2]).toEqual({ problem: '이메일 주소를 확인해 주세요.' });
  });
});

describe('a form', () => {
  test('keeps its code in the next field, which ignores late answers of the earlier one', async () => {
    const { clock, calls, pairing, field, tell } = start();
    const first = field(EMAIL);
    await clock.pass(IDLE_MS);
    first.detach();
    await clock.pass(HAND_OVER_MS - 1000);
    const second = field(PASSWORD);
    await settled();
    await tell({ text: 'late', field: { number: 0 } });
    expect(second.drawn.value).toBe('');
    await tell({ text: 'secret', field: { number: 1 } });
    expect([first.drawn.value, second.drawn.value]).toEqual(['', 'secret']);
    expect([calls.open.mock.calls.length, calls.close.mock.calls.length]).toEqual([1, 0]);
    expect(pairing.view()?.code).toBe('CODE-0001');
  });

  test('ends the code when no field follows, and when the app is hidden', async () => {
    const { clock, platform, calls, pairing, field } = start();
    const { detach } = field(EMAIL);
    await clock.pass(IDLE_MS);
    platform.setHidden(true);
    expect([calls.close.mock.calls.length, pairing.view()]).toEqual([1, null]);
    platform.setHidden(false);
    await clock.pass(IDLE_MS);
    expect(pairing.view()?.code).toBe('CODE-0002');
    detach();
    await clock.pass(HAND_OVER_MS);
    expect([calls.close.mock.calls.length, pairing.view()]).toEqual([2, null]);
    expect(clock.running()).toBe(0);
  });
});

test('a code that has ended is replaced, but not for ever without a phone', async () => {
  const { clock, calls, pairing, field, end } = start();
  const { type } = field(EMAIL);
  await clock.pass(IDLE_MS);
  for (let renewal = 0; renewal < MAXIMUM_RENEWALS + 2; renewal += 1) {
    await end();
    await clock.pass(IDLE_MS);
  }
  expect([calls.open.mock.calls.length, pairing.view()]).toEqual([MAXIMUM_RENEWALS, null]);
  type('a');
  await clock.pass(IDLE_MS);
  expect(pairing.view()).not.toBeNull();
});

test('a server that opens no code is asked less and less often', async () => {
  const { clock, calls, field } = start();
  calls.open.mockImplementation(() => Promise.reject(new Error('away')));
  field(EMAIL);
  await clock.pass(120_000);
  expect(calls.open.mock.calls.length).toBeLessThan(8);
  expect(calls.open.mock.calls.length).toBeGreaterThan(3);
});
