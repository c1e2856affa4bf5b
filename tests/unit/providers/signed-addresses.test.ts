import { describe, expect, test } from 'vitest';
import { createEdgeSigner, EDGE_TICKET_SECONDS } from '#server/providers/edge-signer.ts';
import { createMediaSigner, createTicketCheck, TRAILER_GRANT } from '#server/providers/media-signer.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';

const SECRET = 'an-edge-secret-of-thirty-two-letters';
const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const PLAY_LOG = '22222222-2222-4222-8222-222222222222';

const clock = createServerClock();
const now = clock.now().getTime();
const ofServer = (ticketSeconds?: number) =>
  createMediaSigner({ secret: SECRET, publicUrl: () => 'http://bora.test', clock, ticketSeconds });
const ofEdge = createEdgeSigner({
  edge: { url: 'https://media.bora.test', secret: SECRET, told: [] },
  own: ofServer(),
  clock,
});

const grant = { folder: 'media/short', accountId: ACCOUNT, id: PLAY_LOG };
const endsIn = (seconds: number) => ({ expiresAt: new Date(now + seconds * 1000) });

describe.each([
  ['an address at the edge', ofEdge],
  ['a short-lived address at the service', ofServer(EDGE_TICKET_SECONDS)],
])('%s', (_name, signer) => {
  test.each([
    ['three minutes of a long playback', 12 * 3600, 180],
    ['three minutes of a playback of three minutes', 180, 180],
    ['no longer than its playback', 179, 179],
    ['to the end of the second in which its playback ends', 100.5, 101],
    ['no time after its playback', -1, 0],
  ])('lives %s', (_what, seconds, lives) => {
    const { ticket } = signer.sign({ ...grant, ...endsIn(seconds) });
    expect(ticket.expires_in).toBe(lives);
    expect(Date.parse(ticket.expires_at)).toBe(now + (lives || seconds) * 1000);
  });

  test('the ticket of a trailer lives to the trailer’s own end', () => {
    const { ticket } = signer.sign({ ...grant, ...TRAILER_GRANT, ...endsIn(7200) });
    expect(ticket.expires_in).toBe(7200);
  });

  test('the ticket of a download lives as long as the download, and belongs to the service', () => {
    const signed = signer.sign({ ...grant, ...endsIn(7200), kind: 'download' });
    expect(signed.ticket.expires_in).toBe(7200);
    expect(signed.urlOf('media/short/download.mp4')).toMatch(
      /^http:\/\/bora\.test\/media\/.+\/media\/short\/download\.mp4$/,
    );
  });
});

test('a ticket opens its folder until its last second, and nothing beside it', () => {
  const { ticket } = ofServer().sign({ ...grant, ...endsIn(60) }).ticket;
  const check = createTicketCheck(SECRET);
  const at = (seconds: number) => new Date(now + seconds * 1000);
  expect(check(ticket, 'media/short/video.mp4', at(59.999))).toMatchObject({ accountId: ACCOUNT, id: PLAY_LOG });
  expect(check(ticket, 'media/short/video.mp4', at(60))).toBe('expired');
  for (const path of ['media/shorter/video.mp4', 'media/short', 'media/other/video.mp4', 'media/video.mp4'])
    expect([path, check(ticket, path, at(0)), createTicketCheck(SECRET)(ticket, path, at(0))]).toEqual([
      ...[path, 'forged', 'forged'],
    ]);
});
