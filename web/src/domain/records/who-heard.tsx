import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useCan } from '../../lib/permissions.ts';
import type { Heard } from './who-heard-dialog.tsx';

export type { Heard };

const DIALOG = partOf(async () => (await import('./who-heard-dialog.tsx')).WhoHeardDialog);

/** Whether somebody reads who heard what: gerentes and administrators. */
export const useMaySeeAccesses = (): boolean => useCan()('user', 'read');

/** 'Quem ouviu', its code fetched apart. */
export const WhoHeard = ({ target, onClose }: { target: Heard | null; onClose: () => void }) => (
  <OnDemand part={DIALOG} open={target !== null} props={{ target, onClose }} />
);
