import { hold } from '#tests/support/held.ts';

// The page's functions differ in what they take and return.
// oxlint-disable-next-line typescript/no-explicit-any
type Method = (this: any, ...given: any[]) => any;

const IS_COUNTED = Symbol('counted');

/** Replaces a function of the page, once. It stays: what a test installs over it is removed again, down to this one. */
function replace(owner: object, name: string, by: (before: Method) => Method) {
  const before = (owner as Record<string, Method | undefined>)[name];
  if (!before || IS_COUNTED in before) return;
  const value = Object.assign(by(before), { [IS_COUNTED]: true });
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

/** What one function starts, and another one stops by its id. */
function countIds(start: string, stop: string, options: { owner?: object; isOverWhenRun?: boolean } = {}) {
  const { owner = globalThis, isOverWhenRun = false } = options;
  const open = new Map<unknown, () => void>();
  const end = (id: unknown) => {
    open.get(id)?.();
    open.delete(id);
  };
  replace(owner, stop, (before) => (id) => {
    end(id);
    before.call(owner, id);
  });
  const stopNow = (owner as Record<string, Method>)[stop];
  replace(owner, start, (before) => (first: unknown, ...rest: unknown[]) => {
    const run = (...given: unknown[]) => {
      if (isOverWhenRun) end(id);
      (first as Method)(...given);
    };
    const id: unknown = before.call(owner, typeof first === 'function' ? run : first, ...rest);
    open.set(id, hold([start, ...rest].join(' '), { stop: () => stopNow?.(id) }));
    return id;
  });
}

interface Listening {
  readonly name: string;
  readonly listener: unknown;
  readonly isCaptured: boolean;
  readonly end: () => void;
}

/** Listeners of the window, of the document, and of what is in it. */
function countListeners(owner: object) {
  const open = new WeakMap<EventTarget, Listening[]>();
  const isOnPage = (target: EventTarget) =>
    target instanceof Node ? target.isConnected : target === window || target === document.defaultView;
  const find = (
    target: EventTarget,
    name: string,
    listener: unknown,
    options: AddEventListenerOptions | boolean = {},
  ) => {
    const listening = open.get(target) ?? [];
    open.set(target, listening);
    const isCaptured = typeof options === 'object' ? options.capture === true : options;
    const isIt = (one: Listening) => one.name === name && one.listener === listener && one.isCaptured === isCaptured;
    return { listening, isCaptured, index: listening.findIndex(isIt) };
  };
  replace(owner, 'addEventListener', (before) => {
    return function (name: string, listener: unknown, options) {
      const target: EventTarget = this ?? window;
      const { listening, isCaptured, index } = find(target, name, listener, options);
      if (index < 0 && !options?.once) {
        const stop = () => target.removeEventListener(name, listener as EventListener, isCaptured);
        const end = hold(`listener of ${name}`, { stop, isCounted: () => isOnPage(target) });
        listening.push({ name, listener, isCaptured, end });
      }
      before.call(target, name, listener, options);
    };
  });
  replace(owner, 'removeEventListener', (before) => {
    return function (name: string, listener: unknown, options) {
      const target: EventTarget = this ?? window;
      const { listening, index } = find(target, name, listener, options);
      if (index >= 0) listening.splice(index, 1)[0]?.end();
      before.call(target, name, listener, options);
    };
  });
}

/** Observers of the page; jsdom has only one of them. */
function countObserver(name: string) {
  type Class = new (...given: unknown[]) => { observe(...given: unknown[]): void; disconnect(): void };
  replace(globalThis, name, (Observer) => {
    class Counted extends (Observer as unknown as Class) {
      #end: () => void = () => undefined;
      override observe(...given: unknown[]) {
        super.observe(...given);
        this.#end();
        this.#end = hold(name, { stop: () => this.disconnect() });
      }
      override disconnect() {
        this.#end();
        super.disconnect();
      }
    }
    return Counted as unknown as Method;
  });
}

/** Counts the timers that are started from now on. */
export function countTimers(): void {
  countIds('setTimeout', 'clearTimeout', { isOverWhenRun: true });
  countIds('setInterval', 'clearInterval');
}

/** Counts what is started on the page from now on. */
export function countPage(): void {
  countTimers();
  countIds('requestAnimationFrame', 'cancelAnimationFrame', { isOverWhenRun: true });
  countIds('createObjectURL', 'revokeObjectURL', { owner: URL });
  countListeners(EventTarget.prototype);
  countListeners(globalThis);
  ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'].forEach(countObserver);
}
