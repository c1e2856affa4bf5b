import { hasCuts, type PaceStore } from '#src/stores/pace-store.ts';
import type { SettingsStore } from '#src/stores/settings-store.ts';

/**
 * Writes what is set up for the eyes, and what the set is too slow for, to the page's root, where the style sheets read
 * it (src/ui/tokens.css).
 */
export function startSettingsEffects(settings: SettingsStore, pace: PaceStore, root: HTMLElement): void {
  const write = () => {
    const { reduceMotion, highContrast, largeText } = settings.getState().settings;
    root.dataset['motion'] = hasCuts({ reduceMotion }, pace.getState().pace) ? 'reduced' : 'full';
    root.dataset['contrast'] = highContrast ? 'high' : 'normal';
    root.dataset['letters'] = largeText ? 'large' : 'normal';
  };
  write();
  pace.subscribe(write);
  settings.subscribe((state, before) => {
    if (state.settings !== before.settings) write();
  });
}
