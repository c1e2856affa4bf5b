import { describe, expect, test } from 'vitest';
import { textOf } from '#src/ui/keyboard/hangul.ts';
import { keyName } from '#src/ui/keyboard/key-names.ts';
import {
  createKeyboardState,
  focusedKey,
  hold,
  move,
  press,
  rowsOf,
  typeHardware,
  typeText,
  withText,
  type Chip,
  type Direction,
  type KeyboardOptions,
  type KeyboardState,
} from '#src/ui/keyboard/keyboard-model.ts';
import type { LayerName } from '#src/ui/keyboard/layers.ts';

const buildOptions = (...layers: LayerName[]): KeyboardOptions => ({
  layers,
  maxLength: 255,
  doneLabel: '다음',
  exits: [],
  wideKey: ' ',
});
const LATIN = buildOptions('latin', 'hangul', 'symbols');
const HANGUL = buildOptions('hangul', 'latin', 'symbols');

const textIn = (state: KeyboardState) => textOf(state.composition);
const keyIn = (state: KeyboardState, options: KeyboardOptions, chips: readonly Chip[] = []) =>
  focusedKey(state, options, chips)?.id;
/** Moves to a key and presses it. */
const pressKey = (state: KeyboardState, id: string, options: KeyboardOptions) => {
  const rows = rowsOf(state, options);
  const row = rows.findIndex((keys) => keys.some((key) => key.id === id));
  const index = rows[row]?.findIndex((key) => key.id === id) ?? -1;
  const x = (rows[row] ?? []).slice(0, index).reduce((sum, { span }) => sum + span, 0);
  expect(row, `key ${id}`).toBeGreaterThanOrEqual(0);
  return press({ ...state, row, x }, options, []).state;
};
const pressKeys = (state: KeyboardState, ids: readonly string[], options: KeyboardOptions) =>
  ids.reduce((at, id) => pressKey(at, id, options), state);
const walk = (state: KeyboardState, options: KeyboardOptions, chips: readonly Chip[], ...directions: Direction[]) =>
  directions.reduce((at, direction) => move(at, direction, options, chips) ?? at, state);

describe('moving', () => {
  test('keeps the width of the keyboard with and without the e-mail and space keys', () => {
    const rowOf = (layer: LayerName, wideKey: string) =>
      rowsOf({ layer, shift: 'off' }, { ...buildOptions(layer), wideKey });
    const widthOf = (rows: ReturnType<typeof rowOf>) =>
      (rows[rows.length - 1] ?? []).reduce((sum, { span }) => sum + span, 0);
    const typed = pressKey(createKeyboardState('bora@daum', LATIN), '.com', { ...LATIN, wideKey: '.com' });
    expect(textIn(typed)).toBe('bora@daum.com');
    expect(widthOf(rowOf('latin', '.com'))).toBe(10);
    const code = rowOf('code', '');
    expect(widthOf(code)).toBe(8);
    expect(code.flat().map(({ id }) => id)).not.toContain('space');
  });

  test('reaches every key of a row and a column and wraps around', () => {
    const q = { ...createKeyboardState('', LATIN), row: 0, x: 0 };
    expect(keyIn(walk(q, LATIN, [], 'left'), LATIN)).toBe('p');
    expect(keyIn(walk(q, LATIN, [], 'left', 'right'), LATIN)).toBe('q');
    expect(keyIn(walk(q, LATIN, [], 'up', 'up'), LATIN)).toBe('1');
    expect(keyIn(walk(q, LATIN, [], 'down', 'down', 'down', 'down', 'down'), LATIN)).toBe('q');
  });

  test('leaves a wide key in the column where it entered', () => {
    const state = { ...createKeyboardState('', LATIN), row: 3, x: 7 };
    const on = walk(state, LATIN, [], 'down');
    expect(keyIn(on, LATIN)).toBe('clear');
    expect(keyIn(walk(on, LATIN, [], 'up'), LATIN)).toBe('8');
  });

  test('leaves the keyboard at edges with a neighbour', () => {
    const options: KeyboardOptions = { ...HANGUL, exits: ['right', 'up'] };
    const corner = { ...createKeyboardState('', options), row: 0, x: 9 };
    expect(move(corner, 'right', options, [])).toBeNull();
    expect(move(corner, 'up', options, [])).toBeNull();
    expect(move(corner, 'left', options, [])).not.toBeNull();
  });

  test('moves up to the nearest chip, and back to the keys when the chips disappear', () => {
    const chips: Chip[] = [
      { id: 'naver', label: '@naver.com', text: 'a@naver.com', isFinal: true },
      { id: 'gmail', label: '@gmail.com', text: 'a@gmail.com', isFinal: true },
    ];
    const state = { ...createKeyboardState('a', LATIN), row: 0, x: 9 };
    const on = walk(state, LATIN, chips, 'up');
    expect(press(on, LATIN, chips).effect).toEqual({ type: 'chip', id: 'gmail' });
    expect(keyIn(on, LATIN, [])).toBe('p');
  });

  test('continues from a completing chip to the last key', () => {
    const chips: Chip[] = [{ id: 'naver', label: '@naver.com', text: 'a@naver.com', isFinal: true }];
    const on = walk({ ...createKeyboardState('a', LATIN), row: 0 }, LATIN, chips, 'up');
    const { state } = press(on, LATIN, chips);
    expect(textIn(state)).toBe('a@naver.com');
    expect(press(state, LATIN, []).effect).toEqual({ type: 'done' });
  });
});

