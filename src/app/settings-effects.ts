import type { Settings, SettingsStore } from '#src/stores/settings-store.ts';

/** Writes what is set up for the eyes to the page's root, where the style sheets read it (src/ui/tokens.css). */
export function startSettingsEffects(settings: SettingsStore, root: HTMLElement): void {
  const write = ({ reduceMotion, highContrast, largeText }: Settings) => {
    root.dataset['motion'] = reduceMotion ? 'reduced' : 'full';
    root.dataset['contrast'] = highContrast ? 'high' : 'normal';
    root.dataset['letters'] = largeText ? 'large' : 'normal';
  };
  write(settings.getState().settings);
  settings.subscribe((state, before) => {
    if (state.settings !== before.settings) write(state.settings);
  });
}
