import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import type { Locator, Page } from '@playwright/test';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { codeAt, stepOf } from '#server/lib/totp.ts';
import { DEMO } from '#tests/support/demo-account.ts';
import { picture } from '#tests/support/browser/picture.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import { expect, listenTo, test } from './fixtures.ts';

const PASSWORD = 'bora-staff-1';

async function signInAsOwner(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/`);
  await page.getByLabel('이메일').fill(DEMO_OWNER.email);
  await page.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '현황' })).toBeVisible();
}

/** Checks WCAG A and AA, or these rules of them, and that nothing is wider than the page. */
async function expectClean(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  // Elements that fade in have less contrast for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await picture(page, `console-${name}`);
  const found = await page.evaluate(
    async ({ source, only }) => {
      // `eval`, because the page's policy blocks script tags.
      if (!('axe' in window)) (0, eval)(source);
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: only ? { type: 'rule', values: [...only] } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
        resultTypes: ['violations'],
      });
      return {
        violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`),
        isTooWide: document.documentElement.scrollWidth > window.innerWidth,
      };
    },
    { source: axe.source, only: rules },
  );
  expect({ name, ...found }).toEqual({ name, violations: [], isTooWide: false });
}

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, role: 'button' | 'link', name: string, within: Page | Locator = page): Promise<void> {
  const target = within.getByRole(role, { name, exact: true });
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('an invited editor sets a password and a code, signs in with both, and sees only what the role allows', async ({
  page,
  server,
  browser,
}) => {
  const said = listenTo(page);
  await signInAsOwner(page, server.url);
  await page.getByRole('link', { name: '운영자' }).click();
  await page.getByRole('button', { name: '운영자 추가' }).click();
  await page.getByRole('dialog').getByLabel('이메일').fill('editor@bora.example');
  await page.getByRole('button', { name: '링크 만들기' }).click();
  const link = await page.getByRole('dialog', { name: '일회용 링크' }).getByLabel('링크').inputValue();
  expect(link).toContain(`${server.url}/console/#/link/`);

  const editor = await (await browser.newContext({ locale: 'ko-KR' })).newPage();
  said.push(...listenTo(editor));
  await editor.goto(link);
  await expect(editor.getByRole('heading', { name: '계정 준비' })).toBeVisible();
  const secret = ((await editor.getByTestId('totp-secret').textContent()) ?? '').replace(/\s/g, '');
  const step = stepOf(new Date());
  await editor.getByLabel('새 비밀번호', { exact: true }).fill(PASSWORD);
  await editor.getByLabel('새 비밀번호 확인').fill(PASSWORD);
  await editor.getByLabel('인증 코드').fill(codeAt(secret, step));
  await expectClean(editor, 'link');
  await editor.getByRole('button', { name: '시작하기' }).click();
  await expect(editor.getByRole('list', { name: '복구 코드' }).getByRole('listitem')).toHaveCount(10);
  await editor.getByRole('button', { name: '적어 두었어요' }).click();
  await expect(editor.getByRole('navigation', { name: '콘솔' }).getByRole('link')).toHaveText([
    ...['현황', '시청', '작품', '꾸미기', '미디어', '광고', '판매', '운영 상태', '접속', '운영 문서'],
  ]);

  await editor.getByRole('button', { name: '로그아웃' }).click();
  await editor.getByLabel('이메일').fill('editor@bora.example');
  await editor.getByLabel('비밀번호').fill(PASSWORD);
  await editor.getByRole('button', { name: '로그인' }).click();
  // Each code counts once.
  await editor.getByLabel('인증 코드').fill(codeAt(secret, Math.max(step + 1, stepOf(new Date()))));
  await editor.getByRole('button', { name: '확인' }).click();
  await expect(editor.getByRole('heading', { level: 1, name: '현황' })).toBeVisible();
  expect(said).toEqual([]);
});

test('a title is unpublished and published by keyboard alone', async ({ page, server }) => {
  const said = listenTo(page);
  await page.goto(`${server.url}/console/`);
  await expect(page.getByLabel('이메일')).toBeFocused();
  await page.keyboard.type(DEMO_OWNER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_OWNER.password);
  await page.keyboard.press('Enter');
  await tabTo(page, 'link', '작품');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: '작품', exact: true }).getByRole('rowheader');
  await expect(rows.nth(2)).toBeVisible();
  const name = (await rows.nth(2).textContent()) ?? '';
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(rows).toHaveCount(1);
  await tabTo(page, 'link', name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await tabTo(page, 'button', '내리기');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: '내리기' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(`${name}: 내렸어요.`);
  // The pressed button is gone.
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'button', '지금 공개');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: '지금 공개' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(`${name}: 공개했어요.`);
  expect(said).toEqual([]);
});

