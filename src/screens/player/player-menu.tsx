import type { EpisodeDetail } from '#contract/catalogue.ts';
import { langOfKey } from '#contract/rules/track-key.ts';
import { EpisodesMenu } from './episodes-menu.tsx';
import { MenuHeading, MenuOption, MenuSheet, MenuSwitch, MenuValue } from '#src/features/playback/menu-sheet.tsx';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { subtitleLookNames } from '#src/features/playback/cues/subtitle-looks.ts';
import { seriesKeyOf } from '#src/features/playback/series-key.ts';
import { chapterKinds, chapterNames, skipModeNames, skipModes } from '#src/features/playback/skip-labels.ts';
import { useReadable } from '#src/features/playback/use-playback.ts';
import { sleepNames, useSleepTimer } from '#src/features/playback/use-sleep-timer.ts';
import { useRemoteKeys, type KeyPress } from '#src/focus/index.ts';
import { clockLabel } from '#src/lib/clock-labels.ts';
import { useNow } from '#src/lib/use-now.ts';
import { isCaptionKey, sleepChoices, type Playback, type Tracks } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import {
  skipModeOf,
  subtitleColors,
  subtitleGrounds,
  subtitlePositions,
  subtitleSizes,
} from '#src/stores/settings-store.ts';
import { useSettings } from '#src/stores/stores-context.ts';

export type MenuKind = 'episodes' | 'subtitles' | 'audio' | 'speed' | 'quality' | 'settings';

export interface PlayerMenuProps {
  readonly kind: MenuKind;
  readonly playback: Playback;
  /** Undefined until loaded. */
  readonly episode: EpisodeDetail | undefined;
  /** Returns whether it used a key that the menu did not. */
  readonly onKey: (press: KeyPress) => boolean;
  readonly onPlay: (episodeId: number) => void;
  readonly onClose: () => void;
}

/** Menus with a choice in this playback; the platform decides whether other speeds work. */
export function useMenus({ audio, quality }: Tracks, episode: EpisodeDetail | undefined): readonly MenuKind[] {
  const { playbackRates } = usePlatform().device;
  const menus: MenuKind[] = ['subtitles'];
  if (episode && (episode.previous_id !== null || episode.next_id !== null)) menus.unshift('episodes');
  if (audio.available.length > 1) menus.push('audio');
  if (playbackRates.length > 1) menus.push('speed');
  if (quality.available.length > 1) menus.push('quality');
  return [...menus, 'settings'];
}

/** The current choice of each menu, spoken after the name of its button. */
export function useMenuValues({ tracks, speed }: Playback): Readonly<Partial<Record<MenuKind, string>>> {
  const { subtitles, audio, quality } = useReadable(tracks);
  const labelOf = ({ available, active }: Tracks['audio'] | Tracks['subtitles']) =>
    available.find(({ key }) => key === active)?.label;
  const sound = labelOf(audio);
  return {
    ...(subtitles.available.length === 0 ? {} : { subtitles: labelOf(subtitles) ?? '끔' }),
    ...(sound === undefined ? {} : { audio: sound }),
    speed: speedLabel(useReadable(speed)),
    quality: quality.active === null ? '자동' : `${quality.active}p`,
  };
}

const speedLabel = (rate: number) => (rate === 1 ? '보통' : `${rate}배`);

export function PlayerMenu(props: PlayerMenuProps) {
  // It mounts with the menu's scope, so the scope lets it hear keys.
  useRemoteKeys(props.onKey);
  switch (props.kind) {
    case 'episodes':
      return props.episode ? <EpisodesMenu {...props} episode={props.episode} /> : null;
    case 'subtitles':
      return <SubtitlesMenu {...props} />;
    case 'audio':
      return <AudioMenu {...props} />;
    case 'speed':
      return <SpeedMenu {...props} />;
    case 'quality':
      return <QualityMenu {...props} />;
    case 'settings':
      return <SettingsMenu {...props} />;
  }
}

