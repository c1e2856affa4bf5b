import { describe, expect, test } from 'vitest';
import { createEdgeSigner } from '#server/providers/edge-signer.ts';
import { createMediaSigner, createTicketCheck, TRAILER_GRANT } from '#server/providers/media-signer.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';

const clock = createServerClock();
const NOW = clock.now().getTime();
const after = (seconds: number) => new Date(NOW + seconds * 1000);

const grant = {
  folder: 'media/short',
  accountId: '0b0d0000-0000-4000-8000-000000000001',
  id: '0b0d0000-0000-4000-8000-000000000002',
};
const signer = (ticketSeconds?: number) =>
  createMediaSigner({ secret: 'secret', publicUrl: () => 'http://bora.test', clock, ticketSeconds });
const edge = createEdgeSigner({
  edge: { url: 'https://edge.test', secret: '0123456789abcdef0123456789abcdef', told: [] },
  own: signer(),
  clock,
});

/* An address lives three minutes behind a cache, which cannot ask, and never longer than its play log. */
describe.each([
  ['of a cache', edge],
  ['of short life', signer(180)],
])('an address %s', (_, short) => {
  test.each([
    ['of a long play log lives three minutes', 12 * 3600, 180],
    ['of a play log that ends in three minutes ends with it', 180, 180],
    ['of a play log that ends earlier ends with it', 179, 179],
    ['of a play log that ends within a second lives for it', 0.2, 1],
    ['of a play log that has ended does not live', -5, -5],
  ])('the address %s', (_what, playLogSeconds, lives) => {
    const { ticket } = short.sign({ ...grant, expiresAt: after(playLogSeconds) });
    expect(ticket.expires_at).toBe(after(lives).toISOString());
    expect(ticket.expires_in).toBe(Math.max(0, lives));
  });

  test.each([
    ['trailer', { ...grant, ...TRAILER_GRANT }],
    ['download', { ...grant, kind: 'download' as const }],
  ])('the address of a %s, which nobody renews, lives as long as it', (_what, whole) => {
    expect(short.sign({ ...whole, expiresAt: after(86_400) }).ticket.expires_at).toBe(after(86_400).toISOString());
  });
});

test('addresses name their ticket and their file', () => {
  const own = signer().sign({ ...grant, expiresAt: after(60) });
  expect(own.urlOf('media/short/video.mp4')).toBe(`http://bora.test/media/${own.ticket.ticket}/media/short/video.mp4`);
  expect(own.licenseUrl()).toBe(`http://bora.test/media/${own.ticket.ticket}/media/short/license`);
  const cached = edge.sign({ ...grant, expiresAt: after(60) });
  expect(cached.urlOf('media/short/a/video.mp4')).toBe(
    `https://edge.test/media/${cached.ticket.ticket}/media/short/~/a/video.mp4`,
  );
  // This server gives out downloads, keys, and what lies in no folder.
  expect(cached.licenseUrl()).toBe(own.licenseUrl());
  for (const whole of [{ kind: 'download' as const }, { kind: 'prepared' as const }, { folder: '' }])
    expect(edge.sign({ ...grant, expiresAt: after(60), ...whole }).urlOf('a.mp4')).toMatch(/^http:\/\/bora\.test\//);
});

test('only addresses that end before their play log are renewed', () => {
  expect([signer().isRenewed, signer(180).isRenewed, edge.isRenewed]).toEqual([false, true, true]);
});

test('an address of this server lives as long as its play log', () => {
  expect(signer().sign({ ...grant, expiresAt: after(43_200) }).ticket.expires_at).toBe(after(43_200).toISOString());
});

describe('a ticket', () => {
  const { ticket } = signer().sign({ ...grant, expiresAt: after(60) }).ticket;
  /** Checks that have met no ticket, and one that has met this one. */
  const fresh = () => createTicketCheck('secret');
  const met = createTicketCheck('secret');
  met(ticket, 'media/short/video.mp4', after(0));

  test.each([
    ['media/short/video.mp4', 0, 'open'],
    ['media/short/video.mp4', 59.999, 'open'],
    ['media/short/video.mp4', 60, 'expired'],
    ['media/short2/video.mp4', 0, 'forged'],
    ['media/other/video.mp4', 0, 'forged'],
    ['media/short', 0, 'forged'],
    ['media', 0, 'forged'],
  ])('a ticket for a folder opens %s after %d s: %s', (path, seconds, expected) => {
    for (const check of [fresh(), met]) {
      const found = check(ticket, path, after(seconds));
      expect(typeof found === 'string' ? found : 'open').toBe(expected);
    }
  });

  test('says whose it is, and of which kind', () => {
    const check = fresh();
    const { accountId, id } = grant;
    for (const kind of [undefined, 'download', 'prepared'] as const) {
      const signed = signer().sign({ ...grant, kind, expiresAt: after(60) }).ticket.ticket;
      expect(check(signed, 'media/short/video.mp4', after(0))).toEqual({
        accountId,
        id,
        expiresAt: after(60),
        kind,
      });
    }
    const whole = signer().sign({ ...grant, folder: '', expiresAt: after(60) }).ticket.ticket;
    for (const path of ['a.mp4', 'b/a.mp4']) expect(check(whole, path, after(0))).toMatchObject({ id });
  });

  test.each([
    ['a later end', (text: string) => text.replace(/^\d+/, (end) => String(Number(end) + 1))],
    ['less depth', (text: string) => text.replace(/\.2\./, '.1.')],
    ['the kind of a download', (text: string) => text.replace(/\.2\./, '.2d.')],
    ['another play log', (text: string) => text.replace(grant.id, grant.accountId)],
  ])('a ticket with %s is forged', (_, change) => {
    expect(change(ticket)).not.toBe(ticket);
    expect(fresh()(change(ticket), 'media/short/video.mp4', after(0))).toBe('forged');
  });
});
