/** Events without listeners in any component: several of them occur with each arrow press. */
const UNHEARD = ['focusin', 'focusout', 'transitionrun', 'transitionstart', 'transitionend', 'transitioncancel'];

/** React listens at its root for every event. Called before React, this skips events that no component uses. */
export function quietRoot(root: HTMLElement): HTMLElement {
  const listen = root.addEventListener;
  root.addEventListener = (name: string, ...rest: [EventListener, boolean?]) => {
    if (UNHEARD.indexOf(name) < 0) listen.call(root, name, ...rest);
  };
  return root;
}
