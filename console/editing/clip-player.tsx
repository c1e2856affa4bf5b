import { useEffect, useState, type RefObject } from 'react';
import type { Stream } from '#contract/playback.ts';

export interface ClipPlayerProps {
  video: RefObject<HTMLVideoElement | null>;
  streams: readonly Stream[];
  /** Shown over the pictures. */
  subtitle?: { url: string; lang: string; label: string };
}

/**
 * The clip with the browser's own controls. Shaka is loaded here alone: browsers other than Safari do not play HLS, and
 * clips have no single file.
 */
export function ClipPlayer({ video, streams, subtitle }: ClipPlayerProps) {
  const [hasFailed, setFailed] = useState(false);
  const stream = streams.find(({ protocol }) => protocol === 'dash') ?? streams[0];
  const text = JSON.stringify(stream ?? null);

  useEffect(() => {
    const element = video.current;
    const chosen = JSON.parse(text) as Stream | null;
    if (!element || !chosen) return;
    let isOver = false;
    let close: () => void = () => undefined;
    const open = async () => {
      const { default: shaka } = await import('shaka-player');
      if (isOver) return;
      shaka.polyfill.installAll();
      const player = new shaka.Player();
      close = () => void player.destroy().catch(() => undefined);
      const clearKeys = chosen.drm?.clear_keys;
      if (clearKeys) player.configure({ drm: { clearKeys } });
      else if (chosen.drm?.license_url)
        player.configure({ drm: { servers: { [chosen.drm.key_system]: chosen.drm.license_url } } });
      await player.attach(element);
      if (!isOver) await player.load(chosen.url);
    };
    open().catch(() => {
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
      close();
    };
  }, [video, text]);

  return (
    <div className="player">
      <video
        ref={video}
        controls
        muted
        preload="metadata"
        aria-label="영상"
        // Media may lie at the edge; a text of another origin shows only so.
        {...(subtitle && { crossOrigin: 'anonymous' as const })}
      >
        {subtitle && (
          <track
            key={subtitle.url}
            kind="subtitles"
            default
            srcLang={subtitle.lang}
            src={subtitle.url}
            label={subtitle.label}
          />
        )}
      </video>
      {hasFailed && (
        <p role="alert" className="problem">
          영상을 열지 못했어요. 시각은 직접 쓸 수 있어요.
        </p>
      )}
    </div>
  );
}