describe('typing', () => {
  test('composes Hangul and deletes letter by letter', () => {
    let state = pressKeys(createKeyboardState('', HANGUL), ['ㄷ', 'ㅏ', 'ㄹ', 'ㄱ', 'ㅏ'], HANGUL);
    expect(textIn(state)).toBe('달가');
    for (let times = 0; times < 5; times += 1) state = pressKey(state, 'backspace', HANGUL);
    expect(textIn(state)).toBe('');
  });

  test.each(['ㄲㄸㅃㅆㅉㅒㅖ'])('gives each of %s once after shift', (doubled) => {
    const bases: Record<string, string> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ', ㅒ: 'ㅐ', ㅖ: 'ㅔ' };
    for (const letter of doubled) {
      const base = bases[letter]!;
      const state = pressKeys(createKeyboardState('', HANGUL), ['shift', base], HANGUL);
      expect(textIn(state)).toBe(letter);
      expect(state.shift).toBe('off');
    }
  });

  test('locks capitals when shift is pressed twice, until it is pressed again', () => {
    const state = pressKeys(createKeyboardState('', LATIN), ['shift', 'shift', 'a', 'b', 'shift', 'c'], LATIN);
    expect(textIn(state)).toBe('ABc');
  });

  test('ends composing when the layer changes, and the layer key leads back', () => {
    const state = pressKeys(createKeyboardState('', HANGUL), ['ㄱ', 'layer-latin', 'a', 'layer-hangul', 'ㅏ'], HANGUL);
    expect(textIn(state)).toBe('ㄱaㅏ');
  });

  test('covers every character of a password', () => {
    const options = buildOptions('latin', 'symbols');
    const typed = new Set<string>();
    for (const layer of ['latin', 'symbols'] as const) {
      for (const shift of ['off', 'once'] as const) {
        for (const key of rowsOf({ layer, shift }, options).flat()) {
          if (key.action.type === 'character') typed.add(key.action.character);
        }
      }
    }
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    expect(printable.filter((character) => !typed.has(character))).toEqual([]);
  });

  test('stops at the limit but lets the last syllable be completed', () => {
    const options: KeyboardOptions = { ...HANGUL, maxLength: 2 };
    const state = pressKeys(createKeyboardState('보', options), ['ㄹ', 'ㅏ', 'ㅁ', 'ㅇ', 'ㅏ'], options);
    expect(textIn(state)).toBe('보람');
  });

  test('starts over when another text replaces the composed one', () => {
    const state = withText(pressKeys(createKeyboardState('', HANGUL), ['ㄱ', 'ㅏ'], HANGUL), '보라');
    expect(textIn(pressKey(state, 'ㄴ', HANGUL))).toBe('보라ㄴ');
  });
});

