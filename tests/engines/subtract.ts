import features from '../../scripts/build/chromium-features.json' with { type: 'json' };

/** Runs in the page, before any other script. */
function subtract(window: Window, names: readonly string[], chromium: number): void {
  const globals = window as unknown as Record<string, ({ prototype?: object } & object) | undefined>;
  const isMember = (name: string) => name.indexOf('.') > 0;
  // Members first: afterwards their globals may be gone.
  for (const name of names.filter(isMember)) {
    const [holder = '', member = ''] = name.split('.');
    const owner = holder === 'Window' ? window : globals[holder];
    if (!owner) continue;
    Reflect.deleteProperty(owner, member);
    const { prototype } = owner as { prototype?: object };
    if (prototype) Reflect.deleteProperty(prototype, member);
  }
  // Its arguments; from here on the page may not have `Reflect` either.
  const listen = EventTarget.prototype.addEventListener;
  const focus = HTMLElement.prototype.focus;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    let known = options;
    // An engine before 49 takes any object for `true`.
    if (typeof options === 'object' && chromium < 49) known = true;
    else if (typeof options === 'object' && chromium < 51) known = { capture: options.capture === true };
    else if (typeof options === 'object' && chromium < 55)
      known = { capture: options.capture === true, passive: options.passive === true };
    return listen.call(this, type, listener, known);
  };
  HTMLElement.prototype.focus = function () {
    return focus.call(this);
  };
  for (const name of names.filter((each) => !isMember(each))) delete globals[name];
}

/** Names of globals and of members that Chromium 64 has and `chromium` lacks. */
export const missingIn = (chromium: number): string[] =>
  Object.entries(features.scripts)
    .filter(([, since]) => since > chromium)
    .map(([name]) => name);

/** A script that turns a page of Chromium 64 into one of an older version, as far as scripts can see. */
export const subtractScript = (chromium: number): string =>
  `(${String(subtract)})(window, ${JSON.stringify(missingIn(chromium))}, ${chromium});`;
