import { ListChecks } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useCan } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import type { BulkRunProps } from './bulk-run-dialog.tsx';

const DIALOG = partOf(async () => (await import('./bulk-run-dialog.tsx')).BulkRunDialog);

/** Opens `BulkRunDialog`; not there for who may not process. */
export function BulkRunButton({
  projetoId,
  selecao,
  children = 'Processar em lote',
  ...button
}: BulkRunProps & ComponentProps<typeof Button>) {
  const mayProcess = useCan()('audit_item', 'process');
  const [open, setOpen] = useState(false);
  if (!mayProcess) return null;
  return (
    <>
      <Button variant="outline" {...button} onClick={() => setOpen(true)}>
        <ListChecks aria-hidden="true" />
        {children}
      </Button>
      <OnDemand
        part={DIALOG}
        open={open}
        props={{ projetoId, selecao, open, onClose: () => setOpen(false) }}
      />
    </>
  );
}
