import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '#server/db/embedded.ts';
import { warnsAt } from '#server/providers/certificate.ts';
import { readEnv } from '#server/start/env.ts';
import { startMailServer } from '#tests/support/server/mail.ts';
import { databaseTemplate } from '#tests/support/server/server-database.ts';
import { causeOf } from '#server/start/doctor/cause.ts';
import { checkDatabase, judgeDatabase } from '#server/start/doctor/database.ts';
import { findingLines, verdict, bad, good, warning, type Finding } from '#server/start/doctor/finding.ts';
import { checkOwnClock, judgeLastChange, judgeOwnClock } from '#server/start/doctor/clock.ts';
import { checkFolder, checkNode, checkReader, checkTools } from '#server/start/doctor/machine.ts';
import { checkMail } from '#server/start/doctor/mail.ts';
import { checkMediaEdge, judgeEdge } from '#server/start/doctor/media-edge.ts';
import { checkMediaStore } from '#server/start/doctor/media-store.ts';
import { checkSignInProvider } from '#server/start/doctor/sign-in-provider.ts';
import { createExamineService, examine } from '#server/start/doctor/examine.ts';
import { judgeProxy } from '#server/start/doctor/proxy.ts';
import { checkPublicAddress, judgeCertificate } from '#server/start/doctor/public-address.ts';

/** A sentence for the terminal, and one for the console. */
const said = (english: unknown) => [english, expect.stringMatching(/[가-힣]/)];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['v18.20.1', 'bad'],
  ['v20.18.9', 'bad'],
  ['v20.19.0', 'warning'],
  ['v22.1.0', 'good'],
  ['v24.0.0', 'good'],
])('Node %s is %s', (version, state) => {
  expect(checkNode(version).state).toBe(state);
});

describe('a clock', () => {
  const madeAt = new Date('2026-11-29T12:00:00Z');

  test('is wrong before this version was made, and not said to be right after that', () => {
    expect(judgeOwnClock(new Date('1970-01-01T00:05:00Z'), { madeAt, isAlone: false })).toMatchObject([
      {
        part: 'Clock',
        state: 'bad',
        seen: said("This machine's clock says 1970-01-01 00:05 UTC, and this version was made at 2026-11-29 12:00."),
      },
    ]);
    expect(judgeOwnClock(madeAt, { madeAt, isAlone: false })).toEqual([]);
    expect(checkOwnClock(new Date(0), true)).toMatchObject([{ state: 'bad' }]);
  });

  test('that no other is compared with is shown, for whoever reads it to compare', () => {
    const now = new Date('2031-02-03T04:05:06Z');
    expect(judgeOwnClock(now, { madeAt, isAlone: true })).toMatchObject([
      { state: 'skipped', seen: said(expect.stringMatching(/^It says 2031-02-03 04:05 UTC; /)) },
    ]);
  });

  test('is wrong where staff changed something later than now', () => {
    const lastAt = new Date('2027-03-01T09:00:00Z');
    expect(judgeLastChange(lastAt, lastAt)).toEqual([]);
    expect(judgeLastChange(new Date('2026-12-01T00:00:00Z'), lastAt)).toMatchObject([
      { part: 'Clock', state: 'bad', seen: said(expect.stringMatching(/of 2027-03-01 09:00 UTC.* 2026-12-01 00:00:/)) },
    ]);
  });
});

describe('a folder', () => {
  test('a folder is good with space and the right to write', async () => {
    expect(await checkFolder('Data folder', folder)).toMatchObject({ state: expect.stringMatching(/good|warning/) });
  });

  test('a folder is skipped before the first start makes it', async () => {
    expect(await checkFolder('Data folder', join(folder, 'none'))).toMatchObject({ state: 'skipped' });
  });

  test('a folder is bad where a file lies', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await checkFolder('Data folder', file)).toMatchObject({
      state: 'bad',
      toDo: said(expect.stringMatching(/\S/)),
    });
  });
});

test('missing media tools are named with the command that installs them', () => {
  const { state, seen } = checkTools({ folders: [], packagerFolder: undefined });
  expect(state).toBe('warning');
  expect(seen).toEqual(said(expect.stringMatching(/ffmpeg, ffprobe, fpcalc.*apt install/)));
});

