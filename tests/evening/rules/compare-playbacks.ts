import type { PlayLogReport } from '#contract/play-logs.ts';
import { fromHms } from '#contract/rules/hms.ts';
import type { Entry, Ledger } from '../ledger.ts';
import type { Stored } from '../stored.ts';
import { possibleCount, possibleValues, type Write } from './registers.ts';
import { findExcess } from './streams.ts';
import { judgeWatched } from './watched.ts';

const OPENING: ReadonlySet<string> = new Set(['getVideo', 'getAvodVideo']);
/** Codes that take a play log from its set for good. */
const TAKING: ReadonlySet<string> = new Set(['PLAYBACK_EXPIRED', 'PLAYBACK_DEACTIVATED', 'TOTAL_PLAY_TIME_INVALID']);

const groupOf = <T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
};

const valueOf = (total: number, offset: number, isExit: boolean) => `${total} s, at ${offset}${isExit ? ', left' : ''}`;

const reportOf = ({ body }: Entry): string => {
  const report = body as PlayLogReport;
  return valueOf(fromHms(report.total_play_time), fromHms(report.play_end_offset), report.is_player_exit);
};

/** Each opened video is there once, with what was reported last, and with as much time as the set counted. */
function comparePlayLogs({ entries, playLogs }: Ledger, stored: Stored): string[] {
  const differences: string[] = [];
  const openings = entries.filter(({ call }) => OPENING.has(call));
  const reports = groupOf(
    entries.filter(({ call }) => call === 'updatePlayLog'),
    ({ params }) => String(params['id']),
  );
  const found = new Map(stored.playLogs.map((row) => [row.id, row]));
  for (const { outcome, reply } of openings) {
    const id = outcome === 'acknowledged' ? (reply as { play_log_id: string }).play_log_id : undefined;
    if (id !== undefined && !found.has(id)) differences.push(`play log ${id}: acknowledged, and not there`);
  }
  const placeOf = (profileId: string | null, episodeId: unknown) => `${profileId} ${String(episodeId)}`;
  const opened = groupOf(openings, ({ profileId, params }) => placeOf(profileId, params['id']));
  for (const [place, rows] of groupOf(stored.playLogs, (row) => placeOf(row.profile_id, row.episode_id))) {
    const { most } = possibleCount(opened.get(place) ?? []);
    if (rows.length > most) differences.push(`${rows.length} play logs of ${place}, and at most ${most} were opened`);
  }
  for (const row of stored.playLogs) {
    const writes = (reports.get(row.id) ?? []).map((entry): Write => ({ ...entry, value: reportOf(entry) }));
    const value = valueOf(row.total_play_time, row.play_end_offset, row.is_player_exit);
    const possible = possibleValues(writes, valueOf(0, 0, false));
    if (!possible.has(value))
      differences.push(`play log ${row.id}: stored ${value}; reported ${[...possible].join(' or ')}`);
    const seen = playLogs.get(row.id);
    const isTakenAway = (reports.get(row.id) ?? []).some(({ code }) => code !== undefined && TAKING.has(code));
    const wrong = seen && judgeWatched(seen, { totalPlayTime: row.total_play_time, isTakenAway });
    if (wrong !== undefined) differences.push(`play log ${row.id} (${row.state}) of ${seen!.television}: ${wrong}`);
  }
  return differences;
}

/** A profile resumes where its last playback of the episode was reported. */
function compareOffsets({ entries }: Ledger, stored: Stored): string[] {
  const reports = entries.filter(({ call, outcome }) => call === 'updatePlayLog' && outcome !== 'refused');
  const offsets = groupOf(reports, ({ params }) => String(params['id']));
  const rows = groupOf(stored.playLogs, (row) => `${row.profile_id} ${row.episode_id}`);
  return stored.offsets.flatMap(({ profile_id, episode_id, offset }) => {
    const logs = rows.get(`${profile_id} ${episode_id}`) ?? [];
    const reported = logs.flatMap(({ id }) => offsets.get(id) ?? []);
    const possible = reported.map(({ body }) => fromHms((body as PlayLogReport).play_end_offset));
    return possible.includes(offset) ? [] : [`offset ${offset} of ${profile_id} in ${episode_id}: nobody reported it`];
  });
}

/** No more devices play at once than the membership allows. */
function compareStreams(ledger: Ledger, stored: Stored, maxStreams: ReadonlyMap<string, number>): string[] {
  const excess = [...groupOf(ledger.servings, ({ accountId }) => accountId)].flatMap(([accountId, servings]) =>
    findExcess(servings, maxStreams.get(accountId) ?? 0).map(
      ({ fromMs, untilMs, playLogIds }) =>
        `account ${accountId}: more than ${maxStreams.get(accountId)} played from ${fromMs / 1000} to ` +
        `${untilMs / 1000} s: ${playLogIds.join(', ')}`,
    ),
  );
  const active = stored.playLogs.filter(({ state }) => state === 'active');
  const tooMany = [...groupOf(active, (row) => row.account_id)].filter(
    ([accountId, rows]) => rows.length > (maxStreams.get(accountId) ?? 0),
  );
  const twice = [...groupOf(active, (row) => row.device_session_id)].filter(([, rows]) => rows.length > 1);
  return [
    ...excess,
    ...tooMany.map(([accountId, rows]) => `account ${accountId}: ${rows.length} active play logs`),
    ...twice.map(([id, rows]) => `device ${id}: ${rows.length} active play logs`),
  ];
}

export const comparePlaybacks = (ledger: Ledger, stored: Stored, maxStreams: ReadonlyMap<string, number>): string[] => [
  ...comparePlayLogs(ledger, stored),
  ...compareOffsets(ledger, stored),
  ...compareStreams(ledger, stored, maxStreams),
  ...ledger.missing.map((path) => `${path}: no such file`),
];
