import { Drawing } from './icon.tsx';

/** Paths in a square of 24 units, which no first screen needs. */
const PATHS = {
  heart:
    'M12 20.6l-1.3-1.2C5.9 15.1 3 12.5 3 9.2A4.7 4.7 0 0 1 7.7 4.5c1.7 0 3.3.8 4.3 2.1a5.5 5.5 0 0 1 4.3-2.1A4.7 4.7 0 0 1 21 9.2c0 3.3-2.9 5.9-7.7 10.2zm0-2.9c4.5-4 6.8-6.1 6.8-8.5a2.5 2.5 0 0 0-2.5-2.5c-1.5 0-2.8 1-3.3 2.3h-2C10.5 7.7 9.2 6.7 7.7 6.7a2.5 2.5 0 0 0-2.5 2.5c0 2.4 2.3 4.5 6.8 8.5z',
  heartFilled:
    'M12 20.6l-1.3-1.2C5.9 15.1 3 12.5 3 9.2A4.7 4.7 0 0 1 7.7 4.5c1.7 0 3.3.8 4.3 2.1a5.5 5.5 0 0 1 4.3-2.1A4.7 4.7 0 0 1 21 9.2c0 3.3-2.9 5.9-7.7 10.2z',
  shift: 'M12 3 3 12.5h5V20.5h8v-8h5z',
  shiftLock: 'M12 2 3 11.5h5v5h8v-5h5zM8 18.5h8v2.4H8z',
  space: 'M3.5 10h2.4v5h12.2v-5h2.4v7.4h-17z',
} as const;

export type LaterIconName = keyof typeof PATHS;

/** As `Icon`, for screens whose scripts load later. */
export const LaterIcon = ({ name, size }: { name: LaterIconName; size?: number }) => (
  <Drawing path={PATHS[name]} size={size} />
);
