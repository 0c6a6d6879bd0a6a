import {
  getRevisoesDaEntrevista,
  reviewEntrevista,
} from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DecideDialog, type Motivada } from '../../../domain/survey/state/decide-dialog.tsx';
import { ReviewBadge } from '../../../domain/survey/state/review-state.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../section.tsx';

/**
 * Decisions on an interview, each with person and reason. Managers who did not conduct the interview also get the form
 * for the next decision.
 */
export function InterviewReview({ entrevistaId }: { entrevistaId: string }) {
  const mayDecide = useCan()('project', 'delete');
  const [open, setOpen] = useState(true);
  const [asking, setAsking] = useState<Motivada | null>(null);
  const { data } = useQuery({
    ...apiQuery(getRevisoesDaEntrevista, { params: { id: entrevistaId } }),
    select: (answer) => answer.data,
  });
  const decide = useApiMutation(reviewEntrevista, { failed: null });
  const direct = useApiMutation(reviewEntrevista, { failed: 'Erro ao mudar o status' });
  if (!data) return null;
  const { revisao, revisoes, propria, impedimento, historico, pesquisa_id } = data;
  const input = (para: RevisaoEntrevista, motivo: string | null) => ({
    params: { id: entrevistaId },
    body: { para, motivo, visto: revisoes },
  });
  const at = (para: RevisaoEntrevista) => void direct.attempt(input(para, null));
  return (
    <Section
      title="Revisão da entrevista"
      summary={<ReviewBadge revisao={revisao} />}
      open={open}
      onOpenChange={setOpen}
    >
      <div className="grid gap-4">
        {mayDecide && propria ? (
          <p className="text-muted-foreground text-sm">
            Você fez esta entrevista: outra pessoa precisa decidir sobre ela.
          </p>
        ) : null}
        {mayDecide && !propria ? (
          <div className="flex flex-wrap gap-2">
            {revisao === 'aprovada' || impedimento !== null ? null : (
              <Button size="sm" loading={direct.busy} onClick={() => at('aprovada')}>
                <Check aria-hidden="true" />
                Aprovar
              </Button>
            )}
            {revisao === 'em_espera' ? null : (
              <Button
                variant="outline"
                size="sm"
                disabled={direct.busy}
                onClick={() => setAsking('em_espera')}
              >
                Colocar em espera
              </Button>
            )}
            {revisao === 'rejeitada' ? null : (
              <Button
                variant="outline"
                size="sm"
                disabled={direct.busy}
                onClick={() => setAsking('rejeitada')}
              >
                Rejeitar
              </Button>
            )}
            {revisao === 'pendente' ? null : (
              <Button variant="ghost" size="sm" disabled={direct.busy} onClick={() => at('pendente')}>
                Voltar para pendente
              </Button>
            )}
          </div>
        ) : null}
        {mayDecide && !propria && impedimento !== null ? (
          <p className="text-muted-foreground text-sm">{impedimento}</p>
        ) : null}
        {historico.length === 0 ? (
          <p className="text-muted-foreground text-sm">Nenhuma decisão ainda.</p>
        ) : (
          <ol aria-label="Histórico da revisão" className="grid gap-3 text-sm">
            {historico.map((one) => (
              <li key={one.n} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <ReviewBadge revisao={one.para} />
                  <span className="text-muted-foreground">
                    {one.por.nome}, {formatDateTime(one.em)}
                  </span>
                </span>
                {one.motivo ? <span className="whitespace-pre-line break-words">{one.motivo}</span> : null}
                {one.origem && mayDecide ? (
                  <Link
                    to={href(one.origem.tipo === 'sinal' ? paths.sinaisDaPesquisa : paths.campoDaPesquisa, {
                      id: pesquisa_id,
                    })}
                    className="focus-ring touch-target w-fit rounded-sm text-primary-text text-xs underline-offset-4 hover:underline"
                  >
                    {one.origem.tipo === 'sinal' ? 'Ver os sinais da pesquisa' : 'Ver a verificação'}
                  </Link>
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </div>
      <DecideDialog
        target={
          asking && {
            para: asking,
            of: 'Esta entrevista',
            decide: (motivo) => decide.run(input(asking, motivo)),
          }
        }
        onClose={() => setAsking(null)}
      />
    </Section>
  );
}
