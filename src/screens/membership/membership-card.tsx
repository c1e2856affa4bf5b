import type { Account } from '#contract/accounts.ts';
import { dateLabel } from '#src/lib/labels.ts';
import { planLabel } from '#src/lib/plan-label.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Icon } from '#src/ui/icon.tsx';
import { benefitsOf } from './benefits.ts';
import styles from './membership-card.module.css';

/** The account's membership: its name, its end and what it gives. */
export function MembershipCard({ membership, email }: Pick<Account, 'membership' | 'email'>) {
  const { plan, expires_at: end } = membership;
  return (
    <section className={`${styles.card} ${plan === 'free' ? styles.free : ''}`} role="status">
      <p className={styles.soft}>지금 이용하는 멤버십</p>
      <p className={styles.plan}>{planLabel(plan)}</p>
      {end !== null ? <Until end={end} /> : plan !== 'free' && <p className={styles.until}>끝나는 날 없이 계속</p>}
      <ul className={styles.benefits}>
        {benefitsOf(membership).map(({ text, isGiven }) => (
          <li key={text} className={isGiven ? styles.given : styles.missing}>
            <span className={styles.mark}>
              {isGiven ? <Icon name="check" size={2} /> : <Icon name="lock" size={2} />}
            </span>
            {text}
          </li>
        ))}
      </ul>
      <p className={styles.email}>{email}</p>
    </section>
  );
}

function Until({ end }: { end: string }) {
  const left = useRemainingLabel(useClock(), end);
  return <p className={styles.until}>{`${dateLabel(end)}까지 · ${left}`}</p>;
}
