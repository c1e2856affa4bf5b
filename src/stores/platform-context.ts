import { createContext, useContext } from 'react';
import type { Platform } from '#platform/platform.ts';

const PlatformContext = createContext<Platform | null>(null);

export const PlatformProvider = PlatformContext.Provider;

/** The platform that was chosen at start-up. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('PlatformProvider is missing');
  return platform;
}
