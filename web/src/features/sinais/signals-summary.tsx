import type { ResumoDeSinais } from '@escuta/shared/contracts/surveys/sinais';
import { TEXTO_DO_SINAL } from '@escuta/shared/domain/interview/signals/kinds';
import { plural } from '@escuta/shared/domain/text/in-words';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';

/** For each kind of signal in the survey, what was measured and how often it appears, or why it was not computed. */
function Kinds({ resumo }: { resumo: ResumoDeSinais }) {
  return (
    <ul aria-label="Indicadores" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {resumo.calculos.map(({ tipo, n, d, nao_calculado }) => (
        <li key={tipo} className="grid content-start gap-1 rounded-md border p-3 text-sm">
          <span className="font-medium">{TEXTO_DO_SINAL[tipo].nome}</span>
          {nao_calculado === null ? (
            <span className="tabular-nums">
              Aparece em {formatNumber(n)} de {plural(d, 'entrevista', 'entrevistas')}
            </span>
          ) : (
            <span>
              <Badge>Não calculado</Badge> {nao_calculado}
            </span>
          )}
          <span className="text-muted-foreground text-xs">{TEXTO_DO_SINAL[tipo].medida}</span>
        </li>
      ))}
    </ul>
  );
}

/** Interviewers with signals, those beyond chance (`listado`) first. A name is a link; a number filters the list. */
function People({
  resumo,
  agente,
  onAgente,
}: {
  resumo: ResumoDeSinais;
  agente: string;
  onAgente: (id: string) => void;
}) {
  const listed = resumo.entrevistadores.filter(({ listado }) => listado);
  if (resumo.entrevistadores.length === 0)
    return <p className="text-muted-foreground text-sm">Nenhum entrevistador tem sinais.</p>;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <p className="text-sm">
        {listed.length === 0
          ? 'Nenhum entrevistador tem sinais além do acaso: há ocorrências isoladas, que podem ser coincidência.'
          : `${plural(listed.length, 'entrevistador tem', 'entrevistadores têm')} sinais além do acaso. Um sinal não é uma acusação: ouça as gravações antes de concluir.`}
      </p>
      <ul aria-label="Entrevistadores com sinais" className="flex flex-wrap gap-2">
        {resumo.entrevistadores.map(({ id, nome, listado, familias, sinais }) => {
          const figures = `${listado ? plural(familias, 'tipo de sinal', 'tipos de sinal') : 'pode ser coincidência'} · ${plural(sinais, 'sinal', 'sinais')}`;
          return (
            <li
              key={id}
              className="flex min-w-0 max-w-full items-center gap-1 rounded-md border py-0.5 pr-0.5 pl-2.5"
            >
              <AgentLink agente={{ id, nome }} className="min-w-0 truncate font-medium text-sm" />
              <Button
                variant={agente === id ? 'secondary' : 'ghost'}
                size="sm"
                className="shrink-0 text-muted-foreground text-xs tabular-nums max-sm:min-h-11"
                aria-pressed={agente === id}
                aria-label={`${nome}, ${figures}: filtrar a lista`}
                onClick={() => onAgente(agente === id ? '' : id)}
              >
                {figures}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Summary of a survey's signals: the kinds of signals, and the interviewers who have some. */
export function SignalsSummary(props: {
  resumo: ResumoDeSinais;
  agente: string;
  onAgente: (id: string) => void;
}) {
  const { resumo } = props;
  if (resumo.calculado_em === null) {
    return (
      <Notice variant="info">
        {resumo.recalculando
          ? 'Os sinais desta pesquisa estão sendo calculados: a página se atualiza automaticamente.'
          : 'Ainda não há entrevistas concluídas nesta pesquisa: os sinais serão calculados quando houver.'}
      </Notice>
    );
  }
  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-5">
      <p className="text-muted-foreground text-sm">
        Sinais calculados em {formatDateTime(resumo.calculado_em)}, sobre{' '}
        {plural(resumo.entrevistas, 'entrevista concluída', 'entrevistas concluídas')}
        {resumo.recalculando ? '; os dados mudaram e os sinais estão sendo recalculados' : ''}. As regras
        podem ser contornadas: a ausência de sinais não prova honestidade.
      </p>
      <People {...props} />
      <Kinds resumo={resumo} />
    </Card>
  );
}
