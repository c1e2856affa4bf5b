import { composed, takeBack, takeBackWord, textOf, typeCharacter, type Composition } from './hangul.ts';
import {
  columnsOf,
  hardwareCharacter,
  keysOf,
  startColumnOf,
  vowelsAfter,
  type Key,
  type LayerName,
  type Shift,
  type Vowels,
} from './layers.ts';

/*
 * The keyboard without its elements: the typed text and the focused key.
 *
 *        x  0   1   2   3   4   5   6   7   8   9
 *   row -1 [ chip  ][ chip  ][ chip  ]                 only while there are chips; each covers two columns
 *        0 [q] [w] [e] [r] [t] [y] [u] [i] [o] [p]
 *        1 [a] [s] [d] [f] [g] [h] [j] [k] [l] [-]
 *        2 [z] [x] [c] [v] [b] [n] [m] [.] [_] [@]
 *        3 [1] [2] [3] [4] [5] [6] [7] [8] [9] [0]
 *        4 [한][#] [⇧] [space] [ back ][ clear ][ done ]
 *
 * Every row and every column wraps around. `x` is the viewer's column; it survives wide keys, so that up and down leave
 * them in the same column.
 */

export type Direction = 'left' | 'up' | 'right' | 'down';

/** A chip above the keys: a suggested text, or another action. */
export interface Chip {
  readonly id: string;
  readonly label: string;
  /** The spoken label. Default: `label`. */
  readonly name?: string;
  /** The whole text after the choice; absent for an action. */
  readonly text?: string;
  /** The text is complete, so the focus moves to the last key. */
  readonly isFinal?: boolean;
  readonly isDisabled?: boolean;
}

export interface KeyboardOptions {
  /** Available layers, the initial one first. */
  readonly layers: readonly LayerName[];
  /** Maximum number of characters. */
  readonly maxLength: number;
  /** Label of the last key. */
  readonly doneLabel: string;
  /** Edges where the focus leaves the keyboard instead of wrapping around. */
  readonly exits: readonly Direction[];
  /** The character of the wide key; empty for none. */
  readonly wideKey: string;
}

export interface KeyboardState {
  readonly composition: Composition;
  readonly layer: LayerName;
  readonly shift: Shift;
  readonly row: number;
  readonly x: number;
  /** Vowels to choose with one arrow while a consonant is held. */
  readonly vowels: Vowels | null;
}

export type Effect = { readonly type: 'done' } | { readonly type: 'chip'; readonly id: string };

const CHIP_ROW = -1;
const CHIP_SPAN = 2;
const FIRST_ROW = 1;

export function createKeyboardState(
  text: string,
  options: KeyboardOptions,
  layer = options.layers[0] ?? 'latin',
): KeyboardState {
  return {
    composition: composed(text),
    layer,
    shift: 'off',
    row: FIRST_ROW,
    x: startColumnOf(layer),
    vowels: null,
  };
}

export const rowsOf = ({ layer, shift }: Pick<KeyboardState, 'layer' | 'shift'>, options: KeyboardOptions): Key[][] =>
  keysOf(layer, shift, options);

const indexAt = (spans: readonly number[], x: number): number => {
  let end = 0;
  for (let index = 0; index < spans.length; index += 1) {
    end += spans[index] ?? 0;
    if (x < end) return index;
  }
  return spans.length - 1;
};

const spansOf = (row: number, rows: readonly Key[][], chips: readonly Chip[]): number[] =>
  row === CHIP_ROW ? chips.map(() => CHIP_SPAN) : (rows[row] ?? []).map(({ span }) => span);

const startOf = (spans: readonly number[], index: number) => spans.slice(0, index).reduce((sum, span) => sum + span, 0);

/** Row and index of the focused key; row -1 holds the chips. */
export function focusedPosition(
  state: KeyboardState,
  options: KeyboardOptions,
  chips: readonly Chip[],
): { row: number; index: number } {
  const rows = rowsOf(state, options);
  const row = state.row === CHIP_ROW && chips.length === 0 ? 0 : Math.min(state.row, rows.length - 1);
  return { row, index: indexAt(spansOf(row, rows, chips), state.x) };
}

export function focusedKey(state: KeyboardState, options: KeyboardOptions, chips: readonly Chip[]): Key | null {
  const { row, index } = focusedPosition(state, options, chips);
  return row === CHIP_ROW ? null : (rowsOf(state, options)[row]?.[index] ?? null);
}

/** The state after an arrow, or null when the focus leaves the keyboard. After a hold, an arrow chooses the vowel. */
export function move(
  state: KeyboardState,
  direction: Direction,
  options: KeyboardOptions,
  chips: readonly Chip[],
): KeyboardState | null {
  if (state.vowels) return { ...typeText(state, state.vowels[direction], options), vowels: null };
  const rows = rowsOf(state, options);
  const { row, index } = focusedPosition(state, options, chips);
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    const spans = spansOf(row, rows, chips);
    const next = index + step;
    if (next >= 0 && next < spans.length) return { ...state, row, x: startOf(spans, next) };
    if (options.exits.includes(direction)) return null;
    return { ...state, row, x: startOf(spans, (next + spans.length) % spans.length) };
  }
  const first = chips.length > 0 ? CHIP_ROW : 0;
  const count = rows.length - first;
  const next = row + step;
  if ((next < first || next >= rows.length) && options.exits.includes(direction)) return null;
  return { ...state, row: first + ((next - first + count) % count) };
}

