import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Input } from '#contract/inputs.ts';
import { inputScript } from '#server/pages/input-script.ts';

interface Sent {
  method: string;
  url: string;
  body: { writer: string; change: number; field: number; text: string; is_done: boolean } | null;
  answer(status: number, body?: unknown): void;
  fail(): void;
  isAborted: boolean;
}

const stateOf = (changes: Partial<Omit<Input, 'field'>> & { field?: Partial<Input['field']> } = {}): Input => ({
  code: 'BCDF-2345',
  revision: 1,
  text: '',
  length: 0,
  writer: null,
  cnt_done: 0,
  problem: null,
  is_joined: true,
  expires_at: '2026-11-20T12:05:00Z',
  ...changes,
  field: { number: 0, name: '감상평', kind: 'review', done_label: '등록', max_length: 100, ...changes.field },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The page's script in a browser, with a network that the test answers. */
function openPage(first: Input | null = stateOf()) {
  const sent: Sent[] = [];
  const page = new JSDOM(
    `<form id="typing" data-code="BCDF-2345"><label id="text-label" for="text"></label><input id="text"><p id="text-error"></p>
    <p id="text-hint"></p><button type="button" id="reveal"></button><button id="done"></button></form><p id="status"></p>
    <div id="over" hidden></div>`,
    { runScripts: 'outside-only', url: 'http://bora.test/input' },
  );
  class FakeRequest {
    status = 0;
    responseText = '';
    timeout = 0;
    onload?: () => void;
    onerror?: () => void;
    private entry!: Sent;
    open(method: string, url: string) {
      this.entry = {
        method,
        url,
        body: null,
        isAborted: false,
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body ?? {});
          this.onload?.();
        },
        fail: () => this.onerror?.(),
      };
    }
    setRequestHeader() {
      return undefined;
    }
    send(body: string | null) {
      this.entry.body = body === null ? null : (JSON.parse(body) as Sent['body']);
      sent.push(this.entry);
    }
    abort() {
      this.entry.isAborted = true;
    }
  }
  const { window } = page;
  Object.assign(window, { XMLHttpRequest: FakeRequest, setTimeout, clearTimeout, Date });
  window.eval(inputScript);
  const { document } = window;
  const open = (method: string) => sent.filter((each) => each.method === method).at(-1)!;
  const box = () => document.getElementById('text') as HTMLInputElement;
  const event = (name: string) => box().dispatchEvent(new window.Event(name, { bubbles: true }));
  if (first) open('GET').answer(200, first);
  vi.advanceTimersByTime(0);
  return {
    sent,
    box,
    event,
    puts: () => sent.filter(({ method }) => method === 'PUT'),
    poll: () => open('GET'),
    put: () => open('PUT'),
    type(text: string) {
      box().value = text;
      event('input');
    },
    press: () => document.getElementById('done')!.click(),
    text: (id: string) => document.getElementById(id)!.textContent,
    document,
    window,
    /** Answers the last change as the server does. */
    accept: (revision: number) => {
      const { body, answer } = open('PUT');
      answer(200, stateOf({ revision, text: body!.text, writer: body!.writer }));
    },
  };
}

