import { useRef } from 'react';
import { Button } from 'react-aria-components';
import type { EpisodeSubtitle } from '#contract/console/tracks.ts';
import type { Stream } from '#contract/playback.ts';
import { Sheet } from '../../ui/dialogs.tsx';
import { ClipPlayer } from '../clip-player.tsx';

interface WatchProps {
  streams: readonly Stream[];
  subtitle: EpisodeSubtitle;
  onClose(): void;
}

/** The video with one of its subtitles. */
export function WatchSubtitleSheet({ streams, subtitle, onClose }: WatchProps) {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <Sheet title={subtitle.label} isOpen isWide onClose={onClose}>
      <div className="stack">
        <ClipPlayer video={video} streams={streams} subtitle={subtitle} />
        <div className="actions">
          <Button className="button" onPress={onClose}>
            닫기
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
