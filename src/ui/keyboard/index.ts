export { Keyboard, type KeyboardProps } from './keyboard.tsx';
export type { Chip } from './keyboard-model.ts';
export type { LayerName } from './layers.ts';
export { koreanChips } from './korean-words.ts';
export { TypedText } from './typed-text.tsx';
