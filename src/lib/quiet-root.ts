/** What no component listens for: several of these come with each press of an arrow. */
const UNHEARD = ['focusin', 'focusout', 'transitionrun', 'transitionstart', 'transitionend', 'transitioncancel'];

/** React listens at its root for every event there is. Called before React, this leaves out those that nobody there wants. */
export function quietRoot(root: HTMLElement): HTMLElement {
  const listen = root.addEventListener;
  root.addEventListener = (name: string, ...rest: [EventListener, boolean?]) => {
    if (UNHEARD.indexOf(name) < 0) listen.call(root, name, ...rest);
  };
  return root;
}
