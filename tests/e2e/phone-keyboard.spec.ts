import { expect, listenTo, test } from './fixtures.ts';
import { DEMO } from '#tests/support/tv.ts';

test('a phone types e-mail and password, corrects an error, and the television is signed in', async ({
  tv,
  server,
  browser,
}) => {
  const { page } = tv;
  await tv.reach('sign-in');
  await tv.pressUntil('up', /^sign-in\/by-email$/);
  await tv.press('ok');
  const card = page.getByRole('complementary', { name: '휴대폰으로 입력' });
  const code = (await card.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent()) ?? '';

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, locale: 'ko-KR' });
  const phone = await context.newPage();
  const said = listenTo(phone);
  await phone.goto(`${server.url}/input?code=${code}`);
  await expect(card.getByText('연결됐어요', { exact: true })).toBeVisible();
  const email = phone.getByLabel('이메일');
  await expect(email).toBeFocused();
  await phone.keyboard.type('demo@');
  const typed = page.getByRole('textbox', { name: '이메일' });
  await expect(typed).toHaveText('demo@');
  // A key of the remote reaches the phone.
  await page.keyboard.type('b');
  await expect(email).toHaveValue('demo@b');
  await phone.getByRole('button', { name: '다음' }).tap();
  await expect(phone.getByRole('alert')).toHaveText('이메일 주소를 다시 확인해 주세요.');
  await email.fill(DEMO.email);
  await phone.getByRole('button', { name: '다음' }).tap();

  const password = phone.getByLabel('비밀번호');
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill(DEMO.password);
  await phone.getByRole('button', { name: '로그인' }).tap();
  await tv.reach('profiles');
  await expect(phone.getByRole('status')).toHaveText('입력이 끝났어요. 이 화면은 닫아도 돼요.');
  await expect(password).toHaveValue('');
  expect(said).toEqual([]);
  await context.close();
});
