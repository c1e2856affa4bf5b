import { describe, expect, it } from 'vitest';
import { readPictureCue, writePictureCue } from '#contract/rules/picture-cue.ts';
import { extraDataOf } from '#server/intake/pictures/extra-data.ts';
import { cuesOf, trim } from '#server/intake/pictures/picture-cues.ts';
import { placeIn } from '#server/intake/pictures/picture-place.ts';
import { readDiscIndex } from '#server/intake/pictures/read-idx.ts';
import { readSup } from '#server/intake/pictures/read-sup.ts';
import { readDiscPacket } from '#server/intake/pictures/read-vobsub.ts';
import { readIndexedStates, readStreamStates } from '#server/intake/pictures/vobsub-states.ts';
import { discPacket, discPacks, framed, supSegment, writeSup } from '#tests/support/media/disc-subtitles.ts';

const box = (x: number, y: number, width = 40, height = 10) => ({ x, y, width, height, at: framed(width, height) });

function read(bytes: Buffer) {
  let lost = 0;
  const cues = [...cuesOf(readSup(bytes, () => (lost += 1)))];
  return {
    lost,
    cues: cues.map(({ startSeconds, endSeconds, picture: { x, y, width, height } }) => ({
      at: [startSeconds, endSeconds].map((seconds) => Math.round(seconds * 1000) / 1000),
      place: [x, y, width, height],
    })),
  };
}

