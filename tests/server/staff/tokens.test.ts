import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/console/audit.ts';
import { tokenScopes, type TokenScope } from '#contract/console/endpoint.ts';
import { consoleEndpoints, type ConsoleEndpointName } from '#contract/console/endpoints.ts';
import { UPLOADS_PATH } from '#contract/console/inbox.ts';
import { MOST_TOKENS } from '#contract/console/tokens.ts';
import { createMembers, type Browser, type Member } from '#tests/support/console.ts';
import { buildTitleFields } from '#tests/support/server/server-records.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/** What each scope opens, stated again: a new call is closed to programs until it is named here. */
const OPEN: Record<TokenScope, readonly ConsoleEndpointName[]> = {
  'figures.read': [
    ...(['getOverview', 'getOverviewNow', 'exportOverview', 'getViewing', 'exportViewing'] as const),
    ...(['listViewedTitles', 'exportViewedTitles', 'getViewedTitle', 'exportViewedEpisodes'] as const),
    ...([
      'listMissedSearches',
      'exportMissedSearches',
      'listCohorts',
      'exportCohorts',
      'exportLicensorReport',
    ] as const),
    ...(['getSales', 'exportSales', 'listSold', 'exportSold'] as const),
  ],
  'titles.read': [
    ...(['listOperatedTitles', 'exportTitles', 'getOperatedTitle', 'exportEpisodes', 'getTitleForm'] as const),
    ...(['getTitleRecord', 'listTitleChoices', 'listClips', 'getEpisodeMarks', 'getEpisodeTracks'] as const),
    ...(['lookAtMove'] as const),
  ],
  'titles.write': [
    ...(['createTitle', 'changeTitle', 'changeRelease', 'addTitleEpisode', 'changeEpisode'] as const),
    ...(['moveEpisode'] as const),
    ...(['orderEpisodes', 'changeProducts', 'setTitlePicture', 'setEpisodePicture', 'changeEpisodeMarks'] as const),
  ],
  'media.write': [
    ...(['getInbox', 'exportInbox', 'startInboxFiles', 'listMediaJobs', 'exportMediaJobs'] as const),
    ...(['getMediaJob', 'retryMediaJob'] as const),
  ],
};

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture();
  members = createMembers(server);
  owner = await members.buildMember('owner');
});
afterAll(() => server.close());

const add = async (scopes: readonly TokenScope[], by: Member = owner, days = 30) =>
  (await members.call(consoleEndpoints.addToken, by, { body: { name: '통계', scopes, days } })).reply;
const programWith = (secret: string): Browser => ({ headers: { authorization: `Bearer ${secret}` } });
const programOf = async (...scopes: TokenScope[]) => programWith((await add(scopes)).secret);
/** With ids that fit and name nothing. */
const tryCall = async (name: ConsoleEndpointName, by: Browser) => {
  const params = { id: '00000000-0000-4000-8000-000000000000' };
  const { status, text } = await members.call(consoleEndpoints[name], by, { params });
  return { status, code: status < 400 ? null : (JSON.parse(text) as { code: string }).code };
};
const names = Object.keys(consoleEndpoints) as ConsoleEndpointName[];
const closed = ['SCOPE_REQUIRED', 'ROLE_REQUIRED', 'TOKEN_INVALID'];

