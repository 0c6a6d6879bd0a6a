import type { ValidacaoInsight } from '@escuta/shared/contracts/insight-parts';
import { undoInsightValidation, validateInsight } from '@escuta/shared/contracts/insights';
import { getProfile } from '@escuta/shared/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Criterio } from './insights.ts';
import { RejectDialog } from './reject-dialog.tsx';
import type { Verdict } from './verdicts.ts';

interface VerdictPanelProps {
  insightId: string;
  criterios: readonly Criterio[];
  validacao: ValidacaoInsight | null;
  /** While nobody has judged: the buttons alone, to stand in a row. */
  compact?: boolean;
  /** False for an insight that failed: there is nothing to approve, only to acknowledge. */
  hasResult: boolean;
}

/** The person's verdict beside the AI's values, and the buttons that give or take it back. */
export function VerdictPanel({
  insightId,
  criterios,
  validacao,
  hasResult,
  compact = false,
}: VerdictPanelProps) {
  const can = useCan();
  const { data: profile } = useQuery(apiQuery(getProfile));
  const [rejecting, setRejecting] = useState(false);
  const params = { id: insightId };
  const validate = useApiMutation(validateInsight, {
    done: (_answer, { body }) => (body?.veredito === 'rejeitado' ? 'Insight rejeitado' : 'Insight aprovado'),
    failed: 'Erro ao validar insight',
    fallback: 'Tente novamente.',
  });
  const undo = useApiMutation(undoInsightValidation, {
    failed: 'Erro ao desfazer o veredito',
    fallback: 'Tente novamente.',
    onDone: () => toast.info('Veredito desfeito'),
  });
  const give = (verdict: Verdict) => void validate.attempt({ params, body: verdict });
  const busy = validate.busy || undo.busy;
  const own = validacao !== null && validacao.por.id === profile?.data.user.id;
  if (!validacao && !can('result', 'update')) return null;
  const bare = compact && !validacao;
  return (
    <section
      aria-label="Veredito da pessoa"
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
                Validado
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
          {validacao.motivo ? <p className="break-words">Motivo: {validacao.motivo}</p> : null}
          {validacao.observacoes ? <p className="break-words">Observação: {validacao.observacoes}</p> : null}
        </div>
      ) : bare ? null : (
        <p className="text-muted-foreground">Ninguém validou este insight ainda.</p>
      )}
      {validacao ? (
        own && can('result', 'update') ? (
          <Button variant="ghost" size="sm" loading={busy} onClick={() => void undo.attempt({ params })}>
            <Undo2 aria-hidden="true" />
            Desfazer
          </Button>
        ) : null
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
        open={rejecting}
        onClose={() => setRejecting(false)}
        criterios={criterios}
        onReject={(verdict) => {
          setRejecting(false);
          give(verdict);
        }}
      />
    </section>
  );
}
