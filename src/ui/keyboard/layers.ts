export type LayerName = 'latin' | 'symbols' | 'hangul' | 'digits' | 'code';
export type Shift = 'off' | 'once' | 'lock';

export type KeyAction =
  | { readonly type: 'character'; readonly character: string }
  | { readonly type: 'layer'; readonly layer: LayerName }
  | { readonly type: 'shift' }
  | { readonly type: 'backspace' }
  | { readonly type: 'clear' }
  | { readonly type: 'done' };

export interface Key {
  /** Unique on its layer, independent of shift. */
  readonly id: string;
  readonly label: string;
  /** Columns that it covers. */
  readonly span: number;
  readonly action: KeyAction;
}

interface Layer {
  readonly rows: readonly string[];
  readonly columns: number;
  /** Characters with shift, where they are not the upper case. */
  readonly shifted?: Readonly<Record<string, string>>;
  readonly hasShift: boolean;
  /** Column of the initial focus, near the most frequent keys. */
  readonly startColumn: number;
}

const DIGITS = '1234567890';

/*
 * Latin and Hangul letters have their usual positions on Korean keyboards: viewers know them, and a password made by typing
 * Hangul on Latin keys can be repeated.
 */
const LAYERS: Record<LayerName, Layer> = {
  latin: { rows: ['qwertyuiop', 'asdfghjkl-', 'zxcvbnm._@', DIGITS], columns: 10, hasShift: true, startColumn: 4 },
  symbols: { rows: ['!?#$%^&*()', '\'",.;:/\\|~', '+=<>[]{}@`', DIGITS], columns: 10, hasShift: false, startColumn: 4 },
  hangul: {
    rows: ['ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ', 'ㅁㄴㅇㄹㅎㅗㅓㅏㅣ ', 'ㅋㅌㅊㅍㅠㅜㅡ.?!', DIGITS],
    columns: 10,
    shifted: { ㅂ: 'ㅃ', ㅈ: 'ㅉ', ㄷ: 'ㄸ', ㄱ: 'ㄲ', ㅅ: 'ㅆ', ㅐ: 'ㅒ', ㅔ: 'ㅖ' },
    hasShift: true,
    startColumn: 2,
  },
  digits: { rows: ['123', '456', '789', '0'], columns: 6, hasShift: false, startColumn: 2 },
  // Crockford's base 32: no I, L, O, U.
  code: { rows: ['01234567', '89ABCDEF', 'GHJKMNPQ', 'RSTVWXYZ'], columns: 8, hasShift: false, startColumn: 3 },
};

const LAYER_LABELS: Record<LayerName, string> = {
  latin: '영문',
  symbols: '기호',
  hangul: '한글',
  digits: '숫자',
  code: '코드',
};

export const startColumnOf = (layer: LayerName): number => LAYERS[layer].startColumn;
export const columnsOf = (layer: LayerName): number => LAYERS[layer].columns;

/** The character of a key with shift. */
const shiftedOf = (layer: LayerName, character: string): string =>
  LAYERS[layer].shifted?.[character] ?? (layer === 'latin' ? character.toUpperCase() : character);

const characterKey = (layer: LayerName, base: string, shift: Shift, span: number): Key => {
  const character = shift === 'off' ? base : shiftedOf(layer, base);
  const label = character === ' ' ? '␣' : character;
  return { id: base === ' ' ? 'space-here' : base, label, span, action: { type: 'character', character } };
};

/** Rows of keys of a layer; the last one contains space, editing, layer and done keys. */
export function keysOf(
  layer: LayerName,
  shift: Shift,
  { layers, doneLabel, wideKey }: { layers: readonly LayerName[]; doneLabel: string; wideKey: string },
): Key[][] {
  const { rows, columns, hasShift } = LAYERS[layer];
  const backspace: Key = { id: 'backspace', label: '지우기', span: 2, action: { type: 'backspace' } };
  const done: Key = { id: 'done', label: doneLabel, span: 2, action: { type: 'done' } };
  if (layer === 'digits') {
    const pad = rows.map((row) => Array.from(row, (digit) => characterKey(layer, digit, 'off', 2)));
    const last = pad[pad.length - 1] ?? [];
    return [...pad.slice(0, -1), [backspace, ...last, done]];
  }
  const letters = rows.map((row) => Array.from(row, (base) => characterKey(layer, base, shift, 1)));
  // The key of the other layer is in the same position on both, so a second press leads back.
  const others = layers.filter((other) => other !== layer);
  if (layer === 'symbols') others.reverse();
  const head: Key[] = others.map((other) => ({
    id: `layer-${other}`,
    label: LAYER_LABELS[other],
    span: 1,
    action: { type: 'layer', layer: other },
  }));
  if (hasShift) head.push({ id: 'shift', label: shift === 'lock' ? '⇪' : '⇧', span: 1, action: { type: 'shift' } });
  const clear: Key = { id: 'clear', label: '모두 지우기', span: 2, action: { type: 'clear' } };
  const used = [...head, backspace, clear, done].reduce((sum, { span }) => sum + span, 0);
  // Without a wide key, the done key takes its space.
  if (wideKey === '') return [...letters, [...head, backspace, clear, { ...done, span: done.span + columns - used }]];
  const space: Key[] =
    used < columns
      ? [
          {
            id: wideKey === ' ' ? 'space' : wideKey,
            label: wideKey === ' ' ? (columns - used > 1 ? '띄어쓰기' : '␣') : wideKey,
            span: columns - used,
            action: { type: 'character', character: wideKey },
          },
        ]
      : [];
  return [...letters, [...head, ...space, backspace, clear, done]];
}

const TWO_SET_BY_LATIN = new Map<string, string>();
LAYERS.latin.rows.slice(0, 3).forEach((row, index) => {
  const letters = Array.from(LAYERS.hangul.rows[index] ?? '');
  Array.from(row).forEach((latin, column) => {
    const letter = letters[column];
    if (!letter || !/[a-z]/.test(latin)) return;
    TWO_SET_BY_LATIN.set(latin, letter);
    TWO_SET_BY_LATIN.set(latin.toUpperCase(), shiftedOf('hangul', letter));
  });
});

/**
 * The character of a hardware key on a layer: without a text field, a page receives Latin letters even from a Korean
 * keyboard, so Hangul is mapped by key position.
 */
export const hardwareCharacter = (layer: LayerName, character: string): string =>
  layer === 'hangul' ? (TWO_SET_BY_LATIN.get(character) ?? character) : character;

export type Vowels = Readonly<Record<'left' | 'up' | 'right' | 'down' | 'ok', string>>;

/** Vowels by the arrow that types them after a held consonant, matching the direction of the vowel's stroke. */
const VOWELS: Partial<Record<LayerName, Vowels>> = {
  hangul: { left: 'ㅓ', up: 'ㅗ', right: 'ㅏ', down: 'ㅜ', ok: 'ㅡ' },
  latin: { left: 'a', up: 'e', right: 'i', down: 'o', ok: 'u' },
};

/** The vowels for a held key, or null where a hold has no effect. */
export function vowelsAfter(layer: LayerName, key: Key): Vowels | null {
  const isLetter = key.action.type === 'character' && /^[a-zㄱ-ㅎ]$/.test(key.id);
  return isLetter ? (VOWELS[layer] ?? null) : null;
}
