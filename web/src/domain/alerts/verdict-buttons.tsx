import { CORRIGIDO_LABEL } from '@escuta/shared/domain/rules/rules';
import { Check, Undo2, X } from 'lucide-react';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Firing, isPending, titleOf, type useDecision } from './firings.ts';
import type { Settling } from './settle-dialog.tsx';

interface VerdictButtonsProps {
  firing: Firing;
  decision: ReturnType<typeof useDecision>;
  /** Opens the dialog that asks for the reason of a decision. */
  onSettle: (settling: Settling) => void;
}

/** Buttons 'Procedente' and 'Não procedente' for a firing; after a decision, the decision with a button to undo it. */
export function VerdictButtons({ firing, decision, onSettle }: VerdictButtonsProps) {
  const { id, regra } = firing;
  const busy = decision.running.some(({ body }) => body.ids.includes(id));
  const about = `${regra.nome}, ${titleOf(firing)}`;
  const decide = (procedente: boolean) => onSettle({ ids: [id], procedente, firing });
  if (isPending(firing))
    return (
      <span className="flex shrink-0 gap-1.5 max-sm:w-full">
        <Button
          variant="outline"
          size="sm"
          className="max-sm:flex-1"
          inactive={busy}
          aria-label={`Procedente: ${about}`}
          onClick={() => decide(true)}
        >
          <Check aria-hidden="true" />
          Procedente
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="max-sm:flex-1"
          inactive={busy}
          aria-label={`Não procedente: ${about}`}
          onClick={() => decide(false)}
        >
          <X aria-hidden="true" />
          Não procedente
        </Button>
      </span>
    );
  return (
    <span className="flex shrink-0 items-center gap-2">
      <DecidedBadge firing={firing} />
      {firing.estado === 'resolvido' && !firing.corrigido ? (
        <Button
          variant="ghost"
          size="icon-sm"
          inactive={busy}
          aria-label={`Reabrir: ${about}`}
          onClick={() => {
            const dado_em = firing.resolvido?.em;
            const body = { ids: [id], estado: 'aberto' as const, ...(dado_em ? { dado_em } : {}) };
            void decision.attempt({ body });
          }}
        >
          <Undo2 />
        </Button>
      ) : null}
    </span>
  );
}

function DecidedBadge({ firing: { estado, procedente, resolvido, corrigido } }: { firing: Firing }) {
  if (estado === 'deixou_de_valer')
    return (
      <Badge variant="outline" title="A ligação mudou, e a regra não vale mais para ela.">
        Deixou de valer
      </Badge>
    );
  const who = resolvido
    ? `${resolvido.por?.nome ?? 'Conta excluída'}, ${formatDateTime(resolvido.em)}`
    : undefined;
  if (corrigido)
    return (
      <Badge variant="neutral" title={who}>
        {CORRIGIDO_LABEL}
      </Badge>
    );
  return (
    <Badge variant={procedente ? 'success' : 'neutral'} title={who}>
      {procedente ? 'Procedente' : 'Não procedente'}
    </Badge>
  );
}
