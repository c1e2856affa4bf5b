import { hasCuts, type PaceStore } from '#src/stores/pace-store.ts';
import type { SettingsStore } from '#src/stores/settings-store.ts';

/**
 * Writes the display settings, and the cuts of a slow set, to the page's root, where the style sheets read them
 * (src/ui/tokens.css).
 */
export function startSettingsEffects(settings: SettingsStore, pace: PaceStore, root: HTMLElement): void {
  const write = () => {
    const { reduceMotion, highContrast, letters, thickRing } = settings.getState().settings;
    root.dataset['motion'] = hasCuts({ reduceMotion }, pace.getState().pace) ? 'reduced' : 'full';
    root.dataset['contrast'] = highContrast ? 'high' : 'normal';
    root.dataset['ring'] = thickRing ? 'thick' : 'normal';
    root.dataset['letters'] = letters;
  };
  write();
  pace.subscribe(write);
  settings.subscribe((state, before) => {
    if (state.settings !== before.settings) write();
  });
}
