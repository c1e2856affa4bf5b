import { useEffect, useState, useSyncExternalStore } from 'react';
import { panelLabel, supportedCodecs } from '#src/features/diagnostics/engine-facts.ts';
import { engineLabel } from '#src/lib/engine-label.ts';
import { playbackSteps } from '#src/features/diagnostics/playback-steps.ts';
import { downloadText, readLastPlayback } from '#src/features/diagnostics/last-playback.ts';
import { useFrameRate } from '#src/features/diagnostics/use-frame-rate.ts';
import { readPlaybackRecord, type PlaybackRecord } from '#src/player/index.ts';
import { dateLabel } from '#src/lib/labels.ts';
import { readCrashes, type Crash } from '#src/stores/crash-log.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { hasCuts, type Pace } from '#src/stores/pace-store.ts';
import type { Settings } from '#src/stores/settings-store.ts';
import { usePace, useSettings, useToasts } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { PlaybackStrip } from './playback-strip.tsx';

/** Facts about the device and the app that the viewer reads out to customer support. */
export function DiagnosticsSection() {
  const platform = usePlatform();
  const showToast = useToasts((toasts) => toasts.show);
  const isOnline = useIsOnline();
  const frameRate = useFrameRate();
  const settings = useSettings((state) => state.settings);
  const pace = usePace((state) => state.pace);
  const codecs = supportedCodecs(window);
  const chronicle = readLastPlayback(platform.storage);
  const record = readPlaybackRecord(chronicle);
  return (
    <OptionList focusKey="settings/diagnostics/list" label="진단" visible={6}>
      <OptionRow
        focusKey="settings/diagnostics/engine"
        label="엔진"
        detail={platform.device.model ?? undefined}
        value={engineLabel(window.navigator.userAgent)}
      />
      <OptionRow
        focusKey="settings/diagnostics/codecs"
        label="코덱"
        value={codecs.length > 0 ? codecs.join(', ') : '알 수 없음'}
      />
      <OptionRow focusKey="settings/diagnostics/panel" label="화면" value={panelLabel(window)} />
      <OptionRow focusKey="settings/diagnostics/network" label="네트워크" value={isOnline ? '연결됨' : '끊김'} />
      <OptionRow
        focusKey="settings/diagnostics/frames"
        label="화면 속도"
        value={frameRate === null ? '재는 중이에요…' : `초당 ${frameRate}장`}
      />
      <OptionRow focusKey="settings/diagnostics/motion" label="움직임" value={motionLabel(settings, pace)} />
      <SystemRows />
      {readCrashes(platform.storage).map((crash) => (
        <OptionRow
          key={crash.fingerprint}
          focusKey={`settings/diagnostics/crash:${crash.fingerprint}`}
          label={`오류 ${crash.message}`}
          detail={crashLabel(crash)}
          value={dateLabel(crash.at)}
        />
      ))}
      {record && <PlaybackRows record={record} />}
      {chronicle === null ? (
        <OptionRow
          focusKey="settings/diagnostics/chronicle"
          label="재생 기록"
          detail="무언가 재생하면 여기에서 기록을 받을 수 있어요."
        />
      ) : (
        <OptionRow
          focusKey="settings/diagnostics/chronicle"
          label="재생 기록 내려받기"
          detail="마지막 재생에서 무슨 일이 있었는지 담겨 있어요."
          onPress={() => {
            downloadText('bora-playback.json', chronicle);
            showToast('재생 기록을 내려받았어요.');
          }}
        />
      )}
    </OptionList>
  );
}

/** The television's own settings, and the calls that it refused. */
function SystemRows() {
  const { captions, voiceGuide, refusals } = usePlatform();
  const { isOn } = useSyncExternalStore(captions.subscribe, captions.get);
  const isGuideOn = useSyncExternalStore(voiceGuide.subscribe, voiceGuide.isOn);
  const refused = useSyncExternalStore(refusals.subscribe, refusals.list);
  return (
    <>
      <OptionRow
        focusKey="settings/diagnostics/system"
        label="TV의 자막 설정과 음성 안내"
        value={`자막 ${isOn === null ? '알 수 없음' : onLabel(isOn)} · 음성 안내 ${onLabel(isGuideOn)}`}
      />
      {refused.map(({ call, permission, reason }) => (
        <OptionRow
          key={call}
          focusKey={`settings/diagnostics/refused:${call}`}
          label={`TV가 거절한 요청 ${call.slice(call.lastIndexOf('/') + 1)}`}
          detail={`${call} · ${reason}`}
          value={permission}
        />
      ))}
    </>
  );
}

const onLabel = (isOn: boolean) => (isOn ? '켬' : '끔');

/** A crash for developers: `"item · 0.2.0 · 3번 · at openItem (item-screen.js:1:52)"`. */
const crashLabel = ({ screen, version, count, stack }: Crash) =>
  [screen, version, `${count}번`, ...stack.slice(0, 1)].join(' · ');

/** Whether animations are reduced, and whether the setting or the measured pace decided it. */
function motionLabel(settings: Pick<Settings, 'reduceMotion'>, pace: Pace | null): string {
  const state = hasCuts(settings, pace) ? '줄였어요' : '모두 보여요';
  if (settings.reduceMotion !== null) return `${state} (설정)`;
  return pace === null ? `${state} (재는 중이에요…)` : `${state} (${pace === 'slow' ? '느린' : '빠른'} TV)`;
}

/** Quality measures and last events of the last playback. */
function PlaybackRows({ record: { measures, entries } }: { record: PlaybackRecord }) {
  const { firstFrameMs, rebufferRatio, droppedFrames, totalFrames } = measures;
  const steps = playbackSteps(entries);
  return (
    <>
      <OptionRow
        focusKey="settings/diagnostics/first-frame"
        label="첫 화면까지"
        value={firstFrameMs === null ? '나오지 않았어요' : `${(firstFrameMs / 1000).toFixed(1)}초`}
      />
      <OptionRow
        focusKey="settings/diagnostics/rebuffer"
        label="기다린 시간"
        value={`재생의 ${(rebufferRatio * 100).toFixed(1)}%`}
      />
      {droppedFrames !== null && totalFrames !== null && (
        <OptionRow
          focusKey="settings/diagnostics/dropped"
          label="빠진 화면"
          value={`${totalFrames}장 중 ${droppedFrames}장`}
        />
      )}
      <OptionRow
        focusKey="settings/diagnostics/strip"
        label="재생 흐름 · 보라 재생, 노랑 기다림, 빨강 실패"
        drawing={<PlaybackStrip entries={entries} />}
      />
      {steps.map(({ at, text }, index) => (
        <OptionRow key={index} focusKey={`settings/diagnostics/step:${index}`} label={text} value={at} />
      ))}
    </>
  );
}

function useIsOnline(): boolean {
  const { network } = usePlatform();
  const [isOnline, setOnline] = useState(() => network.isOnline());
  useEffect(() => network.subscribe(setOnline), [network]);
  return isOnline;
}
