import type { RemoteKey, Said, Voice } from '../platform.ts';
import { pressKey } from '../press-key.ts';

/*
 * LG has no public service for voice in an app. Its own toolkit, Enact (Apache 2.0), marks elements with an attribute that the
 * set's web engine reads, and receives what was said as an event; this file follows that toolkit.
 */
const INTENT = 'data-webos-voice-intent';
/** An element that the viewer may name. Its accessible name is its label; for "Select", the engine clicks it. */
const OF_ELEMENTS = 'Select PlayContent';
const OF_PAGE = 'Scroll PlayListControl';
const NAMED = '[data-focus-key]';

const SCROLLS: Readonly<Record<string, RemoteKey>> = { up: 'up', down: 'down', left: 'left', right: 'right' };
const CONTROLS: Readonly<Record<string, RemoteKey>> = { next: 'next', previous: 'previous' };

interface Heard {
  readonly intent?: unknown;
  readonly value?: unknown;
  readonly scroll?: unknown;
  readonly control?: unknown;
}

function saidIn({ intent, value, scroll, control }: Heard): Said | null {
  const pressed =
    intent === 'Scroll'
      ? SCROLLS[String(scroll)]
      : intent === 'PlayListControl'
        ? CONTROLS[String(control)]
        : undefined;
  if (pressed) return { type: 'key', key: pressed };
  if (intent !== 'PlayContent' || typeof value !== 'string' || value.trim() === '') return null;
  return { type: 'title', text: value.trim(), isPlay: true };
}

/** Voice on an LG set. */
export function createWebosVoice(page: Window): Voice {
  const { document } = page;
  const mark = (node: Node) => {
    if (!(node instanceof HTMLElement)) return;
    if (node.matches(NAMED)) node.setAttribute(INTENT, OF_ELEMENTS);
    node.querySelectorAll(NAMED).forEach((one) => one.setAttribute(INTENT, OF_ELEMENTS));
  };
  return {
    listen({ hear }) {
      const handle = (event: Event) => {
        const said = saidIn(((event as CustomEvent<unknown>).detail ?? {}) as Heard);
        // Without this, the engine acts by itself: it clicks, or scrolls.
        if (said && hear(said)) event.preventDefault();
      };
      const watch = new MutationObserver((changes) =>
        changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => mark(node))),
      );
      document.body.setAttribute(INTENT, OF_PAGE);
      mark(document.body);
      watch.observe(document.body, { childList: true, subtree: true });
      // The engine dispatches it to the element itself, without bubbling.
      document.addEventListener('webOSVoice', handle, true);
      return () => {
        watch.disconnect();
        document.removeEventListener('webOSVoice', handle, true);
        document.querySelectorAll(`[${INTENT}]`).forEach((one) => one.removeAttribute(INTENT));
      };
    },
    press: (key) => pressKey(page, key),
  };
}