test.each([
  [undefined, 'skipped', /sudo apt install tesseract-ocr tesseract-ocr-kor tesseract-ocr-jpn tesseract-ocr-eng$/],
  [['ko', 'en'], 'warning', /reads ko, en; others are missing/],
  [['ko', 'ja', 'en'], 'good', /reads ko, ja, en\./],
] as const)('a reader of picture subtitles with the languages %j is %s', async (langs, state, seen) => {
  const finding = await checkReader(() => Promise.resolve(langs && { command: [], langs }));
  expect(finding).toMatchObject({ state, seen: [expect.stringMatching(seen), expect.any(String)] });
  if (state === 'warning')
    expect(finding.toDo).toEqual(said(expect.stringContaining('sudo apt install tesseract-ocr-jpn')));
});

describe('a PostgreSQL', () => {
  const GOOD = {
    version: '15.18 (Debian)',
    encoding: 'UTF8',
    maxConnections: 100,
    isReadOnly: false,
    isDurable: true,
    now: new Date(),
  };

  test('a PostgreSQL is good with its usual settings', () => {
    expect(judgeDatabase(GOOD, 20).map(({ state }) => state)).toEqual(['good']);
  });

  test.each([
    [{ version: '12.4' }, 0, 'bad', /too old/],
    [{ encoding: 'SQL_ASCII' }, 0, 'bad', /encoding/],
    [{ isReadOnly: true }, 0, 'bad', /refuses writes/],
    [{ isDurable: false }, 0, 'bad', /power cut/],
    [{ maxConnections: 20 }, 0, 'warning', /max_connections is 20/],
    [{}, 120_000, 'bad', /120\.0 s ahead/],
    [{}, -3_000, 'bad', /3\.0 s behind/],
  ] as const)('a PostgreSQL with %j and a clock of %d ms is told as %s', (facts, offsetMs, state, words) => {
    const findings = judgeDatabase({ ...GOOD, ...facts }, offsetMs);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      state,
      seen: said(expect.stringMatching(words)),
      toDo: said(expect.stringMatching(/\S/)),
    });
  });

  test('a PostgreSQL that does not answer is bad', async () => {
    const env = readEnv({ DATABASE_URL: 'postgres://bora@127.0.0.1:1/bora', DATA_DIR: folder });
    expect(await checkDatabase(env, true)).toMatchObject([
      { state: 'bad', seen: said(expect.stringMatching(/does not answer/)) },
    ]);
  });
});

test('the embedded database is not made by looking at it', async () => {
  const env = readEnv({ DATA_DIR: join(folder, 'none') });
  expect(await checkDatabase(env, false)).toMatchObject([{ state: 'skipped' }]);
  expect(await checkMediaStore(env)).toMatchObject({ state: 'skipped' });
});

