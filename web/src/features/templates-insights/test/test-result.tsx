import { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import type { LadoTeste, TesteTemplateWire } from '@escuta/shared/contracts/insights/template-tests';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { AnalysisContext } from '../../../domain/insights/analysis-context.ts';
import { UnprovenBadge } from '../../../domain/insights/evidence.tsx';
import {
  Alertas,
  Confidence,
  CriterioItem,
  NotDone,
  Score,
} from '../../../domain/insights/insight-parts.tsx';
import { countCriterios } from '../../../domain/insights/insights.ts';
import { useClips } from '../../../domain/player/use-clips.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { formatNumber, formatShare, formatUsd } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The draft's findings on the call, beside those of the saved version. */
export function TestResult({ test }: { test: TesteTemplateWire }) {
  const itemId = test.auditoriaItemId;
  const { data: call } = useQuery({
    ...apiQuery(getResultadoCompleto, { params: { id: itemId } }),
    select: ({ data }) => ({ url: data.audioUrl }),
  });
  const { actions } = useClips(call ? { itemId, url: call.url } : null);
  if (test.status === 'pendente' || test.status === 'executando') {
    return (
      <div className="grid grid-cols-1 gap-3">
        <p className="text-muted-foreground text-sm">
          {test.status === 'pendente' ? 'Na fila…' : 'A IA está analisando a ligação…'}
        </p>
        <Skeleton className="h-32 rounded-lg" />
      </div>
    );
  }
  if (!test.resultado) {
    return (
      <div className="grid grid-cols-1 gap-2">
        <NotDone status="erro" motivo={test.motivo} />
        {test.uso.chamadas > 0 ? <TestCost test={test} /> : null}
      </div>
    );
  }
  const { rascunho, salvo } = test.resultado;
  return (
    <AnalysisContext.Provider value={actions}>
      <div className={salvo ? 'grid grid-cols-1 gap-3.5 md:grid-cols-2' : 'grid grid-cols-1'}>
        <Side title="Rascunho" side={rascunho} />
        {salvo ? <Side title={`Versão ${salvo.versao} (salva)`} side={salvo} /> : null}
      </div>
      <TestCost test={test} />
    </AnalysisContext.Provider>
  );
}

function TestCost({ test: { uso, custoUsd } }: { test: TesteTemplateWire }) {
  return (
    <p className="mt-2 text-muted-foreground text-xs tabular-nums">
      Este teste: {plural(uso.chamadas, 'chamada', 'chamadas')} à IA,{' '}
      {formatNumber(uso.tokensEntrada + uso.tokensSaida)} tokens, {formatUsd(custoUsd)}. Nenhum crédito usado.
    </p>
  );
}

function Side({ title, side }: { title: string; side: LadoTeste }) {
  const { uso } = side;
  const { atendidos, aplicaveis } = countCriterios(side.criterios);
  return (
    <article aria-label={title} className="grid grid-cols-1 content-start gap-3 rounded-lg border p-3.5">
      <header className="grid gap-2">
        <div className="flex items-start justify-between gap-2">
          <h4 className="font-semibold text-sm">{title}</h4>
          {side.pontuacao === null ? null : (
            <div className="grid shrink-0 justify-items-end gap-0.5">
              <Score value={side.pontuacao} />
              <span aria-hidden="true" className="text-muted-foreground text-xs">
                Pontuação
              </span>
            </div>
          )}
        </div>
        {side.status === 'concluido' ? (
          <div className="flex flex-wrap gap-1.5">
            <Confidence value={side.scoreConfianca} />
            {side.abaixoDoLimiar ? <Badge variant="warning">Abaixo do threshold</Badge> : null}
            {side.semEvidencia ? <UnprovenBadge /> : null}
          </div>
        ) : null}
        <Costs side={side} />
      </header>
      {side.status === 'erro' ? <NotDone status="erro" motivo={side.motivo} /> : null}
      {side.resumo ? <p className="break-words text-sm leading-relaxed">{side.resumo}</p> : null}
      <Alertas alertas={side.alertas} />
      {side.criterios.length > 0 ? (
        <div className="grid grid-cols-1 gap-2">
          <h5 className="flex items-baseline justify-between font-medium text-sm">
            Critérios
            <span className="font-normal text-muted-foreground text-xs">
              {formatNumber(atendidos)} de {plural(aplicaveis, 'critério atendido', 'critérios atendidos')}
            </span>
          </h5>
          {/* In the form's order, so that both sides can be compared line by line. */}
          <ul className="grid grid-cols-1 gap-2.5">
            {side.criterios.map((criterio) => (
              <CriterioItem key={criterio.id} criterio={criterio} />
            ))}
          </ul>
        </div>
      ) : null}
      {side.origem === 'insight' ? (
        <p className="flex items-start gap-1.5 text-muted-foreground text-xs">
          <Info className="mt-px size-3.5 shrink-0" aria-hidden="true" />
          Resultado da análise atual da ligação, sem novo pedido à IA e sem novo custo
          {uso.chamadas === 0 ? '; o custo daquela análise não está disponível' : ''}.
        </p>
      ) : null}
    </article>
  );
}

/** Labels, as in the form, of the model parameters that some providers do not accept. */
const OMITIDO: Readonly<Record<string, string>> = { temperature: 'Temperature', max_tokens: 'Max Tokens' };

function Costs({ side }: { side: LadoTeste }) {
  const { uso, modelo } = side;
  const facts: [string, string][] = [
    ['Modelo usado', modelo ?? 'Nenhum'],
    ['Tokens', `${formatNumber(uso.tokensEntrada)} + ${formatNumber(uso.tokensSaida)}`],
    ['Custo', formatUsd(side.custoUsd)],
    ['Estimativa do modelo', side.pontuacaoIa === null ? '-' : formatShare(side.pontuacaoIa)],
  ];
  const notes = [
    side.avisoModelo,
    side.parametrosOmitidos.length > 0
      ? `Este modelo não usa ${side.parametrosOmitidos.map((nome) => OMITIDO[nome] ?? nome).join(' e ')}, e o teste foi feito sem ${side.parametrosOmitidos.length === 1 ? 'esse valor' : 'esses valores'}.`
      : null,
    side.semPreco.length > 0
      ? `Não há preço em vigor para ${side.semPreco.join(', ')}, e o custo desse uso contou como zero.`
      : null,
    uso.chamadas > 1 ? 'A primeira resposta da IA veio fora do formato e foi corrigida.' : null,
  ].filter((note) => note !== null);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-xs">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="rounded-md bg-muted px-2 py-1 text-muted-foreground text-xs">
          {note}
        </p>
      ))}
    </div>
  );
}
