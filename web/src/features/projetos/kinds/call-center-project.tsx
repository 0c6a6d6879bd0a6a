import type { Selecao } from '@escuta/shared/domain/filters/filtro';
import { plural } from '@escuta/shared/domain/text/in-words';
import { PhoneCall, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BulkRunButton } from '../../../domain/calls/bulk-run-button.tsx';
import { CANAL_LABEL } from '../../../domain/projects/canais.ts';
import { href, paths } from '../../../lib/paths.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Audits } from '../audits-card.tsx';
import { Detail, Insights } from '../project-parts.tsx';
import { ITENS, type Projeto } from '../projeto.ts';

/** Every call with a recording; the user chooses in `BulkRunDialog` whether processed calls are processed again. */
const GRAVADAS: Selecao = { filtro: { campo: 'gravacao', op: 'igual', valor: true }, exceto: [] };

function Details({ projeto }: { projeto: Projeto }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Detalhes</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <dl>
          <Detail label="Status">
            <Badge variant={projeto.isActive ? 'success' : 'neutral'}>
              {projeto.isActive ? 'Ativo' : 'Inativo'}
            </Badge>
          </Detail>
          <Detail label="Última atualização">{formatDateTime(projeto.updated_at)}</Detail>
          <Detail label="Canal do agente">{CANAL_LABEL[projeto.canal_agente]}</Detail>
        </dl>
        <Button asChild className="w-full">
          <Link to={href(paths.ligacoes, { projectId: projeto.id })}>
            <PhoneCall aria-hidden="true" />
            Acessar Ligações
          </Link>
        </Button>
        <BulkRunButton projetoId={projeto.id} selecao={GRAVADAS} className="w-full" />
      </CardContent>
    </Card>
  );
}

/** Notice after the agent's channel was changed: how many processed calls still have the old roles, with a link. */
export function ChannelChanged({ projeto }: { projeto: Projeto }) {
  const { id, tipo_projeto, estatisticas } = projeto;
  const itens = ITENS[tipo_projeto];
  const processed = estatisticas.auditoriasConcluidas;
  if (processed === 0) return null;
  return (
    <Notice role="status" icon={<TriangleAlert aria-hidden="true" />}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          O canal do agente mudou.{' '}
          {plural(
            processed,
            `${itens.um} já processada continua`,
            `${itens.varios} já processadas continuam`,
          )}{' '}
          com os papéis de antes até que a análise seja regenerada (1 crédito cada uma).
        </p>
        {tipo_projeto === 'call_center' ? (
          <Button variant="outline" size="sm" asChild>
            <Link to={`${href(paths.ligacoes, { projectId: id })}?status=concluido`}>
              Selecionar ligações para regenerar a análise
            </Link>
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}

/** Contents of a call-center project (specification 2, §2); an error for projects of other kinds. */
export function CallCenterProject({ projeto }: { projeto: Projeto }) {
  if (projeto.tipo_projeto !== 'call_center') {
    return <ErrorState title="Este componente é destinado apenas para projetos de call center." />;
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <Details projeto={projeto} />
      <Insights
        projeto={projeto}
        empty="Os templates vinculados ao projeto definem os critérios da análise de cada ligação. Sem nenhum template, o processamento usa o crédito e gera só a transcrição e as medidas."
      />
      <div className="min-w-0 lg:col-span-full">
        <Audits projeto={projeto} />
      </div>
    </div>
  );
}
