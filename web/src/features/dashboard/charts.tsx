import { UNIDADES_MINIMO } from '@escuta/shared/domain/intervals/ratio';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Gauge, MessageCircleWarning, PieChart, Smile } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FORMER_MONTHS, STATUS_SERIES, VolumeCard } from '../../domain/calls/volume-card.tsx';
import { RankBars, ShareBars } from '../../kit/charts/bars.tsx';
import { ChartCard, type ChartTable } from '../../kit/charts/chart-card.tsx';
import { RingChart, TrendChart } from '../../kit/charts/lazy.tsx';
import { Legend, Swatch } from '../../kit/charts/patterns.tsx';
import { type ChartPick, PickButton } from '../../kit/charts/pick.tsx';
import { monthDays, monthLabel, type Series } from '../../kit/charts/series.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber, formatShare } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import type { Home, PartState } from './home.ts';
import type { Recorte } from './onde.ts';

const SCORE: Series = { key: 'pontuacao', label: 'Pontuação média', color: 'var(--chart-1)' };
const SENTIMENTS: readonly Series[] = [
  { key: 'positivos', label: 'Positivo', color: 'var(--success)', pattern: 'suave' },
  { key: 'neutros', label: 'Neutro', color: 'var(--muted-foreground)', pattern: 'vazado' },
  { key: 'negativos', label: 'Negativo', color: 'var(--destructive)', pattern: 'listrado' },
];

const percent = (share: number) => formatShare(share);

/** Link from a chart to the report of the same days, counted by the same kind of date as on the home page. */
function ReportLink({
  aba,
  home,
  children,
}: {
  aba: 'volume' | 'qualidade' | 'palavras' | 'sentimento';
  home: Home | undefined;
  children: ReactNode;
}) {
  const first = home?.volumeMensal?.[0]?.mes;
  const asked = new URLSearchParams({
    data: home?.data ?? 'entrada',
    ...(first && { de: monthDays(first).de }),
  });
  return (
    <>
      {children}
      {'. '}
      <Link to={`${href(paths.relatorio, { aba })}?${asked}`} className="focus-ring rounded-sm underline">
        Ver o relatório
      </Link>
    </>
  );
}

/** Makes a chart's table from a part of the response; null (it failed) and undefined (it loads) stay as they are. */
function tableOf<T>(
  part: T | null | undefined,
  make: (part: T) => ChartTable,
): ChartTable | null | undefined {
  if (part === undefined) return undefined;
  return part === null ? null : make(part);
}

function StatusCard({
  home,
  state,
  onPick,
}: {
  home: Home | undefined;
  state: PartState;
  onPick: (asked: Recorte) => void;
}) {
  const counts = home?.statusAuditorias;
  const parts = STATUS_SERIES.map((series) => ({ ...series, value: counts?.[series.key] ?? 0 }));
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const share = (value: number) => formatShare(total === 0 ? 0 : value / total);
  type Part = (typeof parts)[number];
  const pick = ({ key, label, value }: Part): ChartPick => ({
    label: `${label}: ${formatNumber(value)}. Ver onde estão`,
    onPick: () => onPick({ status: key }),
  });
  return (
    <ChartCard
      title="Status das Auditorias"
      description={
        <>
          Todos os itens, inclusive entrevistas, pelo status atual.{' '}
          {total === 0 ? null : (
            <PickButton
              pick={{
                label: `Ver onde estão: ${plural(total, 'item', 'itens')}`,
                onPick: () => onPick({}),
              }}
            >
              Ver onde estão
            </PickButton>
          )}
        </>
      }
      data={tableOf(counts, () => ({
        head: ['Status', 'Itens', 'Percentual'],
        rows: parts.map((part) => ({
          id: part.key,
          cells: [
            part.label,
            part.value === 0 ? '0' : { text: formatNumber(part.value), ...pick(part) },
            share(part.value),
          ],
        })),
      }))}
      empty={
        total === 0 && {
          icon: <PieChart />,
          title: 'Nenhum item ainda',
          description:
            'Registre uma ligação ou faça uma entrevista em um projeto para acompanhar o processamento.',
        }
      }
      {...state}
      legendBeside
      legend={
        <ul className="grid min-w-36 flex-1 gap-2 text-dense">
          {parts.map((part) => (
            <li key={part.key} className="flex items-center gap-2">
              <Swatch series={part} />
              <span className="flex-1">
                {part.value === 0 ? part.label : <PickButton pick={pick(part)}>{part.label}</PickButton>}
              </span>
              <span className="font-medium tabular-nums">{formatNumber(part.value)}</span>
              <span className="w-10 text-right text-muted-foreground text-xs tabular-nums">
                {share(part.value)}
              </span>
            </li>
          ))}
        </ul>
      }
    >
      <div className="size-44">
        <RingChart
          parts={parts}
          onPick={(key) => {
            const part = parts.find((one) => one.key === key);
            if (part) onPick({ status: part.key });
          }}
        />
      </div>
    </ChartCard>
  );
}

