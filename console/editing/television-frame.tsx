import { useEffect, useRef } from 'react';
import type { TitlePreview } from '#contract/console/title-editing.ts';

/** The panel that the app draws for, in px. */
const WIDTH = 1920;

interface TelevisionFrameProps {
  television: NonNullable<TitlePreview['television']>;
}

/** The app on a television with the title; it takes the arrows while it has the focus. */
export function TelevisionFrame({ television }: TelevisionFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const watch = new ResizeObserver(() => element.style.setProperty('--scale', String(element.clientWidth / WIDTH)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent<unknown>) => {
      const page = frame.current?.contentWindow;
      if (page && origin === window.location.origin && source === page && data === 'television')
        page.postMessage(television, origin);
    };
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, [television]);
  return (
    <>
      <div ref={box} className="television">
        <iframe
          ref={frame}
          title="텔레비전에서 보는 모습"
          src={`/console/television.html#/items/${television.item.id}`}
        />
      </div>
      <p className="hint">누르거나 Tab으로 들어가면 화살표와 Enter로 움직여요. 재생과 저장은 되지 않아요.</p>
    </>
  );
}
