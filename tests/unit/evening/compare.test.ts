import { describe, expect, test } from 'vitest';
import { createLedger, outcomeOf, type Entry, type Ledger } from '#tests/evening/ledger.ts';
import { compare } from '#tests/evening/rules/compare.ts';
import { judgeWatched } from '#tests/evening/rules/watched.ts';
import type { Stored } from '#tests/evening/stored.ts';

const NOW = new Date('2026-11-20T10:10:00Z');
const HOUR_MS = 3600_000;

const entry = (changes: Partial<Entry>): Entry => ({
  call: 'rateItem',
  television: 'set',
  accountId: 'account',
  profileId: 'profile',
  params: { id: '1' },
  body: null,
  sentAtMs: 0,
  settledAtMs: 100,
  outcome: 'acknowledged',
  status: 200,
  ...changes,
});
const ledgerOf = (...entries: Partial<Entry>[]): Ledger => ({ ...createLedger(), entries: entries.map(entry) });

const nothing: Stored = {
  playLogs: [],
  offsets: [],
  ratings: [],
  wishes: [],
  requests: [],
  reviews: [],
  likes: [],
  orders: [],
  devices: [],
  jobs: [],
  unsentMails: 0,
  wrongSums: [],
};
const check = (ledger: Ledger, stored: Partial<Stored>) =>
  compare(ledger, { ...nothing, ...stored }, { maxStreams: new Map([['account', 1]]), jobs: [], now: NOW });

const playLog: Stored['playLogs'][number] = {
  id: 'log',
  account_id: 'account',
  profile_id: 'profile',
  episode_id: 101,
  device_session_id: 'device',
  state: 'left',
  opened_at: NOW,
  total_play_time: 30,
  play_end_offset: 50,
  is_player_exit: true,
};
const opened: Partial<Entry> = { call: 'getVideo', params: { id: '101' }, reply: { play_log_id: 'log' } };
const reported: Partial<Entry> = {
  call: 'updatePlayLog',
  params: { id: 'log' },
  body: { total_play_time: '00:00:30', play_end_offset: '00:00:50', is_player_exit: true },
};
const order: Stored['orders'][number] = {
  id: 'order',
  account_id: 'account',
  product_id: 20,
  status: 'paid',
  rental_hours: 48,
  settled_at: NOW,
  right_expires_at: new Date(NOW.getTime() + 48 * HOUR_MS),
};
const ordered: Partial<Entry> = { call: 'createOrder', params: { id: '20' }, reply: { id: 'order' } };
const paid: Partial<Entry> = { call: 'pay', params: { orderId: 'order' } };

test('a file of a video that no server has is told', () => {
  expect(check({ ...createLedger(), missing: ['/media/clip/drawn-ko.json'] }, {})).toEqual([
    '/media/clip/drawn-ko.json: no such file',
  ]);
});

describe('choices', () => {
  const rated = { call: 'rateItem', body: { score: 4.5 } };
  test('agree when the last acknowledged one is stored', () => {
    expect(check(ledgerOf(rated), { ratings: [{ profile_id: 'profile', item_id: 1, score: 4.5 }] })).toEqual([]);
  });
  test('differ when an acknowledged one is lost, changed, or was never made', () => {
    expect(check(ledgerOf(rated), {})).toEqual(['rating profile 1: stored null, written 4.5']);
    const ratings = [{ profile_id: 'profile', item_id: 1, score: 2 }];
    expect(check(ledgerOf(rated), { ratings })).toHaveLength(1);
    expect(check(ledgerOf(), { ratings })).toEqual(['rating profile 1: stored, and nobody wrote it']);
  });
  test('may be stored or not when no answer came', () => {
    const doubtful = ledgerOf({ ...rated, outcome: 'doubtful' });
    expect(check(doubtful, {})).toEqual([]);
    expect(check(doubtful, { ratings: [{ profile_id: 'profile', item_id: 1, score: 4.5 }] })).toEqual([]);
  });
});

