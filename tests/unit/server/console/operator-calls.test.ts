import { mkdtemp, rm, writeFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carryOut } from '#server/console/operator/calls.ts';
import type { Operations } from '#server/console/operator/operations.ts';
import { listenForOperators } from '#server/console/operator/socket.ts';

/** Operations that tell what they were asked. */
const asked = new Proxy({} as Operations, {
  get: (_all, area: string) =>
    new Proxy(
      {},
      {
        get:
          (_area, method: string) =>
          (...given: unknown[]) =>
            Promise.resolve(method === 'read' ? { name: given[0], bytes: 'bytes' } : [`${area}.${method}`, ...given]),
      },
    ),
});
const ID = '0b0d0000-0000-4000-8000-000000000001';
const AT = '2026-11-29T12:00:00Z';
const title = { kind: 'title', id: 7 };
const part = { start: 1, end: 90 };
/** As the server makes them: a folder of its own, and a name. */
const SUBTITLE = `subtitles-${ID}/zh-hant-description.vtt`;
const subtitle = { id: SUBTITLE, lang: 'ko', role: 'subtitle', label: '한국어' };
const said = { lang: 'ko', role: 'subtitle', label: '한국어', version: 'v1', accepts: [] };
const video = { source: '/v/a.mkv', number: 12.5, subject: null };

test.each<[string, object, unknown[]]>([
  ['titles/list', { after: 3, limit: 500 }, ['titles.list', { after: 3, limit: 500 }]],
  ['titles/show', title, ['titles.show', title]],
  ['titles/publish', title, ['titles.publish', title]],
  ['titles/unpublish', title, ['titles.unpublish', title]],
  ['titles/schedule', { ...title, at: AT }, ['titles.schedule', title, new Date(AT)]],
  [
    'titles/delay',
    { ...title, at: AT, notice: '늦어요' },
    ['titles.delay', title, { at: new Date(AT), notice: '늦어요' }],
  ],
  ['titles/add', { name: 'a.json', text: '{}' }, ['titles.add', 'a.json', '{}']],
  ['catalogue/export', { path: '/out' }, ['catalogue.exportTo', '/out']],
  ['media/find-title', { name: '여우' }, ['media.findTitle', '여우', undefined]],
  ['media/find-title', { name: '여우', year: 2026 }, ['media.findTitle', '여우', 2026]],
  [
    'media/add',
    { title: { id: 7 }, access: 'avod', isPublished: false, pictures: { wide: '/p/w.jpg' }, episodes: [video] },
    [
      'media.add',
      { title: { id: 7 }, access: 'avod', isPublished: false, pictures: { wide: '/p/w.jpg' }, episodes: [video] },
    ],
  ],
  ['media/find-added', { sources: ['/v/a.mkv'] }, ['media.findAdded', ['/v/a.mkv']]],
  ['media/list', {}, ['media.list']],
  ['media/show', { job: 'j1' }, ['media.show', 'j1']],
  ['media/retry', { job: 'j1' }, ['media.retry', 'j1']],
  ['media/cancel', { job: 'j1' }, ['media.cancel', 'j1']],
  ['media/remove', { job: 'j1' }, ['media.remove', { job: 'j1' }]],
  ['media/remove', { episode: 7 }, ['media.remove', { episode: 7 }]],
  ['media/marks', { episode: 7 }, ['media.marks', 7, undefined]],
  [
    'media/marks',
    { episode: 7, intro: part, outro: { start: 80 } },
    ['media.marks', 7, { intro: part, outro: { start: 80 } }],
  ],
  ['media/marks', { episode: 7, recap: part, preview: part }, ['media.marks', 7, { recap: part, preview: part }]],
  // Null removes a part; what is not named stays.
  ...['intro', 'outro', 'recap', 'preview'].map((name): [string, object, unknown[]] => [
    'media/marks',
    { episode: 7, [name]: null },
    ['media.marks', 7, { [name]: null }],
  ]),
  ['media/found-marks', { title: 7 }, ['media.foundMarks', { title: 7 }]],
  ['media/accept-marks', { episode: 7 }, ['media.acceptMarks', { episode: 7 }]],
  ['tracks/show', { episode: 7 }, ['tracks.show', 7]],
  [
    'tracks/examine',
    { episode: 7, path: '/s/a.srt', lang: 'ko' },
    ['tracks.examine', 7, { lang: 'ko', name: '/s/a.srt', bytes: 'bytes' }],
  ],
  [
    'tracks/add',
    { episode: 7, path: '/s/a.srt', replaces: SUBTITLE, ...said },
    ['tracks.add', 7, { replaces: SUBTITLE, ...said, name: '/s/a.srt', bytes: 'bytes' }],
  ],
  [
    'tracks/change',
    { episode: 7, version: 'v1', subtitles: [subtitle] },
    ['tracks.change', 7, { version: 'v1', subtitles: [subtitle] }],
  ],
  [
    'sounds/change',
    { episode: 7, version: 'v1', sounds: [{ id: 'a', lang: 'ja', role: 'main', label: '일본어' }] },
    ['sounds.change', 7, { version: 'v1', sounds: [{ id: 'a', lang: 'ja', role: 'main', label: '일본어' }] }],
  ],
  ['reviews/reported', {}, ['reviews.reported']],
  ['reviews/hide', { id: ID }, ['reviews.hide', ID]],
  ['reviews/restore', { id: ID }, ['reviews.restore', ID]],
  ['membership/show', { email: 'a@bora.example' }, ['support.showMembership', 'a@bora.example']],
  ...(['give', 'extend', 'end'] as const).map((verb): [string, object, unknown[]] => {
    const body = {
      ...{ email: 'a@bora.example', reason: '사과' },
      ...(verb === 'give' && { plan: 'basic' }),
      ...(verb !== 'end' && { days: 30 }),
    };
    return [`membership/${verb}`, body, [`support.${verb}Membership`, 'a@bora.example', body]];
  }),
  ['order/list', { email: 'a@bora.example' }, ['support.listOrders', 'a@bora.example']],
  ['order/refund', { order: 'o1', reason: '실수' }, ['support.refundOrder', 'o1', { order: 'o1', reason: '실수' }]],
  ['staff/list', {}, ['staff.list']],
  [
    'staff/add',
    { email: 'a@bora.example', role: 'support' },
    ['staff.add', { email: 'a@bora.example', role: 'support' }],
  ],
  ['staff/link', { email: 'a@bora.example' }, ['staff.renewLink', { email: 'a@bora.example' }]],
  [
    'staff/role',
    { email: 'a@bora.example', role: 'owner' },
    ['staff.changeRole', { email: 'a@bora.example' }, 'owner'],
  ],
  ['staff/remove', { email: 'a@bora.example' }, ['staff.remove', { email: 'a@bora.example' }]],
  ['accounts/examine', { text: 'email' }, ['accounts.examine', 'email']],
  ['accounts/import', { text: 'email', from: 100 }, ['accounts.importSome', 'email', 100]],
  ['proposals/learn', {}, ['jobs.run', 'learning likeness']],
  ['backup/begin', { file: '/b/a.backup' }, ['backup.begin', '/b/a.backup']],
  ['backup/written', { file: '/b/a.backup' }, ['backup.written', '/b/a.backup']],
  ...(['renew', 'finish', 'release'] as const).map((verb): [string, object, unknown[]] => [
    `backup/${verb}`,
    { id: ID },
    [`backup.${verb}`, ID],
  ]),
])('the call %s with %j asks for what it says', async (name, body, result) => {
  expect(await carryOut(asked, name, body)).toEqual({ status: 'done', result });
});

