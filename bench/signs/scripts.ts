const time = (seconds: number) => `0:00:${seconds.toFixed(2).padStart(5, '0')}`;
const event = (start: number, end: number, text: string) =>
  `Dialogue: 0,${time(start)},${time(end)},Sign,,0,0,0,,${text}`;

/** @param from of two cards, in seconds */
export const cards = ([first, second]: readonly [number, number]): string[] => [
  event(first, first + 3, '{\\pos(640,200)\\c&H20E0FF&}EAST STATION'),
  event(second, second + 3.5, '{\\pos(300,500)\\frz-8\\bord4}POST OFFICE'),
];

/** Three lines of a song that are coloured syllable by syllable. */
export const songs = (from: number): string[] =>
  Array.from({ length: 3 }, (_, index) =>
    event(
      from + index * 4,
      from + 4 + index * 4,
      '{\\an8\\k40\\blur1}la{\\kf60}la{\\ko80\\t(0,800,\\fscx130\\c&H2020FF&)}la{\\k60}lalala',
    ),
  );

/** Pictures that follow something through the film. */
export const tracking = (from: number, rate: number): string[] =>
  Array.from({ length: 120 }, (_, index) =>
    event(
      from + index / rate,
      from + (index + 1) / rate,
      `{\\pos(${200 + index * 5},${300 + index})\\frz${index / 3}\\p1\\c&H3060FF&}m 0 0 l 180 0 180 60 0 60{\\p0}`,
    ),
  );

export const scriptOf = (events: readonly string[]): string =>
  [
    ...['[Script Info]', 'PlayResX: 1280', 'PlayResY: 720', '[V4+ Styles]'],
    'Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Outline, Alignment',
    'Style: Sign,DejaVu Sans,64,&H00FFFFFF,&H00000000,3,5',
    ...['[Events]', 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text', ...events, ''],
  ].join('\n');
