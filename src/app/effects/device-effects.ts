import type { Platform } from '#platform/platform.ts';

/** Writes the state of pointer and voice guide to the page's root, where the style sheets read it. */
export function startDeviceEffects({ pointer, voiceGuide }: Platform, root: HTMLElement): void {
  const writePointer = (isShown: boolean) => void (root.dataset['pointer'] = isShown ? 'shown' : 'hidden');
  const writeVoiceGuide = (isOn: boolean) => void (root.dataset['voiceGuide'] = isOn ? 'on' : 'off');
  writePointer(pointer.isShown());
  writeVoiceGuide(voiceGuide.isOn());
  pointer.subscribe(writePointer);
  voiceGuide.subscribe(writeVoiceGuide);
}
