import type { ReactNode } from 'react';
import { pictureSrc } from '../lib/picture-src.ts';

const SIZES = { poster: { width: 32, height: 48 }, still: { width: 64, height: 36 } };

interface PicturedProps {
  /** Address of the picture; without one its place stays empty, so that names stand in line. */
  picture: string | null | undefined;
  kind?: keyof typeof SIZES;
  children: ReactNode;
}

/** Something of a table with its picture. */
export const Pictured = ({ picture, kind = 'poster', children }: PicturedProps) => (
  <span className="titled">
    {picture ? (
      <img src={pictureSrc(picture)} alt="" {...SIZES[kind]} loading="lazy" />
    ) : (
      <span className="no-picture" style={SIZES[kind]} />
    )}
    <span>{children}</span>
  </span>
);

interface TitleNameProps {
  title: { name: string; poster: string };
  address: string;
  children?: ReactNode;
}

/** A title's name with its picture, as a link. */
export const TitleName = ({ title: { name, poster }, address, children }: TitleNameProps) => (
  <Pictured picture={poster}>
    <a href={address}>{name}</a>
    {children}
  </Pictured>
);