test('what is typed outlives the session, and a change of somebody else is shown before it is lost', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await signInAsOwner(page, server.url);
  await page.getByRole('link', { name: '작품', exact: true }).click();
  await page.getByRole('table', { name: '작품', exact: true }).getByRole('link').nth(3).click();
  await page.getByRole('button', { name: '내리기' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '내리기' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: '예약', exact: true }).click();
  await page.getByLabel('공개 시각 (한국 시각)').fill('2031-05-03 23:00');
  await server.query('delete from staff_sessions');
  // Another operator decides in the meantime.
  await server.query("update publications set changed_at = changed_at + interval '1 second'");
  await page.getByRole('dialog').getByRole('button', { name: '예약' }).click();
  const again = page.getByRole('dialog', { name: '다시 로그인해 주세요' });
  await again.getByLabel('비밀번호').fill(DEMO_OWNER.password);
  await again.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '그사이 다른 사람이 바꿨어요.' })).toBeVisible();
  await expectClean(page, 'compare');
  await expect(page.getByLabel('공개 시각 (한국 시각)')).toHaveValue('2031-05-03 23:00');
  await page.getByRole('button', { name: '그래도 내 변경 저장' }).click();
  await expect(page.getByText('2031-05-03 (토) 23:00').first()).toBeVisible();
  expect(said).toEqual([]);
});

/** Two viewers report each of three reviews, which get unique texts. */
async function reportReviews(server: TestServer): Promise<void> {
  await server.query(`update short_reviews set short_review = '신고된 감상평 ' || chosen.number
    from (select item_id, id, row_number() over (order by id) as number from short_reviews order by id limit 3) as chosen
    where short_reviews.item_id = chosen.item_id and short_reviews.id = chosen.id`);
  await server.query(`insert into review_reports (item_id, review_id, account_id, profile_id, reason, created_at)
    select item_id, review_id, account_id, id, case number when 1 then 'spoiler' else 'abuse' end, now()
    from (select item_id, id as review_id from short_reviews order by id limit 3) as reviews,
      (select account_id, id, row_number() over (order by id) as number from profiles limit 2) as viewers`);
}

