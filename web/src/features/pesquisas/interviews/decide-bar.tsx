import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { reviewEntrevistas } from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import { explainUndecidable } from '@escuta/shared/domain/interview/confront/undecidable-reasons';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { DecideDialog, type Motivada } from '../../../domain/survey/state/decide-dialog.tsx';
import type { Selection } from '../../../kit/list/use-selection.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/overlays/dropdown-menu.tsx';

/** True if an interview can be approved, judging by its row. If the server still refuses, its response says why. */
const isApprovable = ({ situacao, recebimento, quarentena }: EntrevistaNaLista): boolean =>
  explainUndecidable(
    {
      situacao,
      quarentena: quarentena[0] ?? null,
      sincronia: recebimento === 'encerrada' ? 'completa' : recebimento,
    },
    'aprovada',
  ) === null;

/** True if this person may decide on an interview: it is not in progress, and another person conducted it. */
export const isDecidable = ({ situacao, propria }: EntrevistaNaLista): boolean =>
  situacao !== 'em_andamento' && !propria;

const DONE: Record<RevisaoEntrevista, readonly [string, string]> = {
  aprovada: ['entrevista aprovada.', 'entrevistas aprovadas.'],
  rejeitada: ['entrevista rejeitada.', 'entrevistas rejeitadas.'],
  em_espera: ['entrevista colocada em espera.', 'entrevistas colocadas em espera.'],
  pendente: ['entrevista voltou a ficar pendente.', 'entrevistas voltaram a ficar pendentes.'],
};

/** Decides on a page's chosen interviews at once; names the interviews that could not change, with reasons. */
export function DecideBar({
  pesquisaId,
  rows,
  selection,
}: {
  pesquisaId: string;
  rows: readonly EntrevistaNaLista[] | undefined;
  selection: Selection<EntrevistaNaLista>;
}) {
  const [asking, setAsking] = useState<Motivada | null>(null);
  const { run, busy } = useApiMutation(reviewEntrevistas, {
    failed: 'Erro ao mudar o status',
    onDone: ({ data }, { body }) => {
      selection.clear();
      if (data.alteradas > 0) toast.success(plural(data.alteradas, ...DONE[body.para]));
      if (data.recusadas.length > 0) {
        toast.error(
          plural(
            data.recusadas.length,
            'entrevista não mudou de status',
            'entrevistas não mudaram de status',
          ),
          {
            description: data.recusadas
              .slice(0, 3)
              .map(({ nome, motivo }) => `${nome}: ${motivo}`)
              .join(' '),
          },
        );
      }
    },
  });
  const chosen = (rows ?? []).filter(({ id }) => selection.ids.includes(id));
  const decide = (para: RevisaoEntrevista, motivo: string | null = null) =>
    run({
      params: { id: pesquisaId },
      body: { para, motivo, entrevistas: chosen.map(({ id, revisoes }) => ({ id, visto: revisoes })) },
    });
  if (selection.selectable === 0) return null;
  const none = chosen.length === 0;
  const hopeless = !none && !chosen.some(isApprovable);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" size="sm" onClick={selection.toggleAll}>
        {chosen.length === selection.selectable ? 'Desmarcar todas' : 'Selecionar todas da página'}
      </Button>
      <Button
        size="sm"
        disabled={none || hopeless}
        loading={busy}
        onClick={() => void decide('aprovada').catch(() => undefined)}
      >
        <Check aria-hidden="true" />
        Aprovar{none ? '' : ` (${formatNumber(chosen.length)})`}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="sm" disabled={none || busy}>
            Outra decisão
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => setAsking('em_espera')}>Colocar em espera…</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setAsking('rejeitada')}>Rejeitar…</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void decide('pendente').catch(() => undefined)}>
            Voltar para pendente
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {hopeless ? (
        <p className="text-muted-foreground text-xs">
          Só entrevistas concluídas, recebidas por inteiro e fora da quarentena podem ser aprovadas.
        </p>
      ) : null}
      <DecideDialog
        target={
          asking && {
            para: asking,
            of: plural(chosen.length, 'entrevista selecionada', 'entrevistas selecionadas'),
            decide: (motivo) => decide(asking, motivo),
          }
        }
        onClose={() => setAsking(null)}
      />
    </div>
  );
}
