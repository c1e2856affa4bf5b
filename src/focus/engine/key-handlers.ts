import type { RemoteKey, Typed, Unsubscribe } from '#platform/platform.ts';
import type { Press } from '#src/lib/press.ts';
import { addTo, type FocusScopes } from './focus-scopes.ts';

/** A press of a remote key. */
export type KeyPress = Press<RemoteKey>;

/** A handler of keys, Back or characters. */
interface Handler<Arguments extends unknown[], Answer> {
  readonly order: number;
  /** The group of the handler. */
  readonly parentKey: string;
  readonly handle: (...told: Arguments) => Answer;
}

/** Handlers of keys that the focused node did not use, of typed characters, and of Back. */
export function createKeyHandlers(scopes: FocusScopes) {
  const keyHandlers: Handler<[KeyPress], boolean>[] = [];
  const typingHandlers: Handler<[Typed], void>[] = [];
  const backHandlers: Handler<[], boolean>[] = [];

  return {
    /** Passes a key to the active handlers, newest first. @returns whether one used it */
    use(press: KeyPress): boolean {
      for (let index = keyHandlers.length - 1; index >= 0; index -= 1) {
        const handler = keyHandlers[index];
        if (handler && scopes.isHeard(handler) && handler.handle(press)) return true;
      }
      return false;
    },
    /** Passes a character to the newest active handler. @returns whether there is one */
    type(typed: Typed): boolean {
      for (let index = typingHandlers.length - 1; index >= 0; index -= 1) {
        const handler = typingHandlers[index];
        if (!handler || !scopes.isHeard(handler)) continue;
        handler.handle(typed);
        return true;
      }
      return false;
    },
    /** Goes back by the first handler that can. Those in a dialog come before others, however late the latter registered. */
    goBack(): void {
      for (const isInside of [true, false]) {
        for (let index = backHandlers.length - 1; index >= 0; index -= 1) {
          const handler = backHandlers[index];
          if (handler && scopes.isInside(handler.parentKey) === isInside && handler.handle()) return;
        }
      }
    },

    /** Adds a handler for keys that the focused node did not use; it returns whether it used the key. */
    addKeyHandler: (parentKey: string, handle: (press: KeyPress) => boolean): Unsubscribe =>
      addTo(keyHandlers, { order: scopes.nextOrder(), parentKey, handle }),
    /** Adds a handler for typing. */
    addTypingHandler: (parentKey: string, handle: (typed: Typed) => void): Unsubscribe =>
      addTo(typingHandlers, { order: scopes.nextOrder(), parentKey, handle }),
    /** Adds a Back handler; it returns whether it went back. The last rendered, innermost one comes first. */
    addBackHandler(parentKey: string, backOrder: number, handle: () => boolean): Unsubscribe {
      const remove = addTo(backHandlers, { order: backOrder, parentKey, handle });
      backHandlers.sort((one, other) => one.order - other.order);
      return remove;
    },
  };
}
