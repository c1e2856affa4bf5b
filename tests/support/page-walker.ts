/*
 * A hand on the remote that lives in the page: thousands of keys without a way to and from the test for each of them. What is
 * here runs in the browser and is handed over as text, so it may use nothing from outside `installPageWalker`.
 */

export type WalkKey =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'ok'
  | 'back'
  | 'play-pause'
  | 'stop'
  | 'rewind'
  | 'fast-forward'
  | 'channel-up'
  | 'channel-down'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | '5';

/** What a viewer would say about where they are. */
export interface Sight {
  /** Number of the visit, screen and open dialogs: what OK opens makes another one of it. */
  readonly where: string;
  readonly focusKey: string | null;
  /** By focus key: where tiles stand, what is chosen; in the order of the document. */
  readonly seen: Readonly<Record<string, string>>;
  /** What was typed, and how far what scrolls was scrolled. */
  readonly texts: readonly string[];
}

export interface WalkReport {
  /** What was found wrong, each with the keys that led there; empty when nothing was. */
  readonly faults: readonly string[];
  readonly keys: number;
  /** How often the walk stood on each screen. */
  readonly screens: Readonly<Record<string, number>>;
  /** What was compared, where anything was. */
  readonly compared: Readonly<Record<string, number>>;
}

export interface PageWalker {
  press(key: WalkKey): void;
  /** Presses keys one after the other, each done before the next. */
  pressAll(keys: readonly WalkKey[]): Promise<void>;
  /** Waits until nothing is loading. */
  rest(): Promise<void>;
  /** What is wrong with the focus now, or null. */
  fault(): string | null;
  see(): Sight;
  /** Any key, anywhere. */
  stroll(options: { seed: number; keys: number; avoid: string }): Promise<WalkReport>;
  /** Opens things and comes back, and compares what is seen before and after. */
  thereAndBack(options: { seed: number; rounds: number; avoid: string }): Promise<WalkReport>;
  /** Reaches and leaves everything that is seen from the first focus on. */
  explore(options: { presses: number }): Promise<WalkReport>;
}

declare global {
  interface Window {
    pageWalker: PageWalker;
  }
}

