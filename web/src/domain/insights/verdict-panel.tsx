import { getProfile } from '@escuta/shared/contracts/accounts/users';
import type { ValidacaoInsight } from '@escuta/shared/contracts/insights/insight-parts';
import { undoInsightValidation, validateInsight } from '@escuta/shared/contracts/insights/insights';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Criterio } from './insights.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReplaceVerdictDialog } from './replace-verdict-dialog.tsx';
import { reasonOf, type Verdict, type VereditoAnterior, verdictInTheWay } from './verdicts.ts';

interface VerdictPanelProps {
  insightId: string;
  criterios: readonly Criterio[];
  validacao: ValidacaoInsight | null;
  /** True to draw only the buttons, in a row, while there is no verdict. */
  compact?: boolean;
  /** False for a failed insight: a person can only acknowledge it. */
  hasResult: boolean;
  /** The insight's template, if the page shows several. */
  template?: string;
  /** The criteria whose correction the page's address asks for. */
  correction?: Correction | null;
}

export type Correction = { criterios: readonly string[]; close: () => void };

/** The person's verdict beside the AI's values, with buttons to give and to withdraw it. */
export function VerdictPanel({
  insightId,
  criterios,
  validacao,
  hasResult,
  compact = false,
  template,
  correction = null,
}: VerdictPanelProps) {
  const can = useCan();
  const { data: profile } = useQuery(apiQuery(getProfile));
  const [rejecting, setRejecting] = useState(false);
  const params = { id: insightId };
  /** The verdict that the person wants to give, and the verdict in force, which the dialog shows first. */
  const [asked, setAsked] = useState<{ verdict: Verdict; first: VereditoAnterior } | null>(null);
  const validate = useApiMutation(validateInsight, {
    done: (_answer, { body }) => (body?.veredito === 'rejeitado' ? 'Insight rejeitado' : 'Insight aprovado'),
    failed: null,
  });
  const undo = useApiMutation(undoInsightValidation, {
    failed: 'Erro ao desfazer o veredito',
    fallback: 'Tente novamente.',
    onDone: () => toast.info('Veredito desfeito'),
  });
  /** Sends a verdict. @throws if the server refuses; a toast tells why, or a dialog asks about the existing verdict */
  const send = async (verdict: Verdict): Promise<void> => {
    try {
      await validate.run({ params, body: verdict });
      setAsked(null);
    } catch (error) {
      const first = verdictInTheWay(error);
      setAsked(first && { verdict, first });
      if (!first) {
        toast.error('Erro ao validar insight', { description: errorMessage(error, 'Tente novamente.') });
      }
      throw error;
    }
  };
  const busy = validate.busy || undo.busy;
  const own = validacao !== null && validacao.por.id === profile?.data.user.id;
  const [again, setAgain] = useState(false);
  const give = (verdict: Verdict): void => {
    setAgain(false);
    if (validacao) setAsked({ verdict, first: { ...validacao, proprio: own, nome: validacao.por.nome } });
    else void send(verdict).catch(() => undefined);
  };
  const mayJudge = can('result', 'update');
  if (!validacao && !mayJudge) return null;
  // Waits for the profile, which tells whether the person gave the verdict in force, whose reason is then filled in.
  const correcting = mayJudge && hasResult && profile ? correction : null;
  const leave = (): void => {
    setRejecting(false);
    correcting?.close();
  };
  const bare = compact && !validacao;
  const reason = validacao && reasonOf(validacao, criterios);
  return (
    <section
      aria-label={template ? `Veredito da pessoa: ${template}` : 'Veredito da pessoa'}
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm',
        !bare && 'rounded-md bg-muted px-3 py-2',
      )}
    >
      {validacao ? (
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap items-center gap-2">
            {validacao.veredito === 'aprovado' ? (
              <Badge variant="success">
                <CircleCheck aria-hidden="true" />
                Aprovado
              </Badge>
            ) : (
              <Badge variant="destructive">
                <CircleX aria-hidden="true" />
                Rejeitado
              </Badge>
            )}
            <span className="text-muted-foreground text-xs">
              {validacao.por.nome ?? 'Conta excluída'} · {formatDateTime(validacao.em)}
            </span>
          </p>
          {reason ? <p className="break-words">Motivo: {reason}</p> : null}
          {validacao.inteiro && hasResult ? (
            <p className="text-muted-foreground text-xs">O insight inteiro está fora das médias.</p>
          ) : null}
          {validacao.observacoes ? <p className="break-words">Observação: {validacao.observacoes}</p> : null}
        </div>
      ) : bare ? null : (
        <p className="text-muted-foreground">Ninguém validou este insight ainda.</p>
      )}
      {validacao && !again ? (
        !mayJudge ? null : own ? (
          <Button
            variant="ghost"
            size="sm"
            loading={busy}
            onClick={() => void undo.attempt({ params, query: { dado_em: validacao.em } })}
          >
            <Undo2 aria-hidden="true" />
            Desfazer
          </Button>
        ) : (
          <Button variant="ghost" size="sm" onClick={() => setAgain(true)}>
            Alterar veredito
          </Button>
        )
      ) : (
        <div className="flex gap-2">
          {hasResult ? (
            <Button variant="outline" size="sm" disabled={busy} onClick={() => setRejecting(true)}>
              Rejeitar
            </Button>
          ) : null}
          <Button size="sm" loading={busy} onClick={() => give({ veredito: 'aprovado' })}>
            {hasResult ? 'Aprovar' : 'Marcar como visto'}
          </Button>
        </div>
      )}
      <RejectDialog
        open={rejecting || correcting !== null}
        onClose={leave}
        criterios={criterios}
        {...(correcting ? { correction: { marked: correcting.criterios, earlier: validacao, own } } : {})}
        onGive={(verdict) => {
          leave();
          // A person's own notes stay with the corrected verdict.
          const observacoes = own ? validacao.observacoes : null;
          give({ ...verdict, ...(observacoes ? { observacoes } : {}) });
        }}
      />
      <ReplaceVerdictDialog
        first={asked?.first ?? null}
        onClose={() => setAsked(null)}
        onReplace={() => (asked ? send({ ...asked.verdict, substitui: asked.first.id }) : undefined)}
      />
    </section>
  );
}
