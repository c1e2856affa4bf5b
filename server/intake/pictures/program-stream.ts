/** Bytes of a subtitle in a program stream (`vob`, `sub`). */
interface Part {
  /** When it is shown, by the clock of the stream. */
  readonly seconds: number | null;
  /** Number of the subtitle among those of the stream. */
  readonly track: number;
  /** Where its first part begins. */
  readonly position: number;
  readonly data: Buffer;
}

const CLOCK = 90_000;
const PACK = 0xba;
const PRIVATE_STREAM = 0xbd;
const FIRST_TRACK = 0x20;
const LAST_TRACK = 0x3f;
const START_CODE = Buffer.from([0, 0, 1]);

/** The packets of all subtitles, each as its decoder gets it. The first two bytes of a packet are its size. */
export function* subtitlePackets(bytes: Buffer, onLost: () => void): Generator<Part> {
  const begun = new Map<number, { first: Part; parts: Buffer[]; received: number; size: number }>();
  for (const part of partsOf(bytes)) {
    let packet = begun.get(part.track);
    // A part with a time begins a packet.
    if (packet && part.seconds !== null) {
      onLost();
      packet = undefined;
    }
    if (packet) {
      packet.parts.push(part.data);
      packet.received += part.data.length;
    } else {
      if (part.data.length < 2) continue;
      const size = part.data.readUInt16BE(0);
      packet = { first: part, parts: [part.data], received: part.data.length, size };
      begun.set(part.track, packet);
    }
    if (packet.received < packet.size) continue;
    begun.delete(part.track);
    const { seconds, track, position } = packet.first;
    yield { seconds, track, position, data: Buffer.concat(packet.parts).subarray(0, packet.size) };
  }
  for (let cut = begun.size; cut > 0; cut -= 1) onLost();
}

function* partsOf(bytes: Buffer): Generator<Part> {
  let at = bytes.indexOf(START_CODE);
  let position = 0;
  while (at !== -1 && at + 6 <= bytes.length) {
    const code = bytes.readUInt8(at + 3);
    let next = at + 4;
    if (code === PACK) position = at;
    else if (code >= PRIVATE_STREAM) {
      const end = at + 6 + bytes.readUInt16BE(at + 4);
      const part = code === PRIVATE_STREAM && end <= bytes.length ? readPart(bytes.subarray(at + 6, end)) : undefined;
      if (part) yield { ...part, position };
      next = Math.min(end, bytes.length);
    }
    at = bytes.indexOf(START_CODE, next);
  }
}

function readPart(body: Buffer): Omit<Part, 'position'> | undefined {
  if (body.length < 4) return undefined;
  const [flags = 0, headBytes = 0] = [body[1], body[2]];
  const track = body[3 + headBytes] ?? 0;
  if (track < FIRST_TRACK || track > LAST_TRACK) return undefined;
  const hasTime = (flags & 0x80) !== 0 && headBytes >= 5;
  return {
    seconds: hasTime ? timeAt(body, 3) / CLOCK : null,
    track: track - FIRST_TRACK,
    data: body.subarray(4 + headBytes),
  };
}

/** 33 bits among marker bits. */
const timeAt = (body: Buffer, at: number): number =>
  ((body.readUInt8(at) >> 1) & 7) * 2 ** 30 +
  (body.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (body.readUInt16BE(at + 3) >> 1);
