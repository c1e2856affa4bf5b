import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isChanged, isRangeValid, readRange } from '#server/watching/media/byte-range.ts';

describe('a range of bytes', () => {
  test.each([
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=0-10', { start: 0, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=10-10', 'unsatisfiable'],
    ['bytes=5-4', 'unsatisfiable'],
    ['bytes=-1', { start: 9, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['bytes=a-b', 'whole'],
    ['items=0-1', 'whole'],
  ])('%j of ten is %j', (header, range) => expect(readRange(header, 10)).toEqual(range));

  test('a range of an empty file cannot be satisfied', () => {
    expect(['bytes=0-', 'bytes=0-0', 'bytes=-1'].map((header) => readRange(header, 0))).toEqual(
      Array(3).fill('unsatisfiable'),
    );
  });

  test('lies in the file, begins and ends where it was asked to, and only ends earlier with the file', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.nat(2 ** 41), fc.nat(2 ** 41), (size, from, to) => {
        const expected = from < size && from <= to ? { start: from, end: Math.min(to, size - 1) } : 'unsatisfiable';
        expect(readRange(`bytes=${from}-${to}`, size)).toEqual(expected);
      }),
    );
  });
});

const version = { etag: '"a-1"', modifiedAt: new Date('2026-11-20T12:00:00.900Z') };
/** An HTTP date, which has whole seconds, so many seconds after the file changed. */
const date = (seconds: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + seconds * 1000).toUTCString();

describe('a copy of a file', () => {
  test.each([
    [{}, true],
    [{ 'if-none-match': '"a-1"' }, false],
    [{ 'if-none-match': 'W/"a-1"' }, false],
    [{ 'if-none-match': '"b-1", "a-1"' }, false],
    [{ 'if-none-match': '*' }, false],
    [{ 'if-none-match': '"a-2"' }, true],
    [{ 'if-modified-since': date(-1) }, true],
    [{ 'if-modified-since': date(0) }, false],
    [{ 'if-modified-since': date(1) }, false],
    [{ 'if-modified-since': 'yesterday' }, true],
    // A tag says more than a date.
    [{ 'if-none-match': '"a-2"', 'if-modified-since': date(1) }, true],
    [{ 'if-none-match': '"a-1"', 'if-modified-since': date(-1) }, false],
  ])('a copy that the caller has with %j is out of date: %j', (headers, expected) => {
    expect(isChanged(headers, version)).toBe(expected);
  });

  test.each([
    [undefined, true],
    ['"a-1"', true],
    ['"a-2"', false],
    // Bytes of a weakly equal copy may differ.
    ['W/"a-1"', false],
    [date(-1), false],
    [date(0), true],
    [date(1), true],
    ['yesterday', false],
    [['"a-1"', '"a-2"'], false],
  ])('a copy with the tag or date %j is continued by a range: %j', (copy, expected) => {
    expect(isRangeValid({ 'if-range': copy }, version)).toBe(expected);
  });
});