describe('subtitles of Blu-ray discs', () => {
  it('last until the next set, and until the clear', () => {
    const sup = writeSup([
      { seconds: 1, pictures: [box(10, 20)] },
      { seconds: 2, pictures: [box(100, 20), box(10, 900)] },
      { seconds: 4, pictures: [] },
    ]);
    expect(read(sup)).toEqual({
      lost: 0,
      cues: [
        { at: [1, 2], place: [10, 20, 40, 10] },
        { at: [2, 4], place: [100, 20, 40, 10] },
        { at: [2, 4], place: [10, 900, 40, 10] },
      ],
    });
  });

  it('are one cue while a picture goes on through several sets', () => {
    const sup = writeSup([
      { seconds: 1, pictures: [box(10, 20)] },
      { seconds: 2, pictures: [box(10, 20), box(10, 900)] },
      { seconds: 3, pictures: [] },
    ]);
    expect(read(sup).cues.map(({ at }) => at)).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  it('that fade in by their colours show the last step from the start of the change', () => {
    const steps = [60, 120, 180].map((alpha, index) => ({
      seconds: 1 + index * 0.042,
      pictures: [box(10, 20)],
      colors: [
        [235, 128, 128, alpha],
        [16, 128, 128, alpha],
      ] as const,
    }));
    const sup = writeSup([...steps, { seconds: 1.126, pictures: [box(10, 20)] }, { seconds: 3, pictures: [] }]);
    const [cue, ...others] = [...cuesOf(readSup(sup, () => undefined))];
    expect([cue?.startSeconds, cue?.endSeconds, cue?.picture.pixels[3], others]).toEqual([1, 3, 255, []]);
  });

  it('whose times go back stay for a bounded time', () => {
    const sup = writeSup([
      { seconds: 100, pictures: [box(10, 20)] },
      { seconds: 50, pictures: [box(10, 40)] },
      { seconds: 52, pictures: [] },
      { seconds: 7000, pictures: [box(10, 60)] },
      { seconds: 7500, pictures: [] },
    ]);
    expect(read(sup).cues.map(({ at }) => at)).toEqual([
      [100, 105],
      [50, 52],
      [7000, 7060],
    ]);
  });

  it('lose the picture that is damaged alone', () => {
    const [whole, rest] = [[{ seconds: 1, pictures: [box(10, 20)] }], [{ seconds: 3, pictures: [box(10, 40)] }]].map(
      (states) => writeSup(states),
    );
    const noise = Buffer.from('not a segment, PG neither');
    const giant = supSegment(0x15, 2, Buffer.from([0, 0, 0, 0xc0, 0, 0, 9, 0xff, 0xff, 0xff, 0xff, 0, 0]));
    const { lost, cues } = read(Buffer.concat([whole!, noise, giant, rest!]));
    expect(lost).toBeGreaterThan(0);
    expect(cues.map(({ place }) => place[1])).toEqual([20, 40]);
  });

  it('are lost where a set paints more pictures than a disc can', () => {
    const { lost, cues } = read(
      writeSup([
        { seconds: 1, pictures: Array.from({ length: 3 }, (_, index) => box(10, index * 20)) },
        { seconds: 2, pictures: [box(10, 20)] },
      ]),
    );
    expect([lost > 0, cues.map(({ at }) => at[0])]).toEqual([true, [2]]);
  });

  it.each([
    ['ends too early', [1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]],
    ['has single colours behind its end', [1, 2, 1, 2, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0]],
    ['has a run over its end', [0, 0x85, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0]],
    ['has both', [1, 0, 0x84, 2, 1, 0, 0, 0, 0x81, 1, 0, 0], [1, 1, 1, 1, 0, 0]],
  ])('paint nothing in the row below where a row %s', (_what, runs, painted) => {
    const sup = writeSup([
      { seconds: 1, pictures: [{ ...box(10, 20, 3, 2), runs }] },
      { seconds: 2, pictures: [] },
    ]);
    const [cue] = [...cuesOf(readSup(sup, () => undefined))];
    const { x, y, width, height, pixels } = cue!.picture;
    const isPainted = (at: number) => {
      const [column, row] = [10 + (at % 3) - x, 20 + Math.floor(at / 3) - y];
      return column >= 0 && row >= 0 && column < width && row < height && pixels[(row * width + column) * 4 + 3]! > 0;
    };
    expect(painted.map((_, at) => (isPainted(at) ? 1 : 0))).toEqual(painted);
  });

  it('outside of the canvas are cut at its edges', () => {
    expect(read(writeSup([{ seconds: 1, pictures: [box(1900, 1075)] }])).cues[0]?.place).toEqual([1900, 1075, 20, 5]);
  });
});

/** One line of an index. */
const entryAt = (time: string, position: number) =>
  `timestamp: ${time}, filepos: ${position.toString(16).padStart(9, '0')}`;

describe('subtitles of DVDs', () => {
  it('that fade out show their most opaque step', () => {
    const disc = { canvas: { width: 720, height: 480 }, palette: Array.from({ length: 16 }, () => 0xffffff) };
    const { pictures } = readDiscPacket(discPacket(box(10, 20), { fadesOut: true }), 1, disc);
    expect(Math.max(...pictures[0]!.pixels.filter((_, at) => at % 4 === 3))).toBe(255);
  });

  const first = discPacks(discPacket(box(100, 400, 300, 31)), 1);
  const second = discPacks(discPacket(box(120, 440), { isForced: true }), 5, 1);
  const sub = Buffer.concat([first, second]);
  const idx = [
    '# VobSub index file, v7',
    'size: 720x480',
    'palette: 000000, ff0000, 00ff00, 0000ff',
    'id: ko, index: 0',
    'delay: 00:00:01:500',
    entryAt('00:00:01:000', 0),
    'id: --, index: 1',
    entryAt('00:00:05:000', first.length),
    entryAt('00:00:09:000', 999_999),
  ].join('\r\n');

  it('have the times of their index, and the colours of its palette', () => {
    const index = readDiscIndex(idx);
    expect([index.canvas, index.tracks.map(({ language }) => language)]).toEqual([
      { width: 720, height: 480 },
      ['ko', ''],
    ]);
    const lost: string[] = [];
    const [korean, other] = index.tracks.map((track) => [
      ...readIndexedStates(sub, index, track, () => lost.push('lost')),
    ]);
    expect([korean?.[0]?.startSeconds, korean?.[0]?.endSeconds?.toFixed(2)]).toEqual([2.5, '4.78']);
    const [picture] = korean?.[0]?.pictures ?? [];
    expect([picture?.x, picture?.y, picture?.width, picture?.height]).toEqual([100, 400, 300, 31]);
    // The frame, and what is within it.
    expect([[...picture!.pixels.subarray(0, 4)], [...picture!.pixels.subarray(4 * 605, 4 * 606)]]).toEqual([
      [0, 255, 0, 255],
      [255, 0, 0, 255],
    ]);
    expect(other?.map(({ pictures }) => pictures[0]?.isForced)).toEqual([true]);
    expect(lost).toEqual(['lost']);
  });

  it('have the times of their packets in a stream', () => {
    const states = [...readStreamStates(sub, readDiscIndex(''), () => undefined)];
    expect(states.map(({ startSeconds }) => startSeconds)).toEqual([1, 5]);
  });

  it('have colours and size in the description of the stream', () => {
    const extradata =
      '\n00000000: 7369 7a65 3a20 3732 3078 3537 360a  size: 720x576.\n0000000e: 7061 6c65 7474 653a 2066 6630 3030 300a  palette: ff0000.\n';
    expect(extraDataOf(JSON.stringify({ streams: [{ extradata }] }))).toBe('size: 720x576\npalette: ff0000\n');
    expect(extraDataOf(JSON.stringify({ streams: [{}] }))).toBe('');
  });
});

describe('damaged bytes', () => {
  const sup = writeSup([
    { seconds: 1, pictures: [box(10, 20)] },
    { seconds: 2, pictures: [box(10, 20, 300, 80)] },
  ]);
  const sub = discPacks(discPacket(box(100, 400, 300, 31)), 1);
  let seed = 47;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const readers = {
    sup: (bytes: Buffer) => [...cuesOf(readSup(bytes, () => undefined))],
    sub: (bytes: Buffer) => [...cuesOf(readStreamStates(bytes, readDiscIndex(''), () => undefined))],
  };

  it.each([
    ['sup', sup],
    ['sub', sub],
  ] as const)('and cut files never end the reading of %s with an error', (kind, bytes) => {
    for (let length = 0; length < bytes.length; length += 7) readers[kind](bytes.subarray(0, length));
    for (let round = 0; round < 2000; round += 1) {
      const damaged = Buffer.from(bytes);
      for (let count = 0; count < 3; count += 1) damaged[random(damaged.length)] = random(256);
      for (const { picture } of readers[kind](damaged))
        expect(picture.pixels).toHaveLength(picture.width * picture.height * 4);
    }
  });
});

describe('places', () => {
  const wide = { width: 1920, height: 1080, aspect: 16 / 9 };
  const part = { x: 480, y: 540, width: 960, height: 108 };

  it('are shares of the film', () => {
    expect(placeIn(part, { width: 1920, height: 1080 }, wide)).toEqual({ left: 25, top: 50, width: 50, height: 10 });
    // 4K on HD.
    const double = { x: 960, y: 1080, width: 1920, height: 216 };
    expect(placeIn(double, { width: 3840, height: 2160 }, wide)).toEqual({ left: 25, top: 50, width: 50, height: 10 });
  });

  it('in the bars of a wide film are below it', () => {
    const film = { width: 1920, height: 800, aspect: 2.4 };
    const { top, height } = placeIn({ x: 480, y: 980, width: 960, height: 80 }, { width: 1920, height: 1080 }, film);
    expect([Math.round(top), Math.round(height)]).toEqual([105, 10]);
  });

  it('of DVDs follow the shape of the film', () => {
    const sd = { width: 720, height: 576 };
    const whole = { x: 0, y: 0, ...sd };
    expect(placeIn(whole, sd, { ...sd, aspect: 4 / 3 })).toEqual({ left: 0, top: 0, width: 100, height: 100 });
    expect(placeIn(whole, sd, wide)).toEqual({ left: 0, top: 0, width: 100, height: 100 });
    expect(placeIn(whole, sd, { width: 1440, height: 1080, aspect: 4 / 3 }).width).toBe(100);
  });

  it('are written and read in the text of a cue', () => {
    const cue = {
      sheet: 2,
      x: 0,
      y: 54,
      width: 480,
      height: 53,
      place: { left: -1.5, top: 101.25, width: 40, height: 5 },
    };
    expect(writePictureCue(cue)).toBe('2#xywh=0,54,480,53 -1.5,101.25,40,5');
    expect(readPictureCue(writePictureCue(cue))).toEqual(cue);
    for (const text of ['', '안녕', '1#xywh=0,0,0,5 1,1,1,1', '1#xywh=0,0,5,5 1..2,1,1,1', '1#xywh=0,0,5,5'])
      expect(readPictureCue(text)).toBeNull();
  });
});

it('pictures without anything to see are none', () => {
  const picture = { x: 5, y: 5, width: 2, height: 2, isForced: false };
  expect(trim({ ...picture, pixels: new Uint8Array(16) })).toBeUndefined();
  const pixels = new Uint8Array(16);
  pixels[15] = 255;
  expect(trim({ ...picture, pixels })).toMatchObject({ x: 6, y: 6, width: 1, height: 1 });
});
