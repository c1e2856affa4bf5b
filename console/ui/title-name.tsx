import type { ReactNode } from 'react';

interface TitleNameProps {
  title: { name: string; poster: string };
  address: string;
  children?: ReactNode;
}

/** A title's name with its picture, as a link. */
export const TitleName = ({ title: { name, poster }, address, children }: TitleNameProps) => (
  <span className="titled">
    <img src={poster} alt="" width={32} height={48} loading="lazy" />
    <span>
      <a href={address}>{name}</a>
      {children}
    </span>
  </span>
);
