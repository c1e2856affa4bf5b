import type { QueryClient } from '@tanstack/react-query';
import type { Platform } from '#platform/platform.ts';

/** What the set tells of itself that no screen asks for. */
export function startDeviceEffects(
  { memory, pointer, voiceGuide }: Platform,
  queryClient: QueryClient,
  root: HTMLElement,
): void {
  // Answers that no screen shows can be asked for again.
  memory.subscribe(() => queryClient.removeQueries({ type: 'inactive' }));
  const writePointer = (isShown: boolean) => void (root.dataset['pointer'] = isShown ? 'shown' : 'hidden');
  const writeVoiceGuide = (isOn: boolean) => void (root.dataset['voiceGuide'] = isOn ? 'on' : 'off');
  writePointer(pointer.isShown());
  writeVoiceGuide(voiceGuide.isOn());
  pointer.subscribe(writePointer);
  voiceGuide.subscribe(writeVoiceGuide);
}
