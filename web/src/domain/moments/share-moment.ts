import { partOf } from '../../kit/on-demand.tsx';

/** The dialog in which a moment of a call is shared (share-moment-dialog.tsx). */
export const SHARE_MOMENT = partOf(async () => (await import('./share-moment-dialog.tsx')).ShareMomentDialog);