/** A mean in words, with its number of calls: '72% (14 gravações)', 'poucas (3 gravações)'; '-' without calls. */
const meanText = ({ valor, n }: { valor: number | null; n: number }): string =>
  valor === null
    ? '-'
    : `${n < UNIDADES_MINIMO ? 'poucas' : formatShare(valor)} (${plural(n, 'gravação', 'gravações')})`;

function QualityCard({
  home,
  state,
  onPick,
}: {
  home: Home | undefined;
  state: PartState;
  onPick: (asked: Recorte) => void;
}) {
  const quality = home?.qualidadeMedia;
  const scored = quality?.meses.reduce((sum, { itens }) => sum + itens, 0) ?? 0;
  // The line of earlier months is drawn only if at least two of them have data.
  const lines =
    (quality?.meses.filter(({ anterior }) => anterior.itens > 0).length ?? 0) > 1 ? [FORMER_MONTHS] : [];
  const ofMonth = (mes: string) =>
    onPick({ nota: 'com', ...monthDays(mes), quando: `em ${monthLabel(mes)}` });
  const scoreOf = ({ pontuacao }: { pontuacao: number | null }) =>
    pontuacao === null ? '-' : formatShare(pontuacao);
  /** A figure of a month in the table; a press shows the recordings of which it is the mean. */
  const cell = ({ mes, itens }: { mes: string; itens: number }, name: string, text: string) =>
    itens === 0
      ? text
      : {
          text,
          label: `${monthLabel(mes)}, ${name}: ${text}. Ver onde estão`,
          onPick: () => ofMonth(mes),
        };
  return (
    <ChartCard
      title="Qualidade Média"
      description={
        <ReportLink aba="qualidade" home={home}>
          {quality && quality.media !== null
            ? `${formatShare(quality.media)} de pontuação média em ${plural(scored, 'gravação avaliada', 'gravações avaliadas')} nos últimos 6 meses`
            : 'Pontuação média das gravações avaliadas'}
          {quality?.amostra
            ? `. Sorteadas: ${meanText(quality.amostra.sorteadas)}; outras: ${meanText(quality.amostra.outras)}`
            : ''}
        </ReportLink>
      }
      data={tableOf(quality, ({ meses }) => ({
        head: ['Mês', 'Pontuação média', 'Gravações avaliadas', ...lines.map(({ label }) => label)],
        rows: meses.map((row) => ({
          id: row.mes,
          cells: [
            monthLabel(row.mes),
            cell(row, 'Pontuação média', scoreOf(row)),
            cell(row, 'Gravações avaliadas', formatNumber(row.itens)),
            ...lines.map(() => cell(row.anterior, 'Pontuação média', scoreOf(row.anterior))),
          ],
        })),
      }))}
      empty={
        scored === 0 && {
          icon: <Gauge />,
          title: 'Nenhuma gravação avaliada',
          description:
            'Vincule templates de insight ao projeto e processe gravações: a pontuação de cada uma aparece aqui.',
        }
      }
      {...state}
      legend={lines.length > 0 ? <Legend series={[SCORE, ...lines]} /> : undefined}
    >
      {/* Absolute, so that the drawing takes the card's height and never sets it: else the card could not shrink. */}
      <div className="relative min-h-44 flex-1">
        <div className="absolute inset-0">
          <TrendChart
            rows={(quality?.meses ?? []).map(({ mes, pontuacao, anterior }) => ({
              nome: monthLabel(mes),
              pontuacao,
              antes: anterior.pontuacao,
            }))}
            category="nome"
            series={SCORE}
            lines={lines}
            format={percent}
            onPick={(index) => {
              const row = quality?.meses[index];
              if (row && row.itens > 0) ofMonth(row.mes);
            }}
          />
        </div>
      </div>
    </ChartCard>
  );
}