describe('the typing page', () => {
  test('draws the television’s field, and waits for its changes', () => {
    const { box, text, poll, document } = openPage(stateOf({ text: '좋아요' }));
    expect([box().tagName, box().value]).toEqual(['TEXTAREA', '좋아요']);
    expect([text('text-label'), text('done'), text('text-hint')]).toEqual(['감상평', '등록', '3/100자']);
    expect(document.activeElement).toBe(box());
    expect(poll().url).toBe('/api/inputs/v1/BCDF-2345/?after=1');
  });

  test('sends syllables while they are composed, one change at a time, the newest next', () => {
    const { event, type, puts, accept, text } = openPage();
    event('compositionstart');
    type('ㅎ');
    type('하');
    type('한');
    expect(puts().map(({ body }) => body!.text)).toEqual(['ㅎ']);
    accept(2);
    vi.advanceTimersByTime(200);
    expect(puts().map(({ body }) => [body!.change, body!.text])).toEqual([
      [1, 'ㅎ'],
      [2, '한'],
    ]);
    accept(3);
    expect(text('status')).toBe('TV에 보냈어요.');
  });

  test('shortens a long pasted text, never within a character', () => {
    const { type, put, accept, box } = openPage();
    type(`${'가'.repeat(1999)}😀 나머지`);
    expect(put().body!.text).toBe('가'.repeat(1999));
    accept(2);
    expect(box().value).toBe('가'.repeat(1999));
  });

  test('shows other writers’ text, but never into a composition or over unsent text', () => {
    const { box, event, type, poll, accept } = openPage();
    poll().answer(200, stateOf({ revision: 2, text: '다른 휴대폰', writer: 'other-phone' }));
    expect(box().value).toBe('다른 휴대폰');
    event('compositionstart');
    type('내 글');
    vi.advanceTimersByTime(200);
    poll().answer(200, stateOf({ revision: 3, text: '다른 글', writer: 'other-phone' }));
    expect(box().value).toBe('내 글');
    accept(4);
    event('compositionend');
    expect(box().value).toBe('내 글');
  });

  test('repeats a lost change with its number, and only the newest text', () => {
    const { type, puts, put, accept, text } = openPage();
    type('가');
    put().fail();
    expect(text('status')).toContain('연결이 끊겼어요');
    vi.advanceTimersByTime(500);
    expect(puts().map(({ body }) => [body!.change, body!.text])).toEqual([
      [1, '가'],
      [1, '가'],
    ]);
    put().fail();
    type('가나');
    vi.advanceTimersByTime(1000);
    expect([put().body!.change, put().body!.text]).toEqual([2, '가나']);
    accept(2);
    expect(text('status')).toBe('TV에 보냈어요.');
  });

  test('repeats a finished text unchanged until it has arrived', () => {
    const { type, press, puts, put, accept } = openPage();
    press();
    expect(put().body).toMatchObject({ change: 1, text: '', is_done: true });
    put().fail();
    type('또');
    vi.advanceTimersByTime(500);
    expect(put().body).toMatchObject({ change: 1, text: '', is_done: true });
    accept(2);
    vi.advanceTimersByTime(200);
    expect(puts().at(-1)!.body).toMatchObject({ change: 2, text: '또', is_done: false });
  });

  test('goes to the next field without taking unsent text along', () => {
    const { box, type, put, poll, puts, text, document } = openPage();
    type('a@bora.example');
    put().fail();
    const next = stateOf({ revision: 5, text: null, field: { number: 1, name: '비밀번호', kind: 'password' } });
    poll().answer(200, next);
    vi.advanceTimersByTime(5000);
    expect([box().type, box().value, box().getAttribute('autocomplete')]).toEqual(['password', '', 'current-password']);
    expect([text('text-label'), puts().length]).toEqual(['비밀번호', 1]);
    const reveal = document.getElementById('reveal')!;
    reveal.click();
    expect([box().type, reveal.textContent]).toEqual(['text', '비밀번호 숨기기']);
    type('secret-1');
    expect(put().body).toMatchObject({ field: 1, text: 'secret-1' });
  });

  test('shows the field’s error, and says when it has ended', () => {
    const { box, type, poll, text, document, puts } = openPage();
    poll().answer(200, stateOf({ revision: 2, problem: '한 글자 이상 써 주세요.' }));
    expect([text('text-error'), box().getAttribute('aria-invalid')]).toEqual(['한 글자 이상 써 주세요.', 'true']);
    vi.advanceTimersByTime(0);
    poll().answer(404);
    expect(text('status')).toBe('입력이 끝났어요. 이 화면은 닫아도 돼요.');
    expect([box().readOnly, document.getElementById('over')!.hidden]).toEqual([true, false]);
    type('더');
    expect(puts()).toHaveLength(0);
  });

  test('asks again at once when the network is back', () => {
    const { sent, window, poll } = openPage();
    const before = poll();
    const count = sent.length;
    window.dispatchEvent(new window.Event('online'));
    expect([before.isAborted, sent.length]).toEqual([true, count + 1]);
  });
});

test('the script is ES5', () => {
  expect(inputScript).not.toMatch(/=>|\b(?:let|const|async|class)\b|`|\?\?|\?\./);
});
