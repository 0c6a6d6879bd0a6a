import { RECURSO_DA_EXPORTACAO } from '@escuta/shared/domain/exports/export-resources';
import type { TipoExportacao } from '@escuta/shared/domain/exports/exports';
import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { Button } from '../../ui/button.tsx';
import type { Alvo, ExportedAs } from './export-dialog.tsx';

export const EXPORT = {
  icon: Download,
  label: 'Exportar',
  dialog: partOf(async () => (await import('./export-dialog.tsx')).ExportDialog),
} as const;

/** True if the person may export this kind. */
export function useMayExport(tipo: TipoExportacao): boolean {
  const can = useCan();
  const recurso = RECURSO_DA_EXPORTACAO[tipo];
  return can(recurso, 'export') && can(recurso, 'read') && can('result', 'export');
}

interface ExportButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  alvo: Alvo;
  /** Order and columns of the list. */
  como?: ExportedAs;
  labelClass?: string;
}

/** 'Exportar' with its dialog, for people who may export. */
export function ExportButton({ alvo, como, labelClass, ...props }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  if (!useMayExport(alvo.tipo)) return null;
  return (
    <>
      <Button variant="outline" title={EXPORT.label} {...props} onClick={() => setOpen(true)}>
        <Download aria-hidden="true" />
        <span className={labelClass}>{EXPORT.label}</span>
      </Button>
      <OnDemand
        part={EXPORT.dialog}
        open={open}
        props={{ alvo, como, open, onClose: () => setOpen(false) }}
      />
    </>
  );
}
