import { expect, test } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { says, understand } from '../../eyes-free/heard.ts';
import { createMemory, type Memory } from '../../eyes-free/memory.ts';
import { createRobot, type RobotOptions, type Television } from '../../eyes-free/robot.ts';

/** A list of buttons that speaks: down and up move, OK says what was chosen. */
function createList(names: readonly string[], isEffectSpoken = true) {
  let at = 0;
  const keys: RemoteKey[] = [];
  const line = () => `  ${names[at]}, 버튼, ${names.length}개 중 ${at + 1}번째`;
  const television: Television = {
    press(key) {
      keys.push(key);
      if (key === 'ok') return Promise.resolve(isEffectSpoken ? [`  알림: ${names[at]}을 골랐어요`] : []);
      const next = at + (key === 'down' ? 1 : key === 'up' ? -1 : 0);
      if (next === at || next < 0 || next >= names.length) return Promise.resolve([]);
      at = next;
      return Promise.resolve([line()]);
    },
    hold: () => Promise.resolve([]),
    listen: () => Promise.resolve([]),
    usePhone: () => Promise.resolve(),
  };
  return { television, keys, first: ['  목록, 화면', line()] };
}

async function choose(list: ReturnType<typeof createList>, memory: Memory, mode: RobotOptions['mode'], words: string) {
  const robot = createRobot({ television: list.television, memory, mode });
  robot.begin(list.first);
  await robot.do({ choose: words, hear: `${words}을 골랐어요` });
  return robot.presses();
}

test('the robot explores once, and then takes the way that it remembers', async () => {
  const memory = createMemory();
  const names = ['가', '나', '다', '라'];
  expect(await choose(createList(names), memory, 'explore', '라')).toBeGreaterThanOrEqual(4);
  const again = createList(names);
  expect(await choose(again, memory, 'remember', '라')).toBe(4);
  expect(again.keys).toEqual(['down', 'down', 'down', 'ok']);
});

test('a second visit without a memory of the way fails instead of trying keys', async () => {
  await expect(choose(createList(['가', '나']), createMemory(), 'remember', '나')).rejects.toThrow(
    'never heard a way to 나',
  );
});

test('an element without its name, and an effect that nobody hears, fail the task', async () => {
  await expect(choose(createList(['가', '이름 없음']), createMemory(), 'explore', '나')).rejects.toThrow(
    '나 is nowhere',
  );
  await expect(choose(createList(['가', '나'], false), createMemory(), 'explore', '나')).rejects.toThrow(
    '"나을 골랐어요" was not heard',
  );
});

test('OK is held only where the words offer it', async () => {
  const list = createList(['가', '나']);
  const robot = createRobot({ television: list.television, memory: createMemory(), mode: 'explore' });
  robot.begin(list.first);
  await expect(robot.do({ menu: '가' })).rejects.toThrow('does not say that it can be held');
});

test('a survey finds the shortest way', async () => {
  const list = createList(['가', '나', '다']);
  const robot = createRobot({ television: list.television, memory: createMemory(), mode: 'survey' });
  robot.begin(list.first);
  await robot.do({ choose: '다', hear: '다을 골랐어요' });
  expect(robot.surveyed()).toBe(3);
});

test('lines are surroundings, live regions, or the focus', () => {
  const heard = understand(['  알림: 저장했어요.', '  메뉴, 탐색', '  홈, 버튼, 현재 위치, 8개 중 3번째']);
  expect(heard.live).toEqual(['저장했어요.']);
  expect(heard.entered).toEqual([{ name: '메뉴', role: '탐색' }]);
  expect(heard.focus).toMatchObject({ name: '홈', role: '버튼', ordinal: { at: 3, of: 8 } });
  expect(says('내 별점 4.5, 고치기', '별점 4.0|별점…고치기')).toBe(true);
  expect(says('내 별점 4.5', '고치기…별점')).toBe(false);
});
