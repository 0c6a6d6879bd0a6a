import { getInsightAgreement } from '@escuta/shared/contracts/insights/insights';
import { faixaKappa, worstCriterion } from '@escuta/shared/domain/insights/agreement';
import { KAPPA_CADA_RESPOSTA, KAPPA_MINIMO } from '@escuta/shared/domain/intervals/kappa';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { DateBasis } from '../../kit/list/date-basis.tsx';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import type { Data } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { formatNumber, formatShare } from '../../lib/text/format.ts';
import { Card } from '../../ui/card.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { ReviewFilterState } from './filters.ts';
import { PERIODO_FILTER, periodOf } from './periods.ts';
import { ProjectFilter } from './project-filter.tsx';

type Template = Data<typeof getInsightAgreement>['templates'][number];
type Row = Template['criterios'][number];
type Figures = Template['geral'];

/** Rounds to two decimals without a negative zero. */
const twoDecimals = (value: number) => formatNumber(Math.round(value * 100) / 100 || 0, 2);

/** Kappa in plain words with its interval; a dash and the reason, if there are too few judgements. */
export function Kappa({ n, kappa, kappaIntervalo }: Pick<Figures, 'n' | 'kappa' | 'kappaIntervalo'>) {
  if (kappa === null) {
    return (
      <span className="text-muted-foreground">
        -
        {n > 0 ? (
          <span className="text-xs">
            {' '}
            (
            {n < KAPPA_MINIMO
              ? `poucos vereditos: ${formatNumber(n)}`
              : 'a IA ou a pessoa deu quase sempre a mesma resposta'}
            )
          </span>
        ) : null}
      </span>
    );
  }
  return (
    <span>
      <span className="font-medium">{faixaKappa(kappa)}</span>{' '}
      <span className="whitespace-nowrap text-muted-foreground text-xs tabular-nums">
        {twoDecimals(kappa)}
        {kappaIntervalo ? ` (de ${twoDecimals(kappaIntervalo.de)} a ${twoDecimals(kappaIntervalo.ate)})` : ''}
      </span>
    </span>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Critério',
    card: 'title',
    cell: (row) => <span className="break-words font-medium">{row.descricao}</span>,
  },
  { label: 'Avaliações', cell: (row) => formatNumber(row.n), className: 'tabular-nums' },
  { label: 'Concordância', cell: (row) => formatShare(row.concordancia), className: 'tabular-nums' },
  { label: 'Além do acaso (kappa)', cell: (row) => <Kappa {...row} /> },
  {
    label: 'Falsas reprovações',
    cell: (row) => formatShare(row.taxaFalsaReprovacao),
    className: 'tabular-nums',
  },
];

/** Agreement of people with the AI, by template and criterion. */
export function AgreementSection({ filters, bind }: ReviewFilterState) {
  const periodo = periodOf(filters.periodo);
  const query = useQuery(
    apiListQuery(getInsightAgreement, {
      query: {
        periodo,
        ...(filters.data ? { data: filters.data } : {}),
        ...(filters.projeto ? { projetoId: filters.projeto } : {}),
      },
    }),
  );
  const templates = query.data?.data.templates;
  return (
    <div className="grid grid-cols-1 gap-4">
      <search className="flex flex-wrap items-center gap-2.5">
        <ProjectFilter {...bind('projeto')} />
        <DateBasis padrao="revisao" {...bind('data')} />
        <FilterSelect {...PERIODO_FILTER} {...bind('periodo')} />
      </search>
      {query.error && !templates ? (
        <ErrorState
          title="Erro ao buscar estatísticas"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : !templates ? (
        <Skeleton className="h-64 rounded-xl" />
      ) : templates.length === 0 ? (
        <EmptyState
          icon={<Scale />}
          title="Ninguém revisou insights neste período"
          description="Cada veredito da fila de revisão conta aqui, critério por critério."
        />
      ) : (
        templates.map((template) => (
          <TemplateCard key={template.templateId} template={template} stale={query.isPlaceholderData} />
        ))
      )}
      <div className="grid max-w-3xl gap-2 text-muted-foreground text-xs leading-relaxed">
        <p>
          Só contam critérios que a IA e a pessoa responderam com sim ou não, e que têm prova da IA. A fila
          traz os insights mais duvidosos: no conjunto todo, a concordância tende a ser maior que aqui.
        </p>
        <p>
          Kappa de Cohen: quanto as duas respostas combinam além do que o acaso daria; entre parênteses, o
          intervalo de 95%. As palavras são as de Landis e Koch (1977): leve até 0,20; razoável até 0,40;
          moderada até 0,60; substancial até 0,80; quase perfeita acima disso. Só aparece com{' '}
          {formatNumber(KAPPA_MINIMO)} vereditos ou mais, e quando a IA e a pessoa deram cada resposta ao
          menos {formatNumber(KAPPA_CADA_RESPOSTA)} vezes: com menos, o acaso decide. Falsas reprovações:
          parte dos critérios reprovados pela IA que a pessoa considerou atendidos.
        </p>
      </div>
    </div>
  );
}

function TemplateCard({ template, stale }: { template: Template; stale: boolean }) {
  const { geral } = template;
  const worst = worstCriterion(template.criterios);
  return (
    <Card className="relative grid grid-cols-1 gap-4 p-4 sm:p-5">
      <LoadingBar active={stale} label="Carregando a concordância" />
      <div className="grid gap-1">
        <h2 className="break-words font-semibold text-base">{template.nome}</h2>
        <p className="text-muted-foreground text-sm">
          {plural(template.revisados, 'insight revisado', 'insights revisados')}:{' '}
          {plural(template.aprovados, 'aprovado', 'aprovados')},{' '}
          {plural(template.rejeitados, 'rejeitado', 'rejeitados')}
        </p>
      </div>
      {worst ? (
        <p className="text-sm">
          Maior discordância: <strong className="font-semibold">{worst.descricao}</strong> A pessoa concordou
          com a IA em {formatShare(worst.concordancia)} de {plural(worst.n, 'avaliação', 'avaliações')}.
          Concordância além do acaso: <Kappa {...worst} />. Falsas reprovações:{' '}
          {formatShare(worst.taxaFalsaReprovacao)}.
        </p>
      ) : null}
      {geral.n > 0 ? (
        <p className="text-muted-foreground text-sm">
          No conjunto dos critérios, a revisão concordou com a IA em {formatShare(geral.concordancia)} de{' '}
          {plural(geral.n, 'avaliação', 'avaliações')}. O total pode esconder um critério ruim entre os bons.
        </p>
      ) : null}
      {template.criterios.length > 0 ? (
        <DataList
          label={`Critérios de ${template.nome}`}
          rows={template.criterios}
          stale={stale}
          columns={COLUMNS}
        />
      ) : (
        <p className="text-muted-foreground text-sm">
          Nenhum critério foi avaliado pela IA e também por uma pessoa.
        </p>
      )}
    </Card>
  );
}