describe('a token', () => {
  test.each(tokenScopes)('of the scope %s opens its calls and no others', async (scope) => {
    const program = await programOf(scope);
    const opened: string[] = [];
    for (const name of names.filter((each) => consoleEndpoints[each].allowed !== 'anyone'))
      if (!closed.includes((await tryCall(name, program)).code ?? '')) opened.push(name);
    expect(opened.sort()).toEqual([...OPEN[scope]].sort());
  });

  test('reads the figures that the console shows, without a cookie or a token of the page', async () => {
    const program = await programOf('figures.read');
    const query = { step: 'day' };
    const [shown, read] = await Promise.all([
      members.call(consoleEndpoints.getSales, owner, { query }),
      members.call(consoleEndpoints.getSales, program, { query }),
    ]);
    expect(read.reply).toEqual(shown.reply);
    expect((await members.call(consoleEndpoints.exportSales, program, { query })).text).toBe(
      (await members.call(consoleEndpoints.exportSales, owner, { query })).text,
    );
  });

  test('makes a title, and the audit log names the token and its maker', async () => {
    const program = await programOf('titles.write');
    const { id } = (await members.call(consoleEndpoints.createTitle, program, { body: { fields: buildTitleFields() } }))
      .reply;
    const query = { subject_kind: 'title', subject_id: String(id) };
    const [entry] = (await members.call(listAuditEntries, owner, { query })).reply.results;
    expect(entry).toMatchObject({ action: 'title.create', actor: `token 통계 (${owner.email})` });
  });

  test('starts an upload with its scope alone', async () => {
    const upload = (by: Browser) =>
      server.app.inject({
        method: 'POST',
        url: UPLOADS_PATH,
        headers: {
          ...by.headers,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${Buffer.from('a.mkv').toString('base64')}`,
        },
      });
    expect((await upload(await programOf('titles.write'))).statusCode).toBe(403);
    expect((await upload(await programOf('media.write'))).statusCode).not.toBe(403);
  });

  test('is shown once, and stored as a hash', async () => {
    const { token, secret } = await add(['figures.read']);
    expect(secret).toMatch(/^bora_[\w-]{40,}$/);
    const list = await members.call(consoleEndpoints.listTokens, owner);
    expect(list.reply.results.map(({ id }) => id)).toContain(token.id);
    expect(list.text).not.toContain(secret);
    expect(JSON.stringify(await server.db.selectFrom('api_tokens').selectAll().execute())).not.toContain(secret);
  });

  test('ends when it is revoked', async () => {
    const { token, secret } = await add(['figures.read']);
    expect((await tryCall('listCohorts', programWith(secret))).status).toBe(200);
    await members.call(consoleEndpoints.revokeToken, owner, { params: { id: token.id } });
    expect((await tryCall('listCohorts', programWith(secret))).code).toBe('TOKEN_INVALID');
    const again = await members.call(consoleEndpoints.revokeToken, owner, { params: { id: token.id } });
    expect(again.error.code).toBe('NOT_FOUND');
  });

  test('does no more than its maker may, and ends with the maker', async () => {
    const second = await members.buildMember('owner');
    const { secret } = await add(['figures.read'], second);
    const program = programWith(secret);
    expect((await tryCall('listCohorts', program)).status).toBe(200);
    await members.staff.changeRole({ email: second.email }, 'support');
    expect((await tryCall('listCohorts', program)).code).toBe('ROLE_REQUIRED');
    await members.staff.remove({ email: second.email });
    expect((await tryCall('listCohorts', program)).code).toBe('TOKEN_INVALID');
  });

  test('is of no use on a page of another site, and a cookie beside it adds nothing', async () => {
    const { headers } = await programOf('figures.read');
    const foreign = { headers: { ...headers!, 'sec-fetch-site': 'cross-site' } };
    expect((await tryCall('listCohorts', foreign)).code).toBe('CSRF_INVALID');
    expect((await tryCall('listStaff', { ...owner, headers: headers! })).code).toBe('SCOPE_REQUIRED');
  });

  test('ends at its day', async () => {
    const { secret } = await add(['figures.read'], owner, 1);
    server.clock.advance(24 * 3600 + 1);
    expect((await tryCall('listCohorts', programWith(secret))).code).toBe('TOKEN_INVALID');
  });

  test('is one of a bounded number; one that has ended makes room', async () => {
    const fresh = await members.buildMember('owner');
    const listed = (await members.call(consoleEndpoints.listTokens, fresh)).reply.results;
    const cntActive = listed.filter(({ state }) => state === 'active').length;
    const made: string[] = [];
    for (let count = cntActive; count < MOST_TOKENS; count += 1)
      made.push((await add(['figures.read'], fresh)).token.id);
    const addOne = () =>
      members.call(consoleEndpoints.addToken, fresh, { body: { name: '통계', scopes: ['figures.read'], days: 30 } });
    expect((await addOne()).error.code).toBe('REFUSED');
    await members.call(consoleEndpoints.revokeToken, fresh, { params: { id: made[0]! } });
    expect((await addOne()).status).toBe(201);
  });
});