test('a reported review is hidden and restored, and an operator learns that another one was first', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await reportReviews(server);
  await signInAsOwner(page, server.url);
  await page.getByRole('link', { name: '감상평' }).click();
  const rows = page
    .getByRole('table', { name: '감상평' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(3);
  const row = (shown: string) => rows.filter({ hasText: shown });
  const [text, second] = ['신고된 감상평 1', '신고된 감상평 2'];
  await page.setViewportSize({ width: 390, height: 844 });
  await row(text).getByRole('button', { name: '숨기기' }).click();
  await expect(page.getByRole('dialog')).toContainText('언제든 되돌릴 수 있어요.');
  await expectClean(page, 'review-hide-390');
  await page.getByRole('dialog').getByRole('button', { name: '숨기기' }).click();
  await expect(page.getByRole('status')).toHaveText('감상평을 숨겼어요.');
  await expect(row(text)).toContainText('숨김');
  await row(text).getByRole('button', { name: '되돌리기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '되돌리기' }).click();
  await expect(rows).toHaveCount(2);

  await row(second).getByRole('button', { name: '숨기기' }).click();
  await server.query('update short_reviews set hidden_at = now() where short_review = $1', [second]);
  await page.getByRole('dialog').getByRole('button', { name: '숨기기' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '그사이 다른 사람이 먼저 정했어요.' })).toBeVisible();
  await expectClean(page, 'review-conflict-390');
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();
  await expect(row(second)).toContainText('숨김');
  expect(said).toEqual([]);
});

test('support refunds an order, ends and gives a membership, and signs out the devices by keyboard alone', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  const device = { platform: 'webos', model: 'OLED55', name: '거실 TV' };
  await page.request.post(`${server.url}/api/accounts/v1/login/`, {
    data: { email: DEMO.email, password: DEMO.password, device },
  });
  const [order] = await server.query<{ name: string }>(
    "select name from orders join accounts on accounts.id = account_id where email = $1 and status = 'paid'",
    [DEMO.email],
  );
  const { name } = order!;
  await signInAsOwner(page, server.url);
  const press = async (button: string) => {
    await tabTo(page, 'button', button);
    await page.keyboard.press('Enter');
  };
  const confirm = async (button: string) => {
    await tabTo(page, 'button', button, page.getByRole('dialog'));
    await page.keyboard.press('Enter');
  };
  const done = (sentence: string) => expect(page.getByRole('status')).toHaveText(sentence);
  await tabTo(page, 'link', '이용자');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('이메일, 프로필 이름, 주문')).toBeFocused();
  await page.keyboard.type(DEMO.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: DEMO.email })).toBeVisible();

  await press(`${name} 환불`);
  await expect(page.getByLabel('이유')).toBeFocused();
  await page.keyboard.type('잘못 샀다고 해요');
  await expectClean(page, 'account-refund');
  await confirm('환불');
  await done(`${name}: 환불로 바꿨어요. 돈은 따로 돌려주세요.`);
  await expect(page.getByText('환불 이유: 잘못 샀다고 해요')).toBeVisible();

  await press('종료');
  await expect(page.getByLabel('이유')).toBeFocused();
  await page.keyboard.type('본인 요청');
  await confirm('종료');
  await done('멤버십을 끝냈어요.');
  await press('지급');
  await expect(page.getByLabel('일수')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('사과의 뜻');
  await expectClean(page, 'account-give');
  await confirm('지급');
  await done('멤버십을 지급했어요.');
  await expect(page.getByText('29일 뒤').or(page.getByText('30일 뒤'))).toBeVisible();

  await press('모두 로그아웃');
  await expect(page.getByRole('dialog').getByRole('button', { name: '로그아웃' })).toBeFocused();
  await page.keyboard.press('Enter');
  await done('모든 기기를 로그아웃했어요.');
  await expect(page.getByText('로그인한 기기가 없어요.')).toBeVisible();
  await expect(page.getByRole('list', { name: '이전 결정' }).getByRole('listitem')).toHaveCount(4);
  expect(said).toEqual([]);
});

