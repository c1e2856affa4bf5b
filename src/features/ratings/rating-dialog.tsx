import { useState } from 'react';
import { FocusGroup, useFocusLeaf } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { Stars } from '#src/ui/tile/stars.tsx';
import styles from './rating-dialog.module.css';
import { MOST_STARS, scoreText, stepScore } from './score.ts';

export interface RatingDialogProps {
  readonly name: string;
  /** The viewer's own, or null. */
  readonly rating: number | null;
  /** @param score null removes the rating */
  readonly onRate: (score: number | null) => void;
  readonly onClose: () => void;
}

/** A score in halves by left and right; OK saves it, Back keeps the old one. */
export function RatingDialog({ name, rating, onRate, onClose }: RatingDialogProps) {
  const [score, setScore] = useState(rating ?? 0);
  const rate = (value: number | null) => {
    onRate(value);
    onClose();
  };
  return (
    <DialogFrame
      focusKey="rating"
      label={`${name} 별점`}
      isNarrow
      preferredKey="rating/stars"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <h2 className={styles.title}>별점</h2>
      <p className={styles.name}>{name}</p>
      <StarSlider score={score} onChange={setScore} onConfirm={() => score > 0 && rate(score)} />
      <p className={styles.verdict}>{scoreText(score)}</p>
      <FocusGroup focusKey="rating/buttons" axis="row" className={styles.buttons}>
        {rating !== null && <Button focusKey="rating/remove" label="별점 지우기" onPress={() => rate(null)} />}
        <Button focusKey="rating/cancel" label="취소" onPress={onClose} />
      </FocusGroup>
    </DialogFrame>
  );
}

interface StarSliderProps {
  readonly score: number;
  readonly onChange: (score: number) => void;
  readonly onConfirm: () => void;
}

function StarSlider({ score, onChange, onConfirm }: StarSliderProps) {
  const focusProps = useFocusLeaf({
    focusKey: 'rating/stars',
    onPress: onConfirm,
    onArrow(direction) {
      if (direction === 'up' || direction === 'down') return false;
      onChange(stepScore(score, direction === 'right' ? 1 : -1));
      return true;
    },
    onKey({ key }) {
      const stars = Number(key);
      if (!(stars >= 1 && stars <= MOST_STARS)) return false;
      onChange(stars);
      return true;
    },
  });
  return (
    <div
      {...focusProps}
      role="slider"
      aria-label="별점"
      aria-valuemin={0}
      aria-valuemax={MOST_STARS}
      aria-valuenow={score}
      aria-valuetext={`${score === 0 ? '아직 없음' : `${score.toFixed(1)}점`}, ${scoreText(score)}`}
      className={styles.slider}
    >
      <Stars score={score} size={6} />
      <span className={styles.score}>{score === 0 ? '–' : score.toFixed(1)}</span>
    </div>
  );
}
