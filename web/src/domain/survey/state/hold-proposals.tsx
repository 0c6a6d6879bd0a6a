import {
  listPropostas,
  type PropostaDeRevisao,
  REVISAO_MAX,
  reviewEntrevista,
  reviewEntrevistas,
} from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import { TEXTO_DO_SINAL } from '@escuta/shared/domain/interview/signals/kinds';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { CirclePause, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatDateTime, formatStart } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { Notice } from '../../../ui/notice.tsx';

type Cause = { verificacao_id?: string; sinal_id?: string };

/** Requests the proposed decisions on a survey's interviews; with `cause`, only those that have this cause. */
export function useHoldProposals(pesquisaId: string, cause: Cause = {}, enabled = true) {
  return useQuery({
    ...apiQuery(listPropostas, { params: { id: pesquisaId }, query: cause }),
    select: (answer) => answer.data,
    enabled,
  });
}

/**
 * Proposed decisions on interviews, from calls to respondents and from confirmed signals; nothing changes until a
 * person decides. Draws nothing without proposals.
 */
export function HoldProposals({ pesquisaId, cause = {} }: { pesquisaId: string; cause?: Cause }) {
  const { data = [] } = useHoldProposals(pesquisaId, cause);
  if (data.length === 0) return null;
  return (
    <ul aria-label="Propostas" className="grid gap-3">
      {data.map((proposta) => (
        <li key={`${proposta.para} ${proposta.origem.tipo} ${proposta.origem.id}`}>
          <Proposal pesquisaId={pesquisaId} proposta={proposta} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Title of a proposal: 'Não foi entrevistado, no recontato', 'Resposta digitada antes da pergunta, Nilo: sinal confirmado
 * por duas pessoas'.
 */
function titleOf({ para, origem: { tipo, sinal } }: PropostaDeRevisao): string {
  const kind = sinal ? TEXTO_DO_SINAL[sinal.tipo].nome : 'Sinal';
  const name = sinal?.agente ? `${kind}, ${sinal.agente}` : kind;
  if (para === 'pendente') {
    return tipo === 'verificacao'
      ? 'O recontato teve outro resultado'
      : `${name}: o sinal não está mais confirmado`;
  }
  return tipo === 'verificacao'
    ? 'Recontato: não foi entrevistado'
    : `${name}: sinal confirmado por duas pessoas`;
}

export function Proposal({
  pesquisaId,
  proposta,
  onDone,
}: {
  pesquisaId: string;
  proposta: PropostaDeRevisao;
  onDone?: () => void;
}) {
  const { para, origem, entrevistas, total } = proposta;
  const field = useId();
  const holds = para === 'em_espera';
  const [motivo, setMotivo] = useState(proposta.motivo);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const open = entrevistas.filter(({ propria }) => !propria);
  const chosen = open.filter(({ id }) => !left.has(id));
  const only = open.length === 1 && entrevistas.length === 1 ? open[0] : undefined;
  const said = (n: number) =>
    toast.success(
      holds
        ? plural(n, 'entrevista colocada em espera.', 'entrevistas colocadas em espera.')
        : plural(n, 'entrevista voltou a ficar pendente.', 'entrevistas voltaram a ficar pendentes.'),
    );
  const one = useApiMutation(reviewEntrevista, {
    failed: 'Erro ao mudar o status',
    onDone: () => {
      said(1);
      onDone?.();
    },
  });
  const many = useApiMutation(reviewEntrevistas, {
    failed: 'Erro ao mudar o status',
    onDone: ({ data }) => {
      if (data.alteradas > 0) said(data.alteradas);
      const [first] = data.recusadas;
      if (first) {
        toast.error(
          plural(
            data.recusadas.length,
            'entrevista não mudou de status',
            'entrevistas não mudaram de status',
          ),
          {
            description: `${first.nome || 'Sem nome'}: ${first.motivo}`,
          },
        );
      }
      onDone?.();
    },
  });
  const busy = one.busy || many.busy;
  const decision = {
    para,
    motivo: motivo.trim() || null,
    ...(holds ? { origem: { tipo: origem.tipo, id: origem.id } } : {}),
  };
  const decide = (): void => {
    if (only) {
      void one.attempt({ params: { id: only.id }, body: { ...decision, visto: only.visto } });
      return;
    }
    void many.attempt({
      params: { id: pesquisaId },
      body: { ...decision, entrevistas: chosen.map(({ id, visto }) => ({ id, visto })) },
    });
  };
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <section
      aria-label={titleOf(proposta)}
      className="grid gap-3 rounded-lg border border-warning/50 bg-warning/5 p-4"
    >
      <div className="grid gap-0.5">
        <p className="break-words font-medium text-sm">{titleOf(proposta)}</p>
        <p className="text-muted-foreground text-xs">
          {holds
            ? 'Em espera, a entrevista sai dos números, das cotas e do mapa até a decisão. Você pode desfazer a espera quando quiser.'
            : 'A causa da espera mudou. A entrevista continua fora dos números até você decidir.'}
          {origem.em ? ` Causa registrada em ${formatDateTime(origem.em)}.` : ''}
        </p>
      </div>
      <ul aria-label="Entrevistas" className="grid max-h-72 gap-1 overflow-y-auto">
        {entrevistas.map((entrevista) => {
          const { id, item_id, nome, entrevistador, em, inicio_precisao, propria } = entrevista;
          const name = nome || 'Sem nome';
          return (
            <li key={id} className="flex min-w-0 items-start gap-2.5 text-sm max-sm:min-h-11 max-sm:py-1.5">
              {only ? null : (
                <Checkbox
                  className="mt-0.5"
                  aria-label={`Selecionar a entrevista ${nome ? `de ${nome}` : 'sem nome'}`}
                  checked={!propria && !left.has(id)}
                  disabled={propria || busy}
                  onCheckedChange={() => toggle(id)}
                />
              )}
              <span className="min-w-0">
                {item_id ? (
                  <Link
                    to={href(paths.analiseLigacao, { itemId: item_id })}
                    className="focus-ring break-words rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                  >
                    {name}
                  </Link>
                ) : (
                  <span className="break-words font-medium">{name}</span>
                )}
                <span className="block text-muted-foreground text-xs">
                  {[entrevistador ?? 'Sem entrevistador', formatStart(em, inicio_precisao)].join(' · ')}
                  {propria ? ' · feita por você: outra pessoa decide' : ''}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {total > entrevistas.length ? (
        <p className="text-muted-foreground text-xs">
          Aqui estão as primeiras {REVISAO_MAX} de {plural(total, 'entrevista', 'entrevistas')}. As outras
          aparecem quando você decidir sobre estas.
        </p>
      ) : null}
      {open.length === 0 ? (
        <Notice variant="info">
          {entrevistas.length === 1
            ? 'Você fez esta entrevista: outra pessoa precisa decidir sobre ela.'
            : 'Você fez estas entrevistas: outra pessoa precisa decidir sobre elas.'}
        </Notice>
      ) : (
        <>
          <div className="grid gap-1.5">
            <Label htmlFor={field}>Motivo</Label>
            <Textarea
              id={field}
              rows={2}
              maxLength={1000}
              value={motivo}
              disabled={busy}
              onChange={(event) => setMotivo(event.target.value)}
            />
          </div>
          <Button
            className="justify-self-start max-sm:w-full"
            loading={busy}
            disabled={chosen.length === 0 || (holds && motivo.trim() === '')}
            onClick={decide}
          >
            {holds ? <CirclePause aria-hidden="true" /> : <Undo2 aria-hidden="true" />}
            {holds ? 'Colocar em espera' : 'Voltar para pendente'}
            {only ? '' : ` (${chosen.length})`}
          </Button>
        </>
      )}
    </section>
  );
}