function WordsCard({ home, state }: { home: Home | undefined; state: PartState }) {
  const words = home?.palavrasProblematicas;
  const analysed = home?.qualidadeMedia ? home.sentimentoPorProjeto?.length !== 0 : true;
  return (
    <ChartCard
      title="Palavras Problemáticas"
      description={
        <ReportLink aba="palavras" home={home}>
          Ofensas mais ditas nos últimos 90 dias
        </ReportLink>
      }
      data={tableOf(words, (rows) => ({
        head: ['Palavra', 'Ocorrências', 'Gravações'],
        rows: rows.map(({ termo, ocorrencias, ligacoes }) => ({
          id: termo,
          cells: [termo, formatNumber(ocorrencias), formatNumber(ligacoes)],
        })),
      }))}
      empty={
        words?.length === 0 && {
          icon: <MessageCircleWarning />,
          title: 'Nenhuma palavra ofensiva',
          description: analysed
            ? 'Nenhuma ofensa foi ouvida nas gravações analisadas dos últimos 90 dias.'
            : 'Ofensas ouvidas nas gravações processadas aparecem aqui, da mais dita à menos dita.',
        }
      }
      {...state}
    >
      <RankBars
        color="var(--chart-3)"
        rows={(words ?? []).map(({ termo, ocorrencias, ligacoes }) => ({
          label: termo,
          value: ocorrencias,
          hint: `em ${plural(ligacoes, 'gravação', 'gravações')}`,
        }))}
      />
    </ChartCard>
  );
}

function SentimentCard({ home, state }: { home: Home | undefined; state: PartState }) {
  const projects = home?.sentimentoPorProjeto;
  return (
    <ChartCard
      title="Sentimento por Projeto"
      description={
        <ReportLink aba="sentimento" home={home}>
          Do cliente ou do entrevistado, nas gravações analisadas dos últimos 6 meses
        </ReportLink>
      }
      data={tableOf(projects, (rows) => ({
        head: ['Projeto', ...SENTIMENTS.map(({ label }) => label)],
        rows: rows.map(({ id, nome, positivos, neutros, negativos }) => ({
          id,
          cells: [nome, formatNumber(positivos), formatNumber(neutros), formatNumber(negativos)],
        })),
      }))}
      empty={
        projects?.length === 0 && {
          icon: <Smile />,
          title: 'Nenhuma gravação analisada',
          description:
            'Processe gravações com a análise de texto ligada para ver como clientes e entrevistados se sentem.',
        }
      }
      {...state}
    >
      <ShareBars
        series={SENTIMENTS}
        rows={(projects ?? []).map(({ id, nome, positivos, neutros, negativos }) => ({
          id,
          label: nome,
          values: { positivos, neutros, negativos },
        }))}
      />
      <div className="mt-auto">
        <Legend series={SENTIMENTS} />
      </div>
    </ChartCard>
  );
}

/** The five charts of the home (specification 1, §2.6). */
export function HomeCharts({
  home,
  state,
  onPick,
}: {
  home: Home | undefined;
  state: PartState;
  /** Shows the items that a clicked figure counts. */
  onPick: (asked: Recorte) => void;
}) {
  const project = home?.projetosAtivos?.find(
    ({ tipo_projeto, exemplo }) => tipo_projeto === 'call_center' && !exemplo,
  );
  return (
    <>
      <VolumeCard
        title="Volume de Auditorias (Últimos 6 Meses)"
        description={
          <ReportLink aba="volume" home={home}>
            {home?.data === 'ligacao'
              ? 'Itens de cada mês pela data da ligação'
              : 'Itens registrados em cada mês'}
            ,{' com o status atual'}
          </ReportLink>
        }
        months={home?.volumeMensal}
        onPick={onPick}
        emptyAction={
          project ? (
            <Button variant="outline" asChild>
              <Link to={href(paths.ligacoes, { projectId: project.id })}>Registrar ligações</Link>
            </Button>
          ) : undefined
        }
        {...state}
      />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <StatusCard home={home} state={state} onPick={onPick} />
        <QualityCard home={home} state={state} onPick={onPick} />
        <WordsCard home={home} state={state} />
        <SentimentCard home={home} state={state} />
      </div>
    </>
  );
}
