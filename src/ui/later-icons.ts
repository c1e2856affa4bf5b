import type { IconPath } from './icon.tsx';

/** Paths in a square of 24 units, for screens whose scripts load after the first one. */
export const laterIcons = {
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  download: 'M10.8 3h2.4v9.2l3.5-3.5 1.7 1.7L12 16.8l-6.4-6.4 1.7-1.7 3.5 3.5zM4 18.6h16V21H4z',
  sort: 'M4 6h16v2.4H4zM4 10.8h11v2.4H4zM4 15.6h6V18H4z',
  heart:
    'M12 20.6l-1.3-1.2C5.9 15.1 3 12.5 3 9.2A4.7 4.7 0 0 1 7.7 4.5c1.7 0 3.3.8 4.3 2.1a5.5 5.5 0 0 1 4.3-2.1A4.7 4.7 0 0 1 21 9.2c0 3.3-2.9 5.9-7.7 10.2zm0-2.9c4.5-4 6.8-6.1 6.8-8.5a2.5 2.5 0 0 0-2.5-2.5c-1.5 0-2.8 1-3.3 2.3h-2C10.5 7.7 9.2 6.7 7.7 6.7a2.5 2.5 0 0 0-2.5 2.5c0 2.4 2.3 4.5 6.8 8.5z',
  heartFilled:
    'M12 20.6l-1.3-1.2C5.9 15.1 3 12.5 3 9.2A4.7 4.7 0 0 1 7.7 4.5c1.7 0 3.3.8 4.3 2.1a5.5 5.5 0 0 1 4.3-2.1A4.7 4.7 0 0 1 21 9.2c0 3.3-2.9 5.9-7.7 10.2z',
  next: 'M5 4.5v15a1 1 0 0 0 1.5.86L17 13.3V19.5h3v-15h-3v6.2L6.5 3.64A1 1 0 0 0 5 4.5z',
  previous: 'M19 4.5v15a1 1 0 0 1-1.5.86L7 13.3V19.5H4v-15h3v6.2l10.5-7.06A1 1 0 0 1 19 4.5z',
  bag: 'M8 7a4 4 0 0 1 8 0h3a1 1 0 0 1 1 .93l.9 12A1 1 0 0 1 19.9 21H4.1a1 1 0 0 1-1-1.07l.9-12A1 1 0 0 1 5 7zm2.2 0h3.6a1.8 1.8 0 0 0-3.6 0z',
  forward: 'M9.3 5.3a1 1 0 0 0 0 1.4l5.3 5.3-5.3 5.3a1 1 0 1 0 1.4 1.4l6-6a1 1 0 0 0 0-1.4l-6-6a1 1 0 0 0-1.4 0z',
  shift: 'M12 3 3 12.5h5V20.5h8v-8h5z',
  shiftLock: 'M12 2 3 11.5h5v5h8v-5h5zM8 18.5h8v2.4H8z',
  space: 'M3.5 10h2.4v5h12.2v-5h2.4v7.4h-17z',
} as const satisfies Record<string, IconPath>;