function SubtitlesMenu({ playback, episode, onClose }: PlayerMenuProps) {
  const { subtitles, drawings } = useReadable(playback.tracks);
  const { available, active } = subtitles;
  const looks = useSettings((state) => state.settings.subtitle);
  const change = useSettings((state) => state.changeSubtitle);
  const changeSettings = useSettings((state) => state.change);
  const setSubtitles = useSettings((state) => state.setSubtitles);
  const choose = (key: string | null) => {
    playback.selectSubtitle(key);
    if (episode) setSubtitles(seriesKeyOf(episode), key);
    change(key === null ? { language: null } : { language: langOfKey(key), isForDeaf: isCaptionKey(key) });
  };
  const draw = (lang: string | null) => {
    playback.selectDrawing(lang);
    changeSettings({ drawings: lang });
  };
  return (
    <MenuSheet focusKey="menu" title="자막" preferredKey={`menu/subtitle:${active ?? 'off'}`} onClose={onClose}>
      <MenuOption focusKey="menu/subtitle:off" label="끄기" isChosen={active === null} onPress={() => choose(null)} />
      {available.map(({ key, label }) => (
        <MenuOption
          key={key}
          focusKey={`menu/subtitle:${key}`}
          label={label}
          isChosen={key === active}
          onPress={() => choose(key)}
        />
      ))}
      {drawings.available.map(({ key, label }) => (
        <MenuSwitch
          key={key}
          focusKey={`menu/drawing:${key}`}
          label={drawings.available.length > 1 ? `그림 자막 ${label}` : '그림 자막'}
          isChosen={key === drawings.active}
          onPress={() => draw(key === drawings.active ? null : key)}
        />
      ))}
      <MenuHeading text="모양" />
      <MenuValue
        names={subtitleLookNames.size}
        focusKey="menu/size"
        label="크기"
        values={subtitleSizes}
        chosen={looks.size}
        onChoose={(size) => change({ size })}
      />
      <MenuValue
        focusKey="menu/color"
        label="색"
        values={subtitleColors}
        names={subtitleLookNames.color}
        chosen={looks.color}
        onChoose={(color) => change({ color })}
      />
      <MenuValue
        focusKey="menu/ground"
        label="바탕"
        values={subtitleGrounds}
        names={subtitleLookNames.ground}
        chosen={looks.ground}
        onChoose={(ground) => change({ ground })}
      />
      <MenuValue
        focusKey="menu/position"
        label="위치"
        values={subtitlePositions}
        names={subtitleLookNames.position}
        chosen={looks.position}
        onChoose={(position) => change({ position })}
      />
    </MenuSheet>
  );
}

function AudioMenu({ playback, episode, onClose }: PlayerMenuProps) {
  const { available, active } = useReadable(playback.tracks).audio;
  const setAudio = useSettings((state) => state.setAudio);
  const choose = (key: string) => {
    playback.selectAudio(key);
    if (episode) setAudio(seriesKeyOf(episode), key);
    onClose();
  };
  return (
    <MenuSheet focusKey="menu" title="음성" preferredKey={`menu/audio:${active ?? ''}`} onClose={onClose}>
      {available.map(({ key, label }) => (
        <MenuOption
          key={key}
          focusKey={`menu/audio:${key}`}
          label={label}
          isChosen={key === active}
          onPress={() => choose(key)}
        />
      ))}
    </MenuSheet>
  );
}

function SpeedMenu({ playback, onClose }: PlayerMenuProps) {
  const speed = useReadable(playback.speed);
  const { choices } = usePlaybackServices();
  const { playbackRates } = usePlatform().device;
  const choose = (rate: number) => {
    choices.set({ ...choices.getState(), speed: rate });
    playback.setSpeed(rate);
    onClose();
  };
  return (
    <MenuSheet focusKey="menu" title="속도" preferredKey={`menu/speed:${speed}`} onClose={onClose}>
      {playbackRates.map((rate) => (
        <MenuOption
          key={rate}
          focusKey={`menu/speed:${rate}`}
          label={speedLabel(rate)}
          isChosen={rate === speed}
          onPress={() => choose(rate)}
        />
      ))}
    </MenuSheet>
  );
}