describe('mail', () => {
  test('mail is sent to the address that is given, and to nobody else', async () => {
    const mails = await startMailServer();
    const env = readEnv({ SMTP_URL: mails.url, MAIL_FROM: 'no-reply@bora.example', NODE_ENV: 'production' });
    expect(await checkMail(env, undefined)).toMatchObject({ state: 'skipped' });
    const sent = checkMail(env, 'owner@bora.example');
    expect(await mails.next()).toMatchObject({ to: [{ address: 'owner@bora.example' }] });
    expect(await sent).toMatchObject({ state: 'good' });
    await mails.close();
  });

  test('mail that the mail server refuses is bad', async () => {
    const env = readEnv({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@bora.example', NODE_ENV: 'production' });
    expect(await checkMail(env, 'owner@bora.example')).toMatchObject({
      state: 'bad',
      toDo: said(expect.stringMatching(/SMTP_URL/)),
    });
  });

  test('mail that is not configured is a warning in production', async () => {
    expect(await checkMail(readEnv({ NODE_ENV: 'production' }), undefined)).toMatchObject({ state: 'warning' });
  });
});

describe('the public address', () => {
  test('a public address that nothing serves is bad, with the reason', async () => {
    const env = readEnv({ PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(await checkPublicAddress(env)).toMatchObject([
      { state: 'bad', seen: said(expect.stringMatching(/does not answer: \S/)) },
    ]);
  });

  test('a public address is needed in production', async () => {
    expect(await checkPublicAddress(readEnv({ NODE_ENV: 'production' }))).toMatchObject([{ state: 'bad' }]);
  });

  test.each([
    ['2026-11-01T00:00:00Z', null, 'bad', /ended 19 days ago/],
    ['2026-11-19T23:59:59Z', null, 'bad', /ended 1 days ago/],
    ['2026-11-20T00:00:01Z', null, 'warning', /ends in 0 days/],
    ['2027-02-01T00:00:00Z', 'SELF_SIGNED_CERT_IN_CHAIN', 'bad', /SELF_SIGNED/],
    ['2026-11-25T12:00:00Z', null, 'warning', /ends in 5 days/],
    ['2027-02-01T00:00:00Z', null, 'good', /73 more days/],
  ])('a certificate until %s (%s) is %s', (validTo, problem, state, words) => {
    const endsAt = new Date(validTo);
    const certificate = { endsAt, warnsAt: warnsAt(new Date('2026-09-01T00:00:00Z'), endsAt), problem };
    const finding = judgeCertificate(certificate, new Date('2026-11-20T00:00:00Z'));
    expect(finding).toMatchObject({ state, seen: said(expect.stringMatching(words)) });
  });
});

test('every finding that is not good says what to do, on a line of its own', () => {
  expect(findingLines(good('Node', 'v24.', 'v24'))).toEqual(['ok   Node           v24.']);
  expect(findingLines(bad('Mail', ['No.', '아니요'], ['Do.', '해요']))).toEqual([
    'BAD  Mail           No.',
    '                    → Do.',
  ]);
  expect(verdict([good('Node', 'v24.', 'v24')])).toBe('Nothing is wrong.');
  expect(verdict([bad('Mail', ['', ''], ['', '']), warning('Mail', ['', ''], ['', ''])])).toMatch(/^1 .*, 1 /);
});

test('a sign-in provider that does not answer is named with its address', async () => {
  expect(await checkSignInProvider(readEnv({}))).toEqual([]);
  const settings = { OIDC_CLIENT_ID: 'bora', OIDC_CLIENT_SECRET: 'secret', OIDC_ROLES: 'owner=all' };
  const [finding] = await checkSignInProvider(readEnv({ OIDC_ISSUER: 'http://127.0.0.1:9', ...settings }));
  expect(finding).toMatchObject({
    state: 'bad',
    seen: said(expect.stringContaining('http://127.0.0.1:9 does not describe')),
  });
});

describe('the proxy', () => {
  const WELL = { address: 'replaced', isTrusted: true, protocol: 'https', isCountryPassedOn: false } as const;

  test('is good when it alone says who calls, and how', () => {
    expect(judgeProxy(WELL, true).state).toBe('good');
    expect(judgeProxy({ ...WELL, protocol: 'missing' }, false).state).toBe('good');
  });

  test.each([
    [{ address: 'missing', isTrusted: false }, 'bad', /\/metrics may be open/],
    [{ address: 'passed-on' }, 'bad', /evade limits/],
    [{ address: 'replaced', isTrusted: false }, 'bad', /TRUSTED_PROXIES/],
    [{ isCountryPassedOn: true }, 'bad', /COUNTRY_HEADER/],
    [{ address: 'appended-to' }, 'warning', /replace the header/],
    [{ protocol: 'http' }, 'warning', /x-forwarded-proto/],
    [{ protocol: 'missing' }, 'warning', /x-forwarded-proto/],
  ] as const)('with %o is %s', (change, state, says) => {
    const finding = judgeProxy({ ...WELL, ...change }, true);
    expect(finding.state).toBe(state);
    expect(findingLines(finding).join(' ')).toMatch(says);
  });
});

describe('an edge in front of the media', () => {
  test.each([
    ['asks the service about a signed address', 410, 0, 'Media edge', 'good'],
    ['does not know the signature', 404, 0, 'Media edge', 'bad'],
    ['does not reach the service', 503, 0, 'Media edge', 'bad'],
    ['has a clock that is ahead', 410, 200_000, 'Clock', 'bad'],
    ['has a clock that is behind', 410, -200_000, 'Clock', 'bad'],
  ])('is judged where it %s', (_where, status, offsetMs, part, state) => {
    const finding = judgeEdge(status, offsetMs);
    expect(finding).toMatchObject({ part, state, seen: said(expect.stringMatching(/\S/)) });
    if (state === 'bad') expect(finding.toDo).toEqual(said(expect.stringMatching(/\S/)));
  });

  test('is not looked for where there is none', async () => {
    expect(await checkMediaEdge({ mediaEdge: undefined })).toEqual([]);
  });
});

test('the console gets the lines of the command, in Korean', async () => {
  const env = readEnv({ DATA_DIR: join(folder, 'running') });
  const database = await openEmbedded(env.dataDir, { template: await databaseTemplate() });
  const change = { actor: 'bora operate', action: 'membership.give', before: 'null', after: '{}' };
  await database.kysely
    .insertInto('audit_log')
    .values({ ...change, id: randomUUID(), at: new Date(Date.now() + 3600_000) })
    .execute();
  const inConsole = await createExamineService(env, database)();
  await database.close();
  const inTerminal = [checkNode(process.version)];
  const options = { findDatabase: () => checkDatabase(env, true), mailTo: undefined };
  for await (const found of examine(env, options)) inTerminal.push(...found);
  expect(inConsole.map(({ state }) => state)).toEqual(inTerminal.map(({ state }) => state));
  expect(inConsole.find(({ name }) => name === '데이터베이스')).toMatchObject({ seen: '내장 데이터베이스가 열려요.' });
  expect(inConsole.filter(({ name }) => name === '시계')).toMatchObject([
    { state: 'skipped' },
    { state: 'bad', seen: expect.stringContaining('변경 기록의 마지막 변경은') },
  ]);
});

describe('the checks', () => {
  const findAll = async (options: Parameters<typeof examine>[1], variables: Record<string, string> = {}) => {
    const findings: Finding[] = [];
    for await (const found of examine(readEnv({ DATA_DIR: folder, ...variables }), options)) findings.push(...found);
    return findings;
  };

  test('a check that hangs is told as one, and the others are told too', async () => {
    const findDatabase = () => new Promise<never>(() => undefined);
    const findings = await findAll({ findDatabase, mailTo: undefined, limitMs: 50 });
    expect(findings.find(({ part }) => part === 'Database')).toMatchObject({
      state: 'bad',
      seen: [expect.stringContaining('no answer within 50 ms'), '확인하지 못했어요. 응답이 없어요(TooLateError)'],
    });
    expect(findings.map(({ part }) => part)).toEqual(expect.arrayContaining(['Data folder', 'Mail']));
  });

  test('a check that fails stops none of the others', async () => {
    const findDatabase = () => Promise.reject(new Error('surprise'));
    const findings = await findAll({ findDatabase, mailTo: undefined });
    expect(findings.find(({ part }) => part === 'Database')).toMatchObject({ state: 'bad' });
    expect(findings.map(({ part }) => part)).toContain('Mail');
  });

  test('a later check runs while an earlier one waits', async () => {
    const mails = await startMailServer();
    const findDatabase = async () => {
      await mails.next();
      return [good('Database', 'There.', '있어요')];
    };
    const variables = { SMTP_URL: mails.url, MAIL_FROM: 'no-reply@bora.example' };
    const findings = await findAll({ findDatabase, mailTo: 'owner@bora.example' }, variables);
    await mails.close();
    expect(findings.find(({ part }) => part === 'Database')).toMatchObject({ state: 'good' });
  });
});

test.each([
  [Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }), /^연결을 받지 않아요/],
  [
    new Error('fetch failed', { cause: Object.assign(new Error('other side closed'), { code: 'ECONNRESET' }) }),
    /^연결이/,
  ],
  [AbortSignal.abort().reason, /^응답이 없어요/],
  [new Error('550 5.7.1 Sender rejected'), /^오류: "550 5\.7\.1 Sender rejected"$/],
])('the cause %s is told in Korean, or quoted', (error, korean) => {
  expect(causeOf(error)[1]).toMatch(korean);
});