describe('playbacks', () => {
  test('agree when each play log has what was reported last', () => {
    const ledger = ledgerOf(opened, reported);
    ledger.playLogs.set('log', { television: 'set', watchedSeconds: 30, isCutOff: false });
    const offsets = [{ profile_id: 'profile', episode_id: 101, offset: 50 }];
    expect(check(ledger, { playLogs: [playLog], offsets })).toEqual([]);
  });
  test('differ when one is missing, opened twice, or has another time', () => {
    expect(check(ledgerOf(opened), {})).toEqual(['play log log: acknowledged, and not there']);
    const twice = [playLog, { ...playLog, id: 'other', total_play_time: 0, play_end_offset: 0, is_player_exit: false }];
    expect(check(ledgerOf(opened, reported), { playLogs: twice })).toEqual([
      '2 play logs of profile 101, and at most 1 were opened',
    ]);
    expect(check(ledgerOf(opened, reported), { playLogs: [{ ...playLog, total_play_time: 29 }] })).toHaveLength(1);
  });
  test('differ when nobody reported the offset', () => {
    const offsets = [{ profile_id: 'profile', episode_id: 101, offset: 60 }];
    expect(check(ledgerOf(opened, reported), { playLogs: [playLog], offsets })).toHaveLength(1);
  });
  test('differ when more play logs than allowed are active', () => {
    const active = { ...playLog, state: 'active' };
    const ledger = ledgerOf(opened, reported, { ...opened, outcome: 'doubtful' });
    const playLogs = [
      active,
      { ...active, id: 'other', total_play_time: 0, play_end_offset: 0, is_player_exit: false },
    ];
    expect(check(ledger, { playLogs })).toEqual([
      'account account: 2 active play logs',
      'device device: 2 active play logs',
    ]);
  });
});

describe('the watched time', () => {
  const seen = { television: 'set', watchedSeconds: 30, isCutOff: false };
  test.each([
    ['is what the set counted', 30, false, undefined],
    ['misses seconds', 20, false, 'the set counted 30 s, stored are 20 s: too few'],
    ['has seconds that nobody watched', 40, false, 'the set counted 30 s, stored are 40 s: too many'],
    ['ends with the play log when the server took it away', 20, true, undefined],
  ])('%s', (_name, totalPlayTime, isTakenAway, expected) => {
    expect(judgeWatched(seen, { totalPlayTime, isTakenAway })).toBe(expected);
  });
  test('may miss the last seconds before the power went', () => {
    expect(judgeWatched({ ...seen, isCutOff: true }, { totalPlayTime: 24, isTakenAway: false })).toBeUndefined();
  });
});

describe('orders', () => {
  test('agree when each paid one is stored as paid', () => {
    expect(check(ledgerOf(ordered, paid), { orders: [order] })).toEqual([]);
  });
  test('differ when a payment is lost, was not made, or bought the product again', () => {
    const unpaid = { ...order, status: 'pending', settled_at: null, right_expires_at: null };
    expect(check(ledgerOf(ordered, paid), { orders: [unpaid] })).toEqual(['order order: paid, and stored as pending']);
    expect(check(ledgerOf(ordered), { orders: [order] })).toEqual(['order order: stored as paid, and nobody paid']);
    const again = { ...paid, params: { orderId: 'again' } };
    expect(check(ledgerOf(ordered, paid, again), { orders: [order, { ...order, id: 'again' }] })).toEqual([
      'product 20: paid twice by account account',
    ]);
  });
  test('differ when the right does not last from the payment on', () => {
    const orders = [{ ...order, right_expires_at: new Date(NOW.getTime() + 49 * HOUR_MS) }];
    expect(check(ledgerOf(ordered, paid), { orders })).toHaveLength(1);
  });
});

test('a job that failed or is late differs, and so do devices and mails', () => {
  const job: Stored['jobs'][number] = {
    name: 'job',
    every_seconds: 60,
    owner: null,
    leased_until: null,
    next_run_at: NOW,
    last_run_at: NOW,
    last_duration_ms: 5,
    last_error: null,
    failures: 0,
  };
  const circumstances = { maxStreams: new Map(), jobs: ['job'], now: NOW };
  const withJob = (changes: Partial<typeof job>) =>
    compare(ledgerOf(), { ...nothing, jobs: [{ ...job, ...changes }] }, circumstances);
  expect(withJob({})).toEqual([]);
  expect(withJob({ failures: 1, last_error: 'Error: x' })).toEqual(['job "job": failed 1 times: Error: x']);
  expect(withJob({ next_run_at: new Date(NOW.getTime() - HOUR_MS) })).toEqual(['job "job": late by 3600 s']);
  expect(compare(ledgerOf(), nothing, circumstances)).toEqual(['job "job": never registered']);
  expect(check(ledgerOf({ call: 'login' }), {})).toEqual(['account account: 0 devices, signed in 1 to 1']);
  expect(check(ledgerOf(), { unsentMails: 2 })).toEqual(['2 mails were not sent']);
});

test.each([
  [200, 'acknowledged'],
  [303, 'acknowledged'],
  [409, 'refused'],
  [503, 'doubtful'],
  [0, 'doubtful'],
])('an answer with the status %i is %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});