function QualityMenu({ playback, onClose }: PlayerMenuProps) {
  const { available, active } = useReadable(playback.tracks).quality;
  const { choices } = usePlaybackServices();
  const choose = (height: number | null) => {
    choices.set({ ...choices.getState(), height });
    playback.selectQuality(height);
    onClose();
  };
  return (
    <MenuSheet focusKey="menu" title="화질" preferredKey={`menu/quality:${active ?? 'auto'}`} onClose={onClose}>
      <MenuOption focusKey="menu/quality:auto" label="자동" isChosen={active === null} onPress={() => choose(null)} />
      {available.map((height) => (
        <MenuOption
          key={height}
          focusKey={`menu/quality:${height}`}
          label={`${height}p`}
          isChosen={height === active}
          onPress={() => choose(height)}
        />
      ))}
    </MenuSheet>
  );
}

function SettingsMenu({ playback, episode, onClose }: PlayerMenuProps) {
  const settings = useSettings((state) => state.settings);
  const change = useSettings((state) => state.change);
  const setSkip = useSettings((state) => state.setSkip);
  const seriesKey = episode && seriesKeyOf(episode);
  return (
    <MenuSheet focusKey="menu" title="재생 설정" onClose={onClose}>
      <MenuSwitch
        focusKey="menu/autoplay"
        label="다음 화 자동 재생"
        isChosen={settings.autoplayNext}
        onPress={() => change({ autoplayNext: !settings.autoplayNext })}
      />
      <SleepRow />
      {seriesKey !== undefined && (
        <>
          <MenuHeading text={episode?.series_id ? '이 시리즈에서 건너뛰기' : '이 작품에서 건너뛰기'} />
          {chapterKinds.map((kind) => (
            <MenuValue
              key={kind}
              focusKey={`menu/skip:${kind}`}
              label={chapterNames[kind]}
              values={skipModes}
              names={skipModeNames}
              chosen={skipModeOf(settings, seriesKey, kind)}
              onChoose={(mode) => setSkip(seriesKey, kind, mode)}
            />
          ))}
        </>
      )}
      <PositionRow playback={playback} />
    </MenuSheet>
  );
}

const TENTHS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
type Tenth = (typeof TENTHS)[number];

/** Jumps to tenths of the episode, for viewers who cannot hold a key to seek far. */
function PositionRow({ playback: { machine } }: Pick<PlayerMenuProps, 'playback'>) {
  const { durationSeconds } = useReadable(machine);
  const { positionSeconds } = useReadable(machine.position);
  if (!(durationSeconds > 0)) return null;
  const at = (tenth: Tenth) => (durationSeconds * Number(tenth)) / 10;
  const names = Object.fromEntries(TENTHS.map((tenth) => [tenth, clockLabel(at(tenth))])) as Record<Tenth, string>;
  const now = Math.min(9, Math.max(0, Math.floor((positionSeconds / durationSeconds) * 10 + 0.01)));
  return (
    <MenuValue
      focusKey="menu/position-in-episode"
      label="재생 위치"
      values={TENTHS}
      names={names}
      chosen={TENTHS[now] ?? '0'}
      onChoose={(tenth) => machine.seekTo(at(tenth))}
    />
  );
}

const MINUTE_MS = 60_000;

/** The sleep timer; while it runs, with the minutes that are left. */
function SleepRow() {
  const timer = useSleepTimer();
  const { choice, dueAtMs } = useReadable(timer);
  const { clock } = usePlaybackServices();
  useNow(clock, MINUTE_MS / 4);
  const minutesLeft = dueAtMs === null ? null : Math.max(1, Math.ceil((dueAtMs - clock.now()) / MINUTE_MS));
  const names = minutesLeft === null ? sleepNames : { ...sleepNames, [choice]: `${minutesLeft}분 뒤` };
  return (
    <MenuValue
      focusKey="menu/sleep"
      label="취침 타이머"
      values={sleepChoices}
      names={names}
      chosen={choice}
      onChoose={timer.choose}
    />
  );
}
