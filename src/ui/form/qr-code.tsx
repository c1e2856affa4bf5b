import type createQrCode from 'qrcode-generator';
import { useEffect, useState } from 'react';
import { Spinner } from '#src/ui/spinner.tsx';
import styles from './qr-code.module.css';

/** Width of the light margin that readers need, in modules. */
const QUIET_ZONE = 4;

/** The dark modules as one path with a rectangle per horizontal run, and the width in modules. */
function drawQrCode(create: typeof createQrCode, text: string): { path: string; width: number } {
  // Level M: up to a seventh of the code may be unreadable, e.g. by a reflection.
  const code = create(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!code.isDark(row, column)) continue;
      const start = column;
      while (column < count && code.isDark(row, column)) column += 1;
      path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${column - start}v1h-${column - start}z`;
    }
  }
  return { path, width: count + 2 * QUIET_ZONE };
}

export interface QrCodeProps {
  /** The address that the phone reads; null while it is not known. */
  readonly text: string | null;
  /** The spoken label: "휴대폰 카메라로 찍는 QR 코드". */
  readonly label: string;
  readonly className?: string | undefined;
}

/** Dark on light, as readers expect, on any background; a busy sign while there is no address. */
export function QrCode({ text, label, className = '' }: QrCodeProps) {
  if (text === null)
    return (
      <div className={styles.waiting}>
        <Spinner label="코드를 만들고 있어요" />
      </div>
    );
  return <Modules text={text} label={label} className={className} />;
}

/** Only light until its script has loaded. */
function Modules({ text, label, className }: { text: string; label: string; className: string }) {
  const [{ path, width }, setDrawn] = useState({ path: '', width: 1 });
  useEffect(() => {
    let isShown = true;
    import('qrcode-generator').then(
      ({ default: create }) => isShown && setDrawn(drawQrCode(create, text)),
      // The address is also shown as text.
      (error: unknown) => console.warn('QR code', error),
    );
    return () => {
      isShown = false;
    };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${width} ${width}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`${styles.code} ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