/** Focuses a key or a chip. */
export function pointAt(
  state: KeyboardState,
  row: number,
  index: number,
  options: KeyboardOptions,
  chips: readonly Chip[],
): KeyboardState {
  return { ...state, row, x: startOf(spansOf(row, rowsOf(state, options), chips), index), vowels: null };
}

const withComposition = (state: KeyboardState, composition: Composition, options: KeyboardOptions): KeyboardState => {
  const text = textOf(composition);
  const isTooLong = text.length > textOf(state.composition).length && Array.from(text).length > options.maxLength;
  return isTooLong ? state : { ...state, composition };
};

/** Types characters one by one. */
export function typeText(state: KeyboardState, text: string, options: KeyboardOptions): KeyboardState {
  const composition = Array.from(text).reduce(typeCharacter, state.composition);
  return withComposition(state, composition, options);
}

/** Types the input of a hardware keyboard. */
export const typeHardware = (state: KeyboardState, text: string, options: KeyboardOptions): KeyboardState =>
  typeText(
    { ...state, vowels: null },
    Array.from(text, (character) => hardwareCharacter(state.layer, character)).join(''),
    options,
  );

export const backspace = (state: KeyboardState): KeyboardState => ({
  ...state,
  composition: takeBack(state.composition),
  vowels: null,
});

export const backspaceWord = (state: KeyboardState): KeyboardState => ({
  ...state,
  composition: takeBackWord(state.composition),
  vowels: null,
});

/** Replaces the text with one that was not typed here. */
export const withText = (state: KeyboardState, text: string): KeyboardState =>
  textOf(state.composition) === text ? state : { ...state, composition: composed(text), vowels: null };

const nextShift = (state: KeyboardState): Shift => {
  if (state.shift === 'off') return 'once';
  // Double consonants cannot be locked, because nobody types two in a row.
  return state.shift === 'once' && state.layer === 'latin' ? 'lock' : 'off';
};

function pressChip(state: KeyboardState, chip: Chip, options: KeyboardOptions): KeyboardState {
  if (chip.text === undefined || chip.isDisabled) return state;
  const typed = { ...state, composition: composed(chip.text), row: CHIP_ROW, x: 0 };
  if (!chip.isFinal) return typed;
  const rows = rowsOf(state, options);
  return { ...typed, row: rows.length - 1, x: columnsOf(state.layer) - 1 };
}

/** Presses the focused key or chip. */
export function press(
  state: KeyboardState,
  options: KeyboardOptions,
  chips: readonly Chip[],
): { readonly state: KeyboardState; readonly effect: Effect | null } {
  if (state.vowels) return { state: { ...typeText(state, state.vowels.ok, options), vowels: null }, effect: null };
  const { row, index } = focusedPosition(state, options, chips);
  if (row === CHIP_ROW) {
    const chip = chips[index];
    if (!chip || chip.isDisabled) return { state, effect: null };
    return { state: pressChip(state, chip, options), effect: { type: 'chip', id: chip.id } };
  }
  const action = rowsOf(state, options)[row]?.[index]?.action;
  switch (action?.type) {
    case undefined:
      return { state, effect: null };
    case 'character': {
      const typed = typeText(state, action.character, options);
      return { state: typed.shift === 'once' ? { ...typed, shift: 'off' } : typed, effect: null };
    }
    case 'layer':
      return { state: { ...state, layer: action.layer, shift: 'off' }, effect: null };
    case 'shift':
      return { state: { ...state, shift: nextShift(state) }, effect: null };
    case 'backspace':
      return { state: backspace(state), effect: null };
    case 'clear':
      return { state: { ...state, composition: composed('') }, effect: null };
    case 'done':
      return { state, effect: { type: 'done' } };
  }
}

/** Handles a hold: on a consonant it opens the vowels, on backspace it deletes a word. */
export function hold(state: KeyboardState, options: KeyboardOptions, chips: readonly Chip[]): KeyboardState {
  const key = focusedKey(state, options, chips);
  if (!key) return state;
  if (key.action.type === 'backspace') return backspaceWord(state);
  const vowels = vowelsAfter(state.layer, key);
  if (!vowels || state.shift === 'off') return { ...state, vowels };
  return {
    ...state,
    vowels: {
      left: vowels.left.toUpperCase(),
      up: vowels.up.toUpperCase(),
      right: vowels.right.toUpperCase(),
      down: vowels.down.toUpperCase(),
      ok: vowels.ok.toUpperCase(),
    },
  };
}
