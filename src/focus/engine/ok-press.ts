import { HOLD_MS } from '#src/lib/press.ts';
import type { FocusNode } from './focus-node.ts';
import type { HoldChoice } from './hold-choice.ts';
import type { KeyPress } from './key-handlers.ts';

/** Where OK can be held it acts on keyup, because until then it may become a hold. */
export function createOkPress(arePressesSingle?: () => boolean, onHoldChoice?: (choice: HoldChoice) => void) {
  /** The node on which OK went down and may be held. */
  let heldNode: FocusNode | null = null;
  return {
    isOn: (node: FocusNode) => heldNode === node,
    press(node: FocusNode, press: KeyPress): void {
      const isSingle = arePressesSingle?.();
      const hold = (press.canBeHeld || isSingle) && node.holdAction?.();
      if (!hold) return node.onPress(press);
      if (isSingle) {
        const { names, begin } = hold;
        return names && onHoldChoice
          ? onHoldChoice({ names, hold: begin, press: () => node.onPress(null) })
          : node.onPress(press);
      }
      let isHeld = false;
      heldNode = node;
      press.whenHeld(hold.afterMs ?? HOLD_MS.action, () => {
        isHeld = true;
        hold.begin();
      });
      press.whenOver((end) => {
        heldNode = null;
        if (isHeld) hold.end?.();
        else if (end === 'up') node.onPress(press);
      });
    },
  };
}