test('a requested title gets a status', async ({ page, server }) => {
  const said = listenTo(page);
  const [request] = await server.query<{ id: number; name: string }>(
    `select items.id, items.name from item_requests join items on items.id = item_id
      join accounts on accounts.id = account_id where email = $1 order by items.id limit 1`,
    [DEMO.email],
  );
  const { id, name } = request!;
  await signInAsOwner(page, server.url);
  await page.getByRole('link', { name: '요청' }).click();
  await page.getByRole('button', { name: `${name} 상태 바꾸기` }).click();
  const dialog = page.getByRole('dialog', { name: `${name} 요청` });
  await dialog.getByRole('button', { name: '상태' }).click();
  await page.getByRole('option', { name: '들여오기로 함' }).click();
  await expect(dialog).toContainText('곧 보라에서 볼 수 있어요.');
  await expectClean(page, 'request-status');
  await dialog.getByRole('button', { name: '저장' }).click();
  await expect(page.getByRole('status')).toHaveText(`${name}: 들여오기로 함`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('들여오기로 함');
  const stored = await server.query('select status from request_statuses where item_id = $1', [id]);
  expect(stored).toEqual([{ status: 'accepted' }]);
  expect(said).toEqual([]);
});

test('figures, videos, requests, reviews, advertisements, the maintenance and the log are worked by keyboard alone', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await reportReviews(server);
  const [ad] = await server.query<{ title: string }>('select title from advertisements order by id limit 1');
  const [request] = await server.query<{ name: string }>(
    'select items.name from item_requests join items on items.id = item_id order by items.id limit 1',
  );
  await server.query(`insert into media_jobs (id, name, source, source_bytes, pictures, target, state, fraction, tries,
      notices, next_try_at, created_at, ended_at)
    values (gen_random_uuid(), '여우 03.mkv', '/videos/3.mkv', 1, '{}', jsonb_build_object('titleId', (select min(id) from items),
      'newTitle', null, 'episodeId', 900001, 'episodeNum', '3화', 'subject', '3화', 'access', jsonb_build_object('type', 'free'),
      'isPublished', false), 'failed', 0, 5, '[]', now(), now(), now())`);
  const press = async (role: 'button' | 'link', name: string, within?: Locator) => {
    await tabTo(page, role, name, within);
    await page.keyboard.press('Enter');
  };
  const done = (sentence: string) => expect(page.getByRole('status')).toHaveText(sentence);
  const confirm = async (button: string) => {
    await expect(page.getByRole('dialog').getByRole('button', { name: button })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  const choose = async (option: string) => {
    const wanted = page.getByRole('option', { name: option, exact: true });
    await expect(page.getByRole('option', { selected: true })).toBeFocused();
    while (!(await wanted.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await signInAsOwner(page, server.url);

  await press('button', '24시간 기간');
  await choose('4주');
  await expect(page.getByRole('button', { name: '4주 기간' })).toBeFocused();
  await expect(page).toHaveURL(/range=month/);

  await press('link', '미디어');
  await press('button', '여우 03.mkv 다시 시도');
  await confirm('다시 시도');
  await done('여우 03.mkv: 다시 시작했어요.');

  await press('link', '요청');
  await press('button', `${request!.name} 상태 바꾸기`);
  await expect(page.getByRole('dialog').getByRole('button', { name: '저장' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await choose('들여오기로 함');
  await press('button', '저장', page.getByRole('dialog'));
  await done(`${request!.name}: 들여오기로 함`);

  await press('link', '감상평 3 개의 신고받은 글');
  await press('button', '신고된 감상평 1 숨기기');
  await confirm('숨기기');
  await done('감상평을 숨겼어요.');

  await press('link', '광고');
  await press('link', ad!.title);
  await press('button', '끝내기');
  await confirm('끝내기');
  await done(`${ad!.title} 광고를 끝냈어요.`);

  await press('link', '운영 상태');
  await press('button', '점검 시작');
  await expect(page.getByLabel('안내 문구')).toBeFocused();
  await page.keyboard.type('잠시 점검해요.');
  await press('button', '점검 시작', page.getByRole('dialog'));
  await done('점검을 시작했어요.');
  await press('button', '점검 끝내기');
  await confirm('서비스 열기');
  await done('서비스를 열었어요.');

  await press('link', '기록');
  const entries = page.getByRole('table', { name: '기록' }).getByRole('rowheader');
  await expect(entries.nth(5)).toBeVisible();
  expect((await entries.allTextContents()).slice(0, 6)).toEqual([
    ...['점검', '점검', '광고 끝내기', '감상평 숨김', '요청 상태', '작업 다시 시도'],
  ]);
  expect(said).toEqual([]);
});

/** A failed job with a notice, one with codes of a newer version, and a refused file. */
async function addFailures(server: { query(text: string): Promise<unknown> }): Promise<void> {
  await server.query(`insert into media_jobs (id, source, source_bytes, pictures, target, state, fraction, tries, next_try_at,
      created_at, ended_at, last_error, notices)
    select gen_random_uuid(), '/videos/' || name, 1, '{}', '{"use": "advertisement"}', 'failed', 0, 5, now(), now(), now(),
      jsonb_build_object('message', error, 'code', code, 'params', params::jsonb),
      jsonb_build_array(jsonb_build_object('message', 'No sound.', 'code', notice, 'params', '{}'::jsonb))
    from (values
      ('coded.mkv', 'It is incomplete.', 'SOURCE_TRUNCATED', '{"declared": 20, "present": 6}', 'SOUND_MISSING'),
      ('newer.mkv', 'A newer sentence.', 'NEWER', '{}', 'NEWER')) as given (name, error, code, params, notice)`);
  await server.query(`insert into inbox_files (id, origin, kind, path, bytes, state, problem, created_at, changed_at)
    values (gen_random_uuid(), 'upload', 'video', 'noise.mkv', 1, 'refused',
      '{"code": "SOURCE_UNREADABLE", "message": "It is no video."}', now(), now())`);
}

test('failures and notices of videos are Korean; their details have the English sentences too', async ({
  page,
  server,
}) => {
  const said = listenTo(page);
  await addFailures(server);
  await signInAsOwner(page, server.url);
  // 현황 says so, with what to do, and every place counts it beside its name.
  const trouble = page.getByRole('listitem').filter({ hasText: '영상 작업에 문제가 있어요' });
  await expect(trouble).toContainText('2개가 실패했어요');
  await expect(page.getByRole('link', { name: /^현황/ })).toContainText(/\d개의 문제/);
  await expectClean(page, 'troubles');
  await trouble.getByRole('link').click();
  const jobs = page.getByRole('table', { name: '미디어 작업' });
  const cut = '뒤가 잘린 파일이에요(0:20 가운데 0:06까지).';
  await expect(jobs).toContainText(cut);
  await expect(jobs).toContainText('작업에 문제가 생겼어요.');
  await expect(jobs).not.toContainText(/sentence|incomplete/);
  await expect(page.getByRole('listitem').filter({ hasText: 'noise.mkv' })).toContainText(
    '영상으로 읽을 수 없는 파일이에요.',
  );
  for (const [name, ...texts] of [
    ['coded.mkv', cut, 'It is incomplete.', '소리가 없는 영상이에요.', 'No sound.'],
    ['newer.mkv', '작업에 문제가 생겼어요.', 'A newer sentence.', '영상에 확인할 점이 있어요.', 'No sound.'],
  ] as const) {
    await jobs.getByRole('button', { name, exact: true }).click();
    const sheet = page.getByRole('dialog', { name });
    for (const text of texts) await expect(sheet).toContainText(text);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectClean(page, `media-${name}-${width}`);
    }
    await sheet.getByRole('button', { name: '닫기' }).click();
  }
  expect(said).toEqual([]);
});

test('every place is clean for axe, light and dark, on a desk and on a phone', async ({ page, server }) => {
  await reportReviews(server);
  const [account] = await server.query<{ id: string }>('select id from accounts where email = $1', [DEMO.email]);
  const { id } = account!;
  const look = async (name: string, widths: readonly number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        // Only the contrast depends on the colours.
        await expectClean(
          page,
          `${name}-${colorScheme}-${width}`,
          colorScheme === 'dark' ? ['color-contrast'] : undefined,
        );
      }
    }
  };
  await page.goto(`${server.url}/console/`);
  await expect(page.getByLabel('이메일')).toBeVisible();
  await look('sign-in', [1440]);
  await signInAsOwner(page, server.url);
  await page.goto(`${server.url}/console/#/nowhere`);
  await expect(page.getByText('없는 화면이에요.')).toBeVisible();
  for (const [path, name] of [
    ['overview', '현황'],
    ['viewing', '시청'],
    ['titles', '작품'],
    ['media', '미디어'],
    ['accounts', '이용자'],
    [`accounts/${id}`, DEMO.email],
    ['reviews', '감상평'],
    ['requests', '요청'],
    ['advertisements', '광고'],
    ['service', '운영 상태'],
    ['staff', '운영자'],
    ['automation', '자동화'],
    ['accounts/import', '이용자 가져오기'],
    ['sessions', '접속'],
    ['audit', '기록'],
  ]) {
    await page.goto(`${server.url}/console/#/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: name! })).toBeVisible();
    await expect(page.getByText('불러오는 중…')).toHaveCount(0);
    await look(path!.replace(`/${id}`, '-one'), [1440, 390]);
  }
  // The forms, which have the colours of the places.
  const [shown] = await server.query<{ title: number; episode: number; ad: number }>(
    `select item_id as title, id as episode, (select min(id) from advertisements) as ad
      from episodes order by item_id, id limit 1`,
  );
  const { title, episode, ad } = shown!;
  for (const [path, pressed] of [
    ['titles/new', '만들기'],
    [`titles/${title}/fields`, '저장'],
    [`titles/${title}/pictures`, null],
    [`titles/${title}/products`, '상품 더하기'],
    [`titles/${title}/episodes/${episode}`, '저장'],
    [`advertisements/${ad}`, '바꾸기'],
  ] as const) {
    await page.goto(`${server.url}/console/#/${path}`);
    if (pressed === null) await expect(page.getByText('불러오는 중…')).toHaveCount(0);
    else await page.getByRole('button', { name: pressed }).first().click();
    await expectClean(page, `form-${path.replace(/\W/g, '-')}`);
  }
});

test('a table is saved with all its rows, as Excel reads it', async ({ page, server }) => {
  await signInAsOwner(page, server.url);
  await page.goto(`${server.url}/console/#/titles`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('titles.csv');
  const text = await readFile(await file.path(), 'utf8');
  const [counted] = await server.query<{ cnt: number }>('select count(*)::int as cnt from items');
  expect(text.slice(0, 6)).toBe('\uFEFF번호,제목');
  expect(text.trimEnd().split('\r\n')).toHaveLength(counted!.cnt + 1);
});

test('the console opens in a browser whose language is none', async ({ page, server }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true }),
  );
  await signInAsOwner(page, server.url);
  await expect(page.getByText('표로 보기').first()).toBeVisible();
});
