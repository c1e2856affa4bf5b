import { useEffect, useState } from 'react';

/** Frames of the last second, measured while mounted; null during the first second. */
export function useFrameRate(): number | null {
  const [rate, setRate] = useState<number | null>(null);
  useEffect(() => {
    let frames = 0;
    let since: number | null = null;
    let request = requestAnimationFrame(function count(now) {
      since ??= now;
      frames += 1;
      if (now - since >= 1000) {
        setRate(Math.round(((frames - 1) * 1000) / (now - since)));
        frames = 1;
        since = now;
      }
      request = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(request);
  }, []);
  return rate;
}