test.each<[string, unknown]>([
  ['titles/erase', {}],
  ['toString', {}],
  ['titles/show', { kind: 'title', id: 0 }],
  ['titles/show', { ...title, more: 1 }],
  ['titles/list', { after: 0, limit: 501 }],
  ['media/add', { title: { id: 7 }, access: 'own', isPublished: false, pictures: {}, episodes: [video] }],
  ['media/add', { title: { id: 7 }, access: 'free', isPublished: false, pictures: {}, episodes: [] }],
  ['media/remove', { job: 'j1', episode: 7 }],
  ['membership/give', { email: 'a@bora.example', plan: 'free', days: 30, reason: '사과' }],
  ['membership/extend', { email: 'a@bora.example', days: 3661, reason: '사과' }],
  ['staff/add', { email: 'a@bora.example', role: 'root' }],
  ['backup/renew', { id: 'one' }],
])('the call %s with %j is refused', async (name, body) => {
  expect(await carryOut(asked, name, body)).toMatchObject({ status: 'unknown' });
});

test('a server takes the place of the socket that a killed one has left, for its own user alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'operators-'));
  const path = join(folder, 'operators.sock');
  await writeFile(path, '');
  const fail = (error: unknown) => {
    throw error;
  };
  const listening = await listenForOperators({ path, operations: asked, onCall: () => undefined, onFailure: fail });
  const { mode } = await stat(path);
  await listening.close();
  await rm(folder, { recursive: true });
  expect((mode & 0o777).toString(8)).toBe('600');
});
