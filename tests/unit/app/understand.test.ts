import { describe, expect, test } from 'vitest';
import { findNamed, understand } from '#src/app/voice/understand.ts';
import { readDuration, readNumber } from '#src/app/voice/spoken-duration.ts';

const press = (key: string) => ({ type: 'press', key });
const by = (seconds: number) => ({ type: 'seek-by', seconds });
const to = (seconds: number) => ({ type: 'seek-to', seconds });
const go = (screen: string) => ({ type: 'go', screen });
const search = (text: string) => ({ type: 'search', text });
const play = (title: string) => ({ type: 'open', title, isPlay: true });
const open = (title: string) => ({ type: 'open', title, isPlay: false });

test.each<[string, object]>([
  ['재생', press('play')],
  ['계속 재생해 줘', press('play')],
  ['틀어 줘', press('play')],
  ['멈춰', press('pause')],
  ['일시정지', press('pause')],
  ['잠깐 멈춰 줘.', press('pause')],
  ['그만 볼래', press('stop')],
  ['다음 화', press('next')],
  ['다음 편 틀어줘', press('next')],
  ['이전 화 보여 줘', press('previous')],
  ['뒤로 가', press('back')],
  ['30초 뒤로', by(-30)],
  ['삼십 초 뒤로 가 줘', by(-30)],
  ['10초 전으로', by(-10)],
  ['1분 30초 앞으로', by(90)],
  ['이 분 건너뛰어', by(120)],
  ['한 시간 반 앞으로 가', by(5400)],
  ['10분 30초로 가 줘', to(630)],
  ['한 시간 오 분 지점으로 이동해', to(3900)],
  ['20분부터 틀어 줘', to(1200)],
  ['처음부터 틀어 줘', to(0)],
  ['홈', go('home')],
  ['홈으로 가 줘', go('home')],
  ['보라에서 설정 열어 줘', go('settings')],
  ['내 보관함 보여줘', go('library')],
  ['검색 화면으로', go('search')],
  ['검색해 줘', go('search')],
  ['알림', go('notifications')],
  ['편성표 열어 줘', go('weekday')],
  ['마법 검색해 줘', search('마법')],
  ['남극 이발소를 찾아 줘', search('남극 이발소')],
  ['가을 검색', search('가을')],
  ['검색해 줘 하늘', search('하늘')],
  ['남극 이발소 틀어 줘', play('남극 이발소')],
  ['남극 이발소를 재생해 줘', play('남극 이발소')],
  ['남극 이발소 보여 줘', open('남극 이발소')],
  ['막차 열어줘', open('막차')],
  ['설정의 제왕 열어 줘', open('설정의 제왕')],
])('“%s” is understood', (words, command) => {
  expect(understand(words)).toEqual(command);
});

test.each(['', '   ', '안녕', '남극 이발소', '30초', '가'.repeat(101)])('“%s” is no command', (words) => {
  expect(understand(words)).toBeNull();
});

describe('numbers and durations', () => {
  test.each([
    ['7', 7],
    ['십', 10],
    ['이십오', 25],
    ['백이십', 120],
    ['세', 3],
    ['열', 10],
    ['일이', null],
    ['나', null],
  ])('%s', (text, number) => expect(readNumber(text)).toBe(number));

  test('a duration needs a unit, and leaves what follows it', () => {
    expect(readDuration('1시간 2분 3초 뒤로')).toEqual({ seconds: 3723, rest: '뒤로' });
    expect(readDuration('30 뒤로')).toBeNull();
  });
});

test('a spoken name fits a title without spaces and marks, and two equal ones fit neither', () => {
  const titles = [{ name: '남극 이발소!' }, { name: '막차' }, { name: '막 차' }];
  expect(findNamed(titles, '남극이발소')).toBe(titles[0]);
  expect(findNamed(titles, '막차')).toBeNull();
  expect(findNamed(titles, '이발소')).toBeNull();
});
