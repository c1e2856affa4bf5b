/* What plays trailers, as one script that neither home nor a title loads before it is wanted. */
export { BillboardTrailer } from './billboard-trailer.tsx';
export { TrailerDialog } from './trailer-dialog.tsx';
