/** Imitates in a browser what any television does to an app's page. */
export interface ImitatedPage {
  /** Notifies the page, then suspends its timers and frames until it is visible again, as sets do. */
  setHidden(isHidden: boolean): void;
  /** Dispatches a key as a set does: only the code is reliable. */
  keyDown(keyCode: number): void;
  keyUp(keyCode: number): void;
  press(keyCode: number): void;
  /** Restores the page. */
  restore(): void;
}

type Patched = Window & Record<string, unknown>;

/** Overrides a property, own or inherited; the returned function restores it. */
export function overrideProperty(owner: object, name: string, descriptor: PropertyDescriptor): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, ...descriptor });
  return () => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  };
}

const CALLED_LATER = ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const;

export function imitatePage(page: Window, userAgent: string): ImitatedPage {
  const { document, navigator } = page;
  let isHidden = false;
  /** True from after the hidden event until before the visible event. */
  let isFrozen = false;
  let waiting: (() => void)[] = [];

  const freezing = (run: unknown) =>
    typeof run !== 'function'
      ? run
      : (...args: unknown[]) => {
          const call = () => void Reflect.apply(run, page, args);
          if (isFrozen) waiting.push(call);
          else call();
        };
  const freeze = (name: (typeof CALLED_LATER)[number]) => {
    const real = (page as Patched)[name] as (...args: unknown[]) => unknown;
    const value = (run: unknown, ...rest: unknown[]) => Reflect.apply(real, page, [freezing(run), ...rest]);
    return overrideProperty(page, name, { value, writable: true });
  };

  const restores = [
    overrideProperty(document, 'hidden', { get: () => isHidden }),
    overrideProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') }),
    overrideProperty(navigator, 'userAgent', { get: () => userAgent }),
    ...CALLED_LATER.map(freeze),
  ];

  const send = (type: 'keydown' | 'keyup', keyCode: number) => {
    const event = new KeyboardEvent(type, { bubbles: true, cancelable: true });
    for (const name of ['keyCode', 'which']) Object.defineProperty(event, name, { value: keyCode });
    (document.activeElement ?? document.body ?? document).dispatchEvent(event);
  };

  const own: ImitatedPage = {
    setHidden(next) {
      if (next === isHidden) return;
      isHidden = next;
      if (!next) isFrozen = false;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      if (next) {
        isFrozen = true;
        return;
      }
      const late = waiting;
      waiting = [];
      late.forEach((run) => run());
    },
    keyDown: (keyCode) => send('keydown', keyCode),
    keyUp: (keyCode) => send('keyup', keyCode),
    press(keyCode) {
      own.keyDown(keyCode);
      own.keyUp(keyCode);
    },
    restore: () => [...restores].reverse().forEach((restore) => restore()),
  };
  return own;
}
