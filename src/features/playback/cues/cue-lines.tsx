import type { CueLine, CueRun } from '#src/player/index.ts';
import { subtitleTextClass } from './subtitle-looks.ts';
import styles from './cue-lines.module.css';

/** The lines of a cue with their looks. */
export function CueLines({ lines }: { readonly lines: readonly CueLine[] }) {
  return (
    <p>
      {lines.map((line, index) => (
        <span key={index} className={styles.line}>
          <span className={subtitleTextClass}>
            {line.map((run, at) => (
              <Run key={at} run={run} />
            ))}
          </span>
        </span>
      ))}
    </p>
  );
}

function Run({ run }: { readonly run: CueRun }) {
  const { text, ruby, isItalic, isBold, isUnderlined, color } = run;
  const content =
    ruby === null ? (
      text
    ) : (
      <ruby>
        {text}
        <rt className={styles.reading}>{ruby}</rt>
      </ruby>
    );
  if (!isItalic && !isBold && !isUnderlined && color === null) return content;
  const className = [isItalic && styles.italic, isBold && styles.bold, isUnderlined && styles.underlined]
    .filter(Boolean)
    .join(' ');
  return (
    <span className={className} style={color === null ? undefined : { color }}>
      {content}
    </span>
  );
}
