import { expect } from '@playwright/test';
import { DEMO } from '#tests/support/demo-account.ts';
import { noWay, type Operator } from './operator.ts';

const COLLEAGUE = 'editor@bora.example';
/** Of the demo, without a membership. */
const FREE = 'free@bora.example';

/** What the acts on people and on the service find: a device, an order, a reported review, figures, a failed job. */
export async function furnishService({ page, server }: Pick<Operator, 'page' | 'server'>): Promise<void> {
  const device = { platform: 'webos', model: 'OLED55', name: '거실 TV' };
  await page.request.post(`${server.url}/api/accounts/v1/login/`, {
    data: { email: DEMO.email, password: DEMO.password, device },
  });
  await server.query(`update short_reviews set short_review = '범인은 집사예요'
    where id = (select id from short_reviews order by id limit 1)`);
  await server.query(`insert into review_reports (item_id, review_id, account_id, profile_id, reason, created_at)
    select item_id, short_reviews.id, profiles.account_id, profiles.id, 'spoiler', now()
    from short_reviews, (select account_id, id from profiles limit 1) as profiles where short_review = '범인은 집사예요'`);
  await server.query(`delete from title_sums`);
  await server.query(`insert into title_sums (span, item_id, cnt_viewer, cnt_start, cnt_start_before, cnt_view, cnt_finished,
      play_seconds, device_starts, device_seconds, plan_starts, plan_seconds)
    select span, items.id, 50, items.id, 100, 40, 30, 90000, '{1,1,1}', '{1,1,1}', '{1,1,1}', '{1,1,1}'
    from items, (values ('day'), ('week'), ('month')) as spans (span)`);
  await server.query(`insert into media_jobs (id, name, source, source_bytes, pictures, target, state, fraction, tries, notices,
      next_try_at, created_at, ended_at)
    values (gen_random_uuid(), '여우 03.mkv', '/videos/3.mkv', 1, '{}', '{"use": "advertisement"}', 'failed', 0, 5, '[]',
      now(), now(), now())`);
}

/** The acts on people, and on what is sold to them. */
export async function doPeopleActs({ page, server, hand, act, done }: Operator): Promise<void> {
  const [order] = await server.query<{ name: string }>(
    "select name from orders join accounts on accounts.id = account_id where email = $1 and status = 'paid' order by orders.created_at limit 1",
    [DEMO.email],
  );
  const dialog = page.getByRole('dialog');
  const search = async (email: string) => {
    await hand.write(page.getByLabel('이메일, 프로필 이름, 주문'), email);
    await hand.send('찾기');
    await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  };
  await act(
    'a membership and its price',
    2,
    () => hand.go('판매'),
    async () => {
      await hand.press('button', '멤버십 만들기');
      await hand.write(page.getByLabel('이름 (시청자에게 보여요)'), '주말 베이직');
      await hand.write(page.getByLabel('가격 (원)'), '1900');
      await hand.write(page.getByLabel('기간 (일)'), '3');
      await hand.send('만들기', dialog);
      await done('주말 베이직 멤버십을 만들었어요.');
    },
  );
  await act(
    'find a viewer and sign the devices out',
    3,
    () => hand.go('이용자'),
    async () => {
      await search(DEMO.email);
      await hand.press('button', '모두 로그아웃');
      await hand.send('로그아웃', dialog);
      await done('모든 기기를 로그아웃했어요.');
    },
  );
  await act('help a viewer who cannot sign in', 2, noWay, async () => {
    await hand.press('button', '비밀번호 메일 보내기');
    await hand.send('보내기', dialog);
    await done('메일을 보냈어요.');
  });
  await act('refund', 2, noWay, async () => {
    await hand.press('button', `${order!.name} 환불`);
    await hand.write(dialog.getByLabel('이유'), '잘못 샀다고 해요');
    await hand.press('button', '환불', dialog);
    await done('환불로 바꿨어요.');
  });
  await act(
    'a free month',
    2,
    async () => {
      await hand.go('이용자');
      await search(FREE);
    },
    async () => {
      await hand.press('button', '지급');
      await hand.write(dialog.getByLabel('이유'), '사과의 뜻');
      await hand.press('button', '지급', dialog);
      await done('멤버십을 지급했어요.');
    },
  );
  await act(
    'a reported review',
    2,
    () => hand.go('감상평'),
    async () => {
      await hand.press('button', '범인은 집사예요 숨기기');
      await hand.send('숨기기', dialog);
      await done('감상평을 숨겼어요.');
    },
  );
}

/** The acts on the service itself. */
export async function doServiceActs({ page, hand, act, done }: Operator): Promise<void> {
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  await act(
    'an advertisement',
    3,
    () => hand.go('광고'),
    async () => {
      await hand.press('button', '광고 만들기');
      await hand.write(page.getByLabel('이름 (시청자에게 보여요)'), '라디오 극장');
      await hand.pick(
        page.getByRole('listbox', { name: '영상 목록' }).getByRole('option', { disabled: false }).first(),
      );
      await hand.send('만들기', dialog);
      await done('라디오 극장 광고를 만들었어요.');
    },
  );
  await act('the report of an advertisement', 1, noWay, async () => {
    await hand.press('link', '라디오 극장', main);
    await expect(page.getByRole('heading', { level: 1, name: '라디오 극장' })).toBeVisible();
  });
  await act(
    'most watched, as a file',
    3,
    () => hand.go('시청'),
    async () => {
      await hand.choose(/순서/, '오래 본 순');
      const saved = page.waitForEvent('download');
      await hand.press('button', '작품별 시청 CSV 내려받기');
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    },
  );
  await act(
    'something is wrong',
    3,
    () => hand.go('현황'),
    async () => {
      await hand.press('link', /다시/, page.getByRole('listitem').filter({ hasText: '영상 작업에 문제가 있어요' }));
      await hand.press('button', '여우 03.mkv 다시 시도');
      await hand.send('다시 시도', dialog);
      await done('다시 시작했어요.');
    },
  );
  await act(
    'a second operator',
    3,
    () => hand.go('운영자'),
    async () => {
      await hand.press('button', '운영자 추가');
      await hand.write(dialog.getByLabel('이메일'), COLLEAGUE);
      await hand.send('링크 만들기', dialog);
      const link = page.getByRole('dialog', { name: '일회용 링크' });
      await expect(link.getByLabel('링크')).toHaveValue(/#\/link\//);
      await hand.press('button', '닫기', link);
    },
  );
  await act('the second operator is taken back', 2, noWay, async () => {
    await hand.press('button', `${COLLEAGUE} 지우기`);
    await hand.send('지우기', dialog);
    await done('지웠어요.');
  });
  await act(
    'who did what',
    1,
    () => hand.go('기록'),
    async () => {
      const rows = page.getByRole('table', { name: '기록' }).getByRole('row');
      await expect(rows.nth(1)).toContainText('운영자 지우기');
      await hand.press('link', '막차는 눈을 싣고', rows.filter({ hasText: '작품 예약' }));
      await expect(page.getByRole('heading', { level: 1, name: '막차는 눈을 싣고' })).toBeVisible();
    },
  );
  await act(
    'how old the backup is',
    0,
    () => hand.go('운영 상태'),
    async () => {
      await expect(main).toContainText('백업');
    },
  );
}
