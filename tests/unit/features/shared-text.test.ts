import { describe, expect, test } from 'vitest';
import {
  acknowledged,
  createSharedText,
  isUnsent,
  lost,
  received,
  startSending,
  typedHere,
} from '#src/features/phone-keyboard/shared-text.ts';

const at = (revision: number, text: string) => ({ revision, text });
const start = createSharedText(at(1, '가'), '가');
const sent = (value: string) => startSending(typedHere(start, value)).state;

describe('a text that a phone changes', () => {
  test('is shown, and an older one is ignored', () => {
    const shown = received(start, at(3, '가나'));
    expect([shown.value, shown.revision, isUnsent(shown)]).toEqual(['가나', 3, false]);
    expect(received(shown, at(2, '가'))).toBe(shown);
  });

  test('never replaces what was typed here and not sent yet, which becomes the last change', () => {
    const typed = received(typedHere(start, '가다'), at(2, '가나'));
    expect([typed.value, typed.revision, isUnsent(typed)]).toEqual(['가다', 2, true]);
    const { state, sent: change } = startSending(typed);
    expect(change).toEqual({ change: 1, text: '가다' });
    expect(acknowledged(state, at(3, '가다'))).toMatchObject({
      value: '가다',
      shared: '가다',
      revision: 3,
      sent: null,
    });
  });

  test('waits while a change is in flight, and wins if the server numbered it later', () => {
    const held = received(sent('가다'), at(3, '가라'));
    expect(held.value).toBe('가다');
    const settled = acknowledged(held, at(2, '가다'));
    expect([settled.value, settled.revision, isUnsent(settled)]).toEqual(['가라', 3, false]);
  });

  test('loses against a change in flight that the server numbered later', () => {
    const settled = acknowledged(received(sent('가다'), at(2, '가라')), at(3, '가다'));
    expect([settled.value, settled.revision]).toEqual(['가다', 3]);
  });

  test('is this television’s own change, received before its answer', () => {
    const settled = acknowledged(received(sent('가다'), at(2, '가다')), at(2, '가다'));
    expect([settled.value, isUnsent(settled)]).toEqual(['가다', false]);
  });
});

describe('a change of the television', () => {
  test('is followed by the next one when keys were pressed meanwhile', () => {
    const typedOn = acknowledged(typedHere(sent('가다'), '가다라'), at(2, '가다'));
    expect([typedOn.value, isUnsent(typedOn)]).toEqual(['가다라', true]);
    expect(startSending(typedOn).sent).toEqual({ change: 2, text: '가다라' });
  });

  test('keeps its number when its answer was lost, and gets a new one with another text', () => {
    const unanswered = lost(sent('가다'));
    expect(isUnsent(unanswered)).toBe(true);
    expect(startSending(unanswered).sent).toEqual({ change: 1, text: '가다' });
    expect(startSending(typedHere(unanswered, '가')).sent).toEqual({ change: 2, text: '가' });
  });

  test('a repeated change of the television is replaced by the text that a phone wrote after it', () => {
    const repeated = startSending(lost(sent('가다'))).state;
    expect(acknowledged(repeated, at(3, '나')).value).toBe('나');
  });
});
