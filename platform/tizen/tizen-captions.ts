import type { AppLifecycle, CaptionSettings, SystemCaptions } from '../platform.ts';
import { createSubject } from '../subject.ts';
import { UNKNOWN_CAPTIONS } from '../system-captions.ts';
import { askSet, type WebApis } from './tizen-api.ts';

/* Keys and values of captions in `webapis.tvinfo` (Samsung, "TvInfo API"; @types/tizen-tv-webapis 2.0.9). */
const KEYS = { isOn: 0, size: 2, color: 4, ground: 7 } as const;
/** Colours that the app does not have are left out, and so are the values that mean "default". */
const SIZES: Readonly<Record<number, CaptionSettings['size']>> = { 1: 'small', 2: 'medium', 3: 'large', 4: 'huge' };
const COLORS: Readonly<Record<number, CaptionSettings['color']>> = { 1: 'white', 4: 'green', 6: 'yellow', 7: 'purple' };
/** Opacity of the ground: solid, translucent, transparent, highly and slightly translucent. */
const GROUNDS: Readonly<Record<number, CaptionSettings['ground']>> = {
  0: 'solid',
  2: 'shade',
  3: 'none',
  5: 'shade',
  6: 'shade',
};

/**
 * Captions as the viewer set them on the television. The style counts only while captions are on: sets with captions off
 * may report the values of a menu that nobody opened.
 */
export function createTizenCaptions({ tvinfo }: WebApis, lifecycle: AppLifecycle): SystemCaptions {
  const ask = (key: number) =>
    askSet<number | null>(() => {
      const value = tvinfo?.getMenuValue(key);
      return value === undefined || value === null ? undefined : Number(value);
    }, null);
  const read = (): CaptionSettings => {
    const isOn = ask(KEYS.isOn);
    if (isOn === null) return UNKNOWN_CAPTIONS;
    if (isOn !== 1) return { ...UNKNOWN_CAPTIONS, isOn: false };
    return {
      isOn: true,
      size: SIZES[ask(KEYS.size) ?? -1] ?? null,
      color: COLORS[ask(KEYS.color) ?? -1] ?? null,
      ground: GROUNDS[ask(KEYS.ground) ?? -1] ?? null,
    };
  };
  const changes = createSubject<[CaptionSettings]>();
  let current = read();
  // The set's menu hides the app, so that the settings can only change while it is hidden.
  lifecycle.subscribe((state) => {
    if (state !== 'visible') return;
    const next = read();
    if (JSON.stringify(next) === JSON.stringify(current)) return;
    current = next;
    changes.tell(current);
  });
  return { get: () => current, subscribe: changes.subscribe };
}
