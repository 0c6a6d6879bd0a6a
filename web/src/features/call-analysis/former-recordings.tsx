import { History } from 'lucide-react';
import { useState } from 'react';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

const DIALOG = partOf(
  async () =>
    (await import('../../domain/items/recording/former-recordings-dialog.tsx')).FormerRecordingsDialog,
);

/** Notice that this call or interview had other recordings before, with a link to them. */
export function FormerRecordings({ itemId, nome }: { itemId: string; nome: 'ligação' | 'entrevista' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Notice variant="info" icon={<History aria-hidden="true" />} className="print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span>Esta {nome} já teve outra gravação.</span>
          <Button
            variant="link"
            size="inline"
            className="text-info-text underline"
            onClick={() => setOpen(true)}
          >
            Gravações anteriores
          </Button>
        </div>
      </Notice>
      <OnDemand part={DIALOG} open={open} props={{ itemId, open, onClose: () => setOpen(false) }} />
    </>
  );
}
