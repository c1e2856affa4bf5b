import { describe, expect, test } from 'vitest';
import { answerFault, type MediaAnswer, type MediaKind } from '#src/player/engine/media-answer.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
const HTML = '<!DOCTYPE html><html><body>Sign in to the network</body></html>';
const ISO = '\x00\x00\x00\x18ftypiso6\x00\x00\x00\x00';
const FRAGMENT = '\x00\x00\x01\x10moof\x00\x00\x00\x10mfhd';
const SIDX = '\x00\x00\x00\x60sidx\x00\x00\x00\x00';
const WEBM = '\x1a\x45\xdf\xa3\x9f\x42\x86\x81';
const CLUSTER = '\x1f\x43\xb6\x75\x01\xff\xff\xff';
const TS = `\x47\x40\x11\x10${'\xff'.repeat(184)}\x47`;
const AAC = '\xff\xf1\x50\x80\x02\x1f\xfc';
const MPD = '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">';
const HLS = '#EXTM3U\n#EXT-X-VERSION:6\n';

const fault = (kind: MediaKind, body: string, rest: Partial<MediaAnswer> = {}) =>
  answerFault(kind, { status: 200, headers: {}, data: bytes(body), ...rest });

describe('media that may be what was requested', () => {
  test.each([
    ['an initialisation', 'media', ISO],
    ['a fragment', 'media', FRAGMENT],
    ['Matroska', 'media', WEBM],
    ['a cluster', 'media', CLUSTER],
    ['a transport stream', 'media', TS],
    ['AAC without a container', 'media', AAC],
    ['an encrypted segment', 'media', '\x9a\x03\x7f\x81\x00\xe3\x51\x12\xfe\x1b'],
    ['zeros, which the decoder reports', 'media', '\0'.repeat(200)],
    ['an index', 'other', SIDX],
    ['WebVTT', 'other', 'WEBVTT\n\n00:01.000 --> 00:02.000\n안녕'],
    ['WebVTT with a mark', 'other', '\xef\xbb\xbfWEBVTT\n'],
    ['TTML', 'other', '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml">'],
    ['TTML with a prefix', 'other', '<ttml:tt xmlns:ttml="http://www.w3.org/ns/ttml">'],
    ['SubRip', 'other', '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello'],
    ['a picture of a track', 'other', '\xff\xd8\xff\xe0\x00\x10JFIF'],
    ['a manifest', 'manifest', MPD],
    ['a manifest with a comment first', 'manifest', `<!-- ${'made '.repeat(100)} --><MPD>`],
    ['a playlist', 'manifest', HLS],
    ['a playlist with a mark', 'manifest', `\xef\xbb\xbf${HLS}`],
  ] as const)('%s is accepted', (_name, kind, body) => expect(fault(kind, body)).toBeNull());

  test('a segment is accepted whatever type a server gives it', () => {
    for (const type of ['text/plain', 'text/html', 'application/json', 'application/octet-stream'])
      expect(fault('media', FRAGMENT, { headers: { 'content-type': type } })).toBeNull();
  });
});

describe('answers that are none', () => {
  test.each(['media', 'other', 'manifest'] as const)('%s: no content, a page, JSON and a word are refused', (kind) => {
    const none = [
      fault(kind, ''),
      fault(kind, FRAGMENT, { status: 204 }),
      fault(kind, HTML),
      fault(kind, `  \n${HTML}`),
      fault(kind, '<?xml version="1.0"?><!DOCTYPE html><html>'),
      fault(kind, '<Error><Code>NoSuchKey</Code></Error>'),
      fault(kind, '{"code":"TOO_MANY"}'),
      fault(kind, 'Service unavailable'),
      fault(kind, '한국어 안내', { data: new TextEncoder().encode('한국어 안내 페이지입니다. 로그인해 주세요.') }),
      fault(kind, `\xff\xfe${Array.from('<html>', (letter) => `${letter}\0`).join('')}`),
    ];
    expect(none).not.toContain(null);
  });

  test('a binary body of another type is refused', () => {
    const gif = 'GIF89a\x01\x00\x01\x00\x80\x00\x00';
    expect(fault('media', gif, { headers: { 'content-type': 'image/gif' } })).toBe('another type');
    expect(fault('media', '\x1f\x8b\x08\x00\x00', { headers: { 'content-type': 'text/html; charset=utf-8' } })).toBe(
      'another type',
    );
    expect(fault('media', '\x1f\x8b\x08', { headers: { 'content-type': 'application/problem+json' } })).not.toBeNull();
  });

  test.each([
    ['shorter than its length', { headers: { 'content-length': '4000' } }, 'cut short'],
    [
      'compressed, so that its length is another',
      { headers: { 'content-length': '4000', 'content-encoding': 'gzip' } },
      null,
    ],
    ['shorter than the range', { status: 206, range: 'bytes=0-999' }, 'cut short'],
    ['shorter than the range, with 200', { status: 200, range: 'bytes=0-999' }, 'cut short'],
    ['as long as the range', { status: 206, range: 'bytes=100-115' }, null],
    [
      'the end of the file',
      { status: 206, range: 'bytes=100-999', headers: { 'content-range': 'bytes 100-115/116' } },
      null,
    ],
    [
      'cut before the end of the file',
      { status: 206, range: 'bytes=100-999', headers: { 'content-range': 'bytes 100-115/900' } },
      'cut short',
    ],
    ['of a range without an end', { status: 206, range: 'bytes=100-' }, null],
    ['longer than the range, as from a server without ranges', { status: 200, range: 'bytes=0-3' }, null],
  ] as const)('a segment that is %s', (_name, rest, expected) => {
    expect(fault('media', FRAGMENT, rest)).toBe(expected);
  });
});
