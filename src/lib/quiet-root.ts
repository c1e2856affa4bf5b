/** What no component listens for. React hears every event at its root, and looks for listeners all the way up to it. */
const UNHEARD = ['focusout', 'transitionrun', 'transitionstart', 'transitionend', 'transitioncancel'];

const end = (event: Event) => event.stopImmediatePropagation();

/** Ends events at React's root that nobody there wants: several come with each press of an arrow. Call it before React does. */
export function quietRoot(root: HTMLElement): HTMLElement {
  UNHEARD.forEach((name) => root.addEventListener(name, end, true));
  return root;
}