/** Runs before the app's own scripts. */
export function installPageWalker(): void {
  const CODES: Record<WalkKey, number> = {
    up: 38,
    down: 40,
    left: 37,
    right: 39,
    ok: 13,
    back: 27,
    'play-pause': 10252,
    stop: 413,
    rewind: 412,
    'fast-forward': 417,
    'channel-up': 427,
    'channel-down': 428,
    red: 403,
    green: 404,
    yellow: 405,
    blue: 406,
    '5': 101,
  };
  const ARROWS = ['up', 'down', 'left', 'right'] as const;
  const LOADING = '[role="status"][aria-label="불러오는 중이에요"]';
  /** How long anything may load before it counts as never coming, in ms. */
  const PATIENCE_MS = 20_000;
  const FAULTS_TOLD = 12;

  // Calls that are on their way: the app's client uses XMLHttpRequest.
  let calls = 0;
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...body) {
    calls += 1;
    this.addEventListener('loadend', () => (calls -= 1));
    send.apply(this, body);
  };
  // A clock that can be put forward, so that answers grow old.
  let awayMs = 0;
  const { now } = Date;
  Date.now = () => now() + awayMs;

  // The frame stands still: what is asked of it must not be what is being measured.
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  const turn = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    });
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  /** What a key did is done: its own turn, what it settles, what was put off until after it. */
  const done = async () => {
    await turn();
    await turn();
  };

  const createDice = (seed: number) => {
    let state = (seed * 2_654_435_761 + 1) >>> 0;
    const next = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
    return {
      roll: (sides: number) => Math.floor(next() * sides),
      pick: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T,
    };
  };

  const focused = () => document.activeElement as HTMLElement | null;
  const keyOf = (element: Element | null) => (element as HTMLElement | null)?.dataset['focusKey'] ?? null;
  const focusKey = () => keyOf(focused());
  const screenName = () => document.querySelector('main')?.dataset['screen'] ?? 'none';
  const dialogs = () => Array.from(document.querySelectorAll('[role="dialog"]'));
  const visit = () => String((history.state as { visit?: number } | null)?.visit ?? 0);
  const where = () => `${visit()} ${location.hash} ${screenName()} ${dialogs().length}`;
  const isLoading = () => document.querySelector(LOADING) !== null;

  const keyEvent = (type: string, keyCode: number, repeat = false) =>
    (focused() ?? document.body).dispatchEvent(
      new KeyboardEvent(type, {
        keyCode,
        which: keyCode,
        bubbles: true,
        cancelable: true,
        repeat,
      } as KeyboardEventInit),
    );
  const press = (key: WalkKey) => {
    keyEvent('keydown', CODES[key]);
    keyEvent('keyup', CODES[key]);
  };
  const pressAll = async (keys: readonly WalkKey[]) => {
    for (const key of keys) {
      press(key);
      await done();
    }
  };

  const rest = async () => {
    const until = performance.now() + PATIENCE_MS;
    let quiet = 0;
    while (quiet < 2) {
      quiet = calls > 0 || isLoading() || screenName() === 'none' || screenName() === 'start' ? 0 : quiet + 1;
      await frame();
      if (performance.now() > until) throw new Error(`still loading after ${PATIENCE_MS} ms: ${where()} ${focusKey()}`);
    }
  };

  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true } as CheckVisibilityOptions);
  const isOnPanel = ({ left, right, top, bottom, width, height }: DOMRect) =>
    width > 0 && height > 0 && right > 1 && bottom > 1 && left < innerWidth - 1 && top < innerHeight - 1;

  /** The picture is what is looked at while nothing stands over it. */
  const isBarePicture = (element: HTMLElement) =>
    screenName() === 'player' && keyOf(element) === 'player/timeline' && !isVisible(element);

  const fault = (): string | null => {
    const element = focused();
    const key = keyOf(element);
    if (!element || element === document.body) return 'nothing has the focus';
    if (key === null) return `the focus is on ${element.tagName} without a key`;
    if (document.querySelectorAll(':focus').length !== 1) return 'not exactly one has the focus';
    const name = element.getAttribute('aria-label') ?? element.textContent;
    if (!/[가-힣]/.test(name)) return `${key} is called '${name}'`;
    if (element.closest('[aria-hidden="true"],[inert]')) return `${key} is hidden from the voice guide`;
    const open = dialogs();
    if (open.length > 0 && !open.some((dialog) => dialog.contains(element))) return `${key} is behind a dialog`;
    if (document.querySelectorAll('video').length > 1) return 'two videos';
    if (isBarePicture(element)) return null;
    if (!isVisible(element)) return `${key} cannot be seen`;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [marginX, marginY] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
    if (left < marginX || top < marginY || right > innerWidth - marginX || bottom > innerHeight - marginY)
      return `${key} at ${[left, top, right, bottom].map(Math.round).join()} leaves the safe area`;
    const atCentre = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (atCentre && !element.contains(atCentre) && !atCentre.contains(element))
      return `${key} is covered by ${atCentre.tagName} ${atCentre.className}`;
    return null;
  };

  const STATES = ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-current'] as const;
  const see = (): Sight => {
    const seen: Record<string, string> = {};
    for (const element of Array.from(document.querySelectorAll('[data-focus-key]'))) {
      const rect = element.getBoundingClientRect();
      if (!isOnPanel(rect) || !isVisible(element)) continue;
      const place = element.closest('[data-row-track]') ? `${Math.round(rect.left)},${Math.round(rect.top)}` : '';
      seen[keyOf(element) ?? ''] = [place, ...STATES.map((state) => element.getAttribute(state) ?? '')].join(' ');
    }
    const texts = [
      ...Array.from(
        document.querySelectorAll('[role="textbox"],input'),
        (field) => field.textContent || (field as HTMLInputElement).value,
      ),
      ...Array.from(document.querySelectorAll('main *'), ({ scrollTop, scrollLeft }) => scrollTop + scrollLeft)
        .filter((sum) => sum > 0)
        .map(String),
    ];
    return { where: where(), focusKey: focusKey(), seen, texts };
  };

  /** What of a sight is not as it was; what came besides is no loss. */
  const differences = (before: Sight, after: Sight): string[] => {
    const found: string[] = [];
    if (before.focusKey !== after.focusKey) found.push(`the focus was on ${before.focusKey}, is on ${after.focusKey}`);
    for (const key of Object.keys(before.seen)) {
      const [was, is] = [before.seen[key], after.seen[key]];
      if (is === undefined) found.push(`${key} is gone`);
      else if (was !== is) found.push(`${key} was ${was}, is ${is}`);
    }
    const order = (sight: Sight, other: Sight) => Object.keys(sight.seen).filter((key) => key in other.seen);
    if (order(before, after).join() !== order(after, before).join()) found.push('the order is another');
    if (before.texts.join('|') !== after.texts.join('|'))
      found.push(`texts were ${before.texts.join('|')}, are ${after.texts.join('|')}`);
    return found;
  };

  const createRecord = () => {
    const faults: string[] = [];
    const known = new Set<string>();
    const screens: Record<string, number> = {};
    const compared: Record<string, number> = {};
    const last: string[] = [];
    let keys = 0;
    return {
      faults,
      compared,
      isKnown: (what: string) => known.has(what.replace(/\d+/g, '#')),
      isEnough: () => faults.length >= FAULTS_TOLD,
      step(key: string) {
        keys += 1;
        last.push(`${key} -> ${screenName()} ${focusKey()}`);
        if (last.length > 8) last.shift();
        screens[screenName()] = (screens[screenName()] ?? 0) + 1;
      },
      note(key: string) {
        last.push(key);
      },
      tell(what: string) {
        // The same again tells nothing new.
        const kind = what.replace(/\d+/g, '#');
        if (known.has(kind)) return;
        known.add(kind);
        faults.push(`[key ${keys}] ${location.hash} ${what}\n      ${last.join('\n      ')}`);
      },
      report: (): WalkReport => ({ faults, keys, screens, compared }),
    };
  };

  const STROLL: readonly WalkKey[] = [
    ...(['up', 'down', 'left', 'right', 'down', 'right', 'up', 'left', 'down', 'right'] as const),
    ...(['up', 'down', 'left', 'right', 'ok', 'ok', 'ok', 'ok', 'ok', 'back', 'back', 'back'] as const),
    ...(['channel-up', 'channel-down', 'fast-forward', 'rewind', 'play-pause', 'stop', '5'] as const),
    ...(['red', 'green', 'yellow', 'blue'] as const),
  ];

  const stroll: PageWalker['stroll'] = async ({ seed, keys, avoid }) => {
    const { roll, pick } = createDice(seed);
    const record = createRecord();
    const avoided = new RegExp(avoid);
    for (let pressed = 0; pressed < keys && !record.isEnough(); pressed += 1) {
      const wanted = pick(STROLL);
      const key = wanted === 'ok' && avoided.test(focusKey() ?? '') ? 'back' : wanted;
      const repeats = ARROWS.includes(key as never) && roll(25) === 0 ? 3 : 0;
      keyEvent('keydown', CODES[key]);
      for (let repeat = 0; repeat < repeats; repeat += 1) keyEvent('keydown', CODES[key], true);
      keyEvent('keyup', CODES[key]);
      await done();
      record.step(key);
      let wrong = fault();
      if (wrong !== null && !record.isKnown(wrong)) {
        // A fade or a step of the history may take a moment; what stays is wrong.
        const since = performance.now();
        while (wrong !== null && performance.now() - since < 400) {
          await frame();
          wrong = fault();
        }
        if (wrong !== null) record.tell(wrong);
      }
      if (pressed % 16 === 0) await frame();
      // Sometimes one waits for what is coming, sometimes one does not.
      if (isLoading() && roll(3) > 0) {
        for (let wait = 0; wait < 10 && isLoading(); wait += 1) await pause(10);
      }
    }
    return record.report();
  };

  const WANDER: readonly WalkKey[] = [
    'down',
    'down',
    'right',
    'right',
    'right',
    'up',
    'left',
    'channel-down',
    'fast-forward',
  ];
  const isNumbered = (name: string) => name.startsWith('player');

  const thereAndBack: PageWalker['thereAndBack'] = async ({ seed, rounds, avoid }) => {
    const { roll, pick } = createDice(seed);
    const record = createRecord();
    const avoided = new RegExp(avoid);
    const stack: Sight[] = [];
    let count = 0;
    const key = async (pressed: WalkKey) => {
      press(pressed);
      await done();
      record.step(pressed);
    };

    const comeBack = async () => {
      const before = stack.pop();
      if (!before) return;
      const from = screenName();
      const isOld = roll(2) === 0;
      if (isOld) awayMs += 31_000;
      const hadNext = isNumbered(from) && (await playNext());
      for (let back = 0; back < 6 && where() !== before.where; back += 1) {
        const here = where();
        await key(isNumbered(screenName()) ? 'stop' : 'back');
        // The page's history takes its time.
        for (let wait = 0; wait < 20 && where() === here; wait += 1) await frame();
      }
      if (where() !== before.where) {
        record.tell(`Back from ${from} leads to ${where()}, not to ${before.where}`);
        stack.length = 0;
        return;
      }
      const compare = (when: string) => {
        const found = differences(before, see());
        if (found.length > 0)
          record.tell(
            `${when} from ${from}${isOld ? ', with old answers' : ''}${hadNext ? ', after the next episode' : ''}: ${found.slice(0, 6).join('; ')}${found.length > 6 ? ` and ${found.length - 6} more` : ''}`,
          );
      };
      await frame();
      if (!isLoading()) compare('at once');
      await rest();
      compare('at rest');
      count += 1;
      for (const what of [
        `${before.where.split(' ')[2] ?? ''} > ${from}`,
        ...(isOld ? ['refreshed behind'] : []),
        ...(hadNext ? ['next episode'] : []),
      ])
        record.compared[what] = (record.compared[what] ?? 0) + 1;
    };

    /** Goes to the next episode from the player, once it is known which that is. */
    const playNext = async () => {
      const here = location.hash;
      for (let wait = 0; wait < 60 && location.hash === here; wait += 1) {
        press('blue');
        await frame();
      }
      record.step('blue');
      return location.hash !== here;
    };

    while (count < rounds && !record.isEnough()) {
      if (stack.length === 0 || roll(4) > 0) {
        const steps = 1 + roll(6);
        for (let step = 0; step < steps; step += 1) await key(pick(WANDER));
      }
      // The left edge leads everywhere else.
      if (stack.length < 2 && roll(3) === 0) {
        for (let step = 0; step < 8 && !focusKey()?.startsWith('navigation/'); step += 1) await key('left');
        for (let step = 1 + roll(6); step > 0; step -= 1) await key(pick(['up', 'down']));
      }
      await rest();
      if (stack.length >= 3 || (stack.length > 0 && roll(3) === 0)) {
        await comeBack();
        continue;
      }
      if (avoided.test(focusKey() ?? '')) continue;
      const before = see();
      await key('ok');
      for (let wait = 0; wait < 3 && where() === before.where; wait += 1) await frame();
      await rest();
      if (where() === before.where) continue;
      stack.push(before);
      // A dialog, the choice of a profile and the player are left again as they are.
      if (dialogs().length > 0 || ['profiles', 'player', 'error', 'offline'].includes(screenName())) await comeBack();
    }
    return record.report();
  };

  type Arrow = (typeof ARROWS)[number];

  const explore: PageWalker['explore'] = async ({ presses }) => {
    const record = createRecord();
    const scope = () => dialogs().pop() ?? document;
    const shown = () =>
      Array.from(scope().querySelectorAll<HTMLElement>('[data-focus-key]')).filter(
        (element) => isVisible(element) && isOnPanel(element.getBoundingClientRect()),
      );
    const wanted = new Set(shown().map((element) => keyOf(element) ?? ''));
    const reached = new Set<string>();
    const left = new Set<string>();
    const edges = new Map<string, Map<Arrow, string>>();
    const edgesOf = (key: string) => {
      const known = edges.get(key) ?? new Map<Arrow, string>();
      edges.set(key, known);
      return known;
    };
    const start = focusKey() ?? '';
    const isOver = () => Array.from(wanted).every((key) => reached.has(key) && left.has(key));
    const go = async (arrow: Arrow) => {
      const from = focusKey() ?? '';
      press(arrow);
      await done();
      record.step(arrow);
      const to = focusKey() ?? '';
      edgesOf(from).set(arrow, to);
      if (to !== from) left.add(from);
      reached.add(to);
      const wrong = fault();
      if (wrong !== null) record.tell(wrong);
    };
    /** Arrows that lead from here to a key that fits, by what is known. */
    const pathTo = (fits: (key: string) => boolean): Arrow[] | null => {
      const here = focusKey() ?? '';
      const ways = new Map<string, Arrow[]>([[here, []]]);
      const queue = [here];
      for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
        const way = ways.get(key) ?? [];
        if (key !== here && fits(key)) return way;
        for (const [arrow, to] of Array.from(edgesOf(key))) {
          if (ways.has(to)) continue;
          ways.set(to, [...way, arrow]);
          queue.push(to);
        }
      }
      return null;
    };
    /** Which of the arrows that were not tried here points best to what was not reached yet. */
    const bestArrow = (): Arrow | null => {
      const here = focused()?.getBoundingClientRect();
      const tried = edgesOf(focusKey() ?? '');
      const untried = ARROWS.filter((arrow) => !tried.has(arrow));
      if (!here || untried.length === 0) return null;
      const missing = shown().filter(
        (element) => !reached.has(keyOf(element) ?? '') && wanted.has(keyOf(element) ?? ''),
      );
      let best: { arrow: Arrow; cost: number } | null = null;
      for (const element of missing) {
        const there = element.getBoundingClientRect();
        const x = (there.left + there.right - here.left - here.right) / 2;
        const y = (there.top + there.bottom - here.top - here.bottom) / 2;
        for (const arrow of untried) {
          const along = { up: -y, down: y, left: -x, right: x }[arrow];
          const across = Math.abs(arrow === 'up' || arrow === 'down' ? x : y);
          const cost = along > 1 ? along + across * 2 : Infinity;
          if (cost < (best?.cost ?? Infinity)) best = { arrow, cost };
        }
      }
      return best?.arrow ?? untried[0] ?? null;
    };
    reached.add(start);
    let rounds = 0;
    for (let pressed = 0; pressed < presses && !isOver() && !record.isEnough(); pressed += 1) {
      const arrow = bestArrow();
      if (arrow) {
        await go(arrow);
        continue;
      }
      const way = pathTo((key) => (wanted.has(key) || reached.size < 200) && edgesOf(key).size < ARROWS.length);
      if (way && way.length > 0) {
        for (const step of way) {
          const expected = edgesOf(focusKey() ?? '').get(step);
          await go(step);
          if (focusKey() !== expected) break;
        }
        continue;
      }
      // Everything that is known was tried: once more from the start, where rows stand otherwise by now.
      rounds += 1;
      if (rounds > 3) break;
      for (const step of pathTo((key) => key === start) ?? []) await go(step);
      edges.clear();
    }
    for (const key of Array.from(wanted)) {
      if (!reached.has(key)) record.tell(`${key} is not reached from ${start}`);
      else if (!left.has(key)) record.tell(`${key} is not left`);
    }
    record.compared['reached'] = wanted.size;
    return record.report();
  };

  window.pageWalker = { press, pressAll, rest, fault, see, stroll, thereAndBack, explore };
}
