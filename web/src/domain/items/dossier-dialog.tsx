import { exportResultado } from '@escuta/shared/contracts/operation/dossie';
import type { FormatoDossie } from '@escuta/shared/domain/exports/dossier';
import { useId, useState } from 'react';
import { useApiFile } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { ChoiceCards } from '../../ui/inputs/choice-cards.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import type { ItemDialogProps } from './item.ts';

const FORMATOS: readonly { value: FormatoDossie; label: string; description: string }[] = [
  {
    value: 'pdf',
    label: 'PDF',
    description: 'Para ler e entregar. Assinado: o destinatário confere a assinatura em “Verificar dossiê”.',
  },
  {
    value: 'xlsx',
    label: 'Excel',
    description: 'Critérios, falas, revisões e custos em planilhas. Sem assinatura.',
  },
  { value: 'csv', label: 'CSV', description: 'Os mesmos dados em uma só tabela. Sem assinatura.' },
  { value: 'json', label: 'JSON', description: 'Para outro sistema, com todos os dados. Assinado.' },
];

/** 'Exportar dossiê': asks for the file's format. */
export function DossierDialog({ target, onClose }: Pick<ItemDialogProps, 'target' | 'onClose'>) {
  const shown = useLast(target);
  const [formato, setFormato] = useState<FormatoDossie>('pdf');
  const [complete, setComplete] = useState(false);
  const id = useId();
  const ofInterview = shown?.perfil === 'entrevista';
  const { save, busy } = useApiFile(exportResultado, {
    name: 'dossie',
    done: 'Dossiê exportado',
    failed: 'Falha ao exportar resultados.',
    fallback: 'Não foi possível exportar o dossiê. Tente novamente.',
    onDone: onClose,
  });
  return (
    <Dialog open={target !== null} onOpenChange={(open) => (open || busy ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Exportar dossiê</DialogTitle>
          <DialogDescription>
            {shown?.name}.{' '}
            {ofInterview
              ? 'O dossiê traz o consentimento, o registro do aparelho e, em cada pergunta, a resposta digitada, a ouvida, o veredito e a prova.'
              : 'O dossiê traz a pontuação, os critérios com citações, as revisões e a transcrição.'}{' '}
            A exportação fica no registro de ações.
          </DialogDescription>
        </DialogHeader>
        <ChoiceCards legend="Formato" value={formato} onValueChange={setFormato} options={FORMATOS} />
        {ofInterview ? (
          <label htmlFor={id} className="flex items-start gap-2.5 text-sm">
            <Checkbox
              id={id}
              className="mt-0.5"
              checked={complete}
              disabled={busy}
              onCheckedChange={(on) => setComplete(on === true)}
            />
            <span>
              Incluir nome, telefone e transcrição do entrevistado. Sem esses dados, o dossiê mostra só as
              iniciais e os trechos das provas.
            </span>
          </label>
        ) : null}
        <DialogFooter>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            loading={busy}
            onClick={() =>
              shown
                ? save({
                    params: { id: shown.id },
                    query: { formato, identificacao: complete && ofInterview ? 'completa' : 'iniciais' },
                  })
                : undefined
            }
          >
            {busy ? 'Exportando…' : 'Exportar'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
