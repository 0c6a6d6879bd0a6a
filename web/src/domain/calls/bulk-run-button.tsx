import { ListChecks } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { Button } from '../../ui/button.tsx';
import type { BulkRunProps } from './bulk-run-dialog.tsx';

/** The action 'Processar em lote': icon, label, the right that a person needs (`can`), and dialog. */
export const BULK_RUN = {
  icon: ListChecks,
  label: 'Processar em lote',
  can: ['audit_item', 'process'],
  dialog: partOf(async () => (await import('./bulk-run-dialog.tsx')).BulkRunDialog),
} as const;

/** Opens `BulkRunDialog`; hidden from people who may not process. */
export function BulkRunButton({
  projetoId,
  selecao,
  children = BULK_RUN.label,
  ...button
}: BulkRunProps & ComponentProps<typeof Button>) {
  const mayProcess = useCan()(...BULK_RUN.can);
  const [open, setOpen] = useState(false);
  if (!mayProcess) return null;
  return (
    <>
      <Button variant="outline" {...button} onClick={() => setOpen(true)}>
        <ListChecks aria-hidden="true" />
        {children}
      </Button>
      <OnDemand
        part={BULK_RUN.dialog}
        open={open}
        props={{ projetoId, selecao, open, onClose: () => setOpen(false) }}
      />
    </>
  );
}
