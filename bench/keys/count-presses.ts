import { disassemble } from 'es-hangul';
import { textOf } from '#src/ui/keyboard/hangul.ts';
import {
  createKeyboardState,
  hold,
  move,
  press,
  type Chip,
  type KeyboardOptions,
  type KeyboardState,
} from '#src/ui/keyboard/keyboard-model.ts';

const ARROWS = ['left', 'up', 'right', 'down'] as const;
/** Upper bound of the search: no text takes more. */
const PRESSES_MAX = 150;

const keyOf = ({ composition, layer, shift, row, x, vowels }: KeyboardState) =>
  [textOf(composition), composition.letters.join(''), layer, shift, row, x, vowels !== null].join('|');

/**
 * Minimum number of presses in which arrows and OK type a text on the keyboard and finish, by breadth-first search
 * through the keyboard's model. A held OK counts as one press. Ignores digit, colour and media keys, which some remotes
 * lack.
 *
 * @param chips completions above the keys for a text
 * @throws Error when the text cannot be typed
 */
export function countPresses(
  text: string,
  options: KeyboardOptions,
  chips: (typed: string) => readonly Chip[],
): number {
  const goal = disassemble(text);
  const start = createKeyboardState('', options);
  const seen = new Set([keyOf(start)]);
  let wave = [start];
  for (let presses = 1; presses <= PRESSES_MAX && wave.length > 0; presses += 1) {
    const next: KeyboardState[] = [];
    const reach = (state: KeyboardState | null) => {
      if (!state || seen.has(keyOf(state)) || !goal.startsWith(disassemble(textOf(state.composition)))) return;
      seen.add(keyOf(state));
      next.push(state);
    };
    for (const state of wave) {
      const above = chips(textOf(state.composition));
      for (const arrow of ARROWS) reach(move(state, arrow, options, above));
      const pressed = press(state, options, above);
      if (pressed.effect?.type === 'done' && textOf(state.composition) === text) return presses;
      reach(pressed.state);
      if (!state.vowels) reach(hold(pressed.state, options, above));
    }
    wave = next;
  }
  throw new Error(`"${text}" cannot be typed`);
}
