import type { KeyValueStorage } from '#platform/platform.ts';

import { LAST_PLAYBACK_KEY } from '#src/player/index.ts';

/** The exportable record of the last playback, or null. */
export const readLastPlayback = (storage: KeyValueStorage): string | null => storage.get(LAST_PLAYBACK_KEY);

/** Offers a text to the viewer as a file download. */
export function downloadText(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
