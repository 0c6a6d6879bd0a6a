import { CircleCheck } from 'lucide-react';
import { Proposal, useHoldProposals } from '../../domain/survey/state/hold-proposals.tsx';
import { useLast } from '../../kit/use-last.ts';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';

export type Held = { verificacaoId: string; nome: string };

/** Proposes to put on hold an interview whose respondent denies having been interviewed. */
export function HoldDialog({
  pesquisaId,
  target,
  onClose,
}: {
  pesquisaId: string;
  target: Held | null;
  onClose: () => void;
}) {
  const shown = useLast(target);
  return (
    <Dialog open={target !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Colocar em espera?</DialogTitle>
          <DialogDescription>
            {shown?.nome || 'O entrevistado'} diz que não deu esta entrevista. A entrevista continua nos
            números até uma pessoa decidir.
          </DialogDescription>
        </DialogHeader>
        {shown ? (
          <Proposals pesquisaId={pesquisaId} verificacaoId={shown.verificacaoId} onDone={onClose} />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function Proposals({
  pesquisaId,
  verificacaoId,
  onDone,
}: {
  pesquisaId: string;
  verificacaoId: string;
  onDone: () => void;
}) {
  const { data } = useHoldProposals(pesquisaId, { verificacao_id: verificacaoId });
  if (!data) return <Skeleton aria-busy="true" className="h-40" />;
  const [proposta] = data;
  return proposta ? (
    <Proposal pesquisaId={pesquisaId} proposta={proposta} onDone={onDone} />
  ) : (
    <EmptyState
      className="py-6"
      icon={<CircleCheck />}
      title="Decisão já tomada"
      description="Outra pessoa decidiu sobre esta entrevista depois do recontato."
    />
  );
}
