import { FileText } from 'lucide-react';
import { useState } from 'react';
import { OnDemand, partOf } from '../../../kit/on-demand.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SheetsOf } from './sheets-dialog.tsx';

const DIALOG = partOf(async () => (await import('./sheets-dialog.tsx')).SheetsDialog);

export function SendSheets({ of }: { of: SheetsOf }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <FileText aria-hidden="true" />
        Enviar folha do dia
      </Button>
      <OnDemand part={DIALOG} open={open} props={{ of, open, onClose: () => setOpen(false) }} />
    </>
  );
}