describe('a held key', () => {
  const on = (id: string, options: KeyboardOptions) => pressKey(createKeyboardState('', options), id, options);
  const holdOn = (id: string, options: KeyboardOptions, shift: KeyboardState['shift'] = 'off') => {
    const state = { ...createKeyboardState('', options), shift };
    const rows = rowsOf(state, options);
    const row = rows.findIndex((keys) => keys.some((key) => key.id === id));
    const x = rows[row]!.findIndex((key) => key.id === id);
    return hold(press({ ...state, row, x }, options, []).state, options, []);
  };

  test.each([
    ['right', '바'],
    ['left', '버'],
    ['up', '보'],
    ['down', '부'],
  ] as const)('an arrow (%s) after a held ㅂ gives %s', (direction, text) => {
    const next = move(holdOn('ㅂ', HANGUL), direction, HANGUL, []);
    expect(next && textIn(next)).toBe(text);
    expect(next && keyIn(next, HANGUL)).toBe('ㅂ');
  });

  test('gives ㅡ with OK after a held consonant, and the next press is a plain key', () => {
    const { state } = press(holdOn('ㄱ', HANGUL), HANGUL, []);
    expect(textIn(state)).toBe('그');
    expect(textIn(press(state, HANGUL, []).state)).toBe('극');
  });

  test('gives capital vowels with locked capitals', () => {
    const next = move(holdOn('b', LATIN, 'lock'), 'left', LATIN, []);
    expect(next && textIn(next)).toBe('BA');
  });

  test('has no effect on vowels, digits and signs', () => {
    expect(hold(on('ㅏ', HANGUL), HANGUL, []).vowels).toBeNull();
    expect(holdOn('1', HANGUL).vowels).toBeNull();
    expect(holdOn('.', LATIN).vowels).toBeNull();
  });

  test('deletes word after word on backspace', () => {
    const state = typeText(createKeyboardState('', LATIN), 'hello there you', LATIN);
    const rows = rowsOf(state, LATIN);
    const last = rows[rows.length - 1]!;
    const x = last
      .slice(
        0,
        last.findIndex(({ id }) => id === 'backspace'),
      )
      .reduce((sum, { span }) => sum + span, 0);
    const at = { ...state, row: rows.length - 1, x };
    expect(textIn(hold(hold(at, LATIN, []), LATIN, []))).toBe('hello ');
  });
});

describe('a hardware keyboard', () => {
  test('types Latin letters directly', () => {
    expect(textIn(typeHardware(createKeyboardState('', LATIN), 'Abc 1!', LATIN))).toBe('Abc 1!');
  });
  test('types Hangul by key position, with capitals as double consonants', () => {
    expect(textIn(typeHardware(createKeyboardState('', HANGUL), 'qhfk', HANGUL))).toBe('보라');
    expect(textIn(typeHardware(createKeyboardState('', HANGUL), 'Rhk', HANGUL))).toBe('꽈');
  });
  test('accepts letters and syllables from an input method', () => {
    expect(textIn(typeHardware(createKeyboardState('', HANGUL), 'ㅂㅗ라', HANGUL))).toBe('보라');
  });
});

test('every key has a unique Korean name', () => {
  for (const layer of ['latin', 'symbols', 'hangul', 'digits', 'code'] as const) {
    for (const shift of ['off', 'once'] as const) {
      const names = rowsOf({ layer, shift }, LATIN)
        .flat()
        .filter(({ id }) => id !== 'space-here')
        .map(keyName);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[가-힣 ,]+$/);
    }
  }
});
