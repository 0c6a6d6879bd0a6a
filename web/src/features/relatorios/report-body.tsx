import type {
  GrupoWire,
  NumeroWire,
  Relatorio,
  RelatorioWire,
  SerieWire,
} from '@escuta/shared/contracts/insights/relatorios';
import { UNIDADES_MINIMO } from '@escuta/shared/domain/intervals/ratio';
import type { Passo } from '@escuta/shared/domain/reports/period';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ChartColumn } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { ChartCard } from '../../kit/charts/chart-card.tsx';
import { ColumnsChart, TrendChart } from '../../kit/charts/lazy.tsx';
import { Legend } from '../../kit/charts/patterns.tsx';
import type { Series } from '../../kit/charts/series.ts';
import { cn } from '../../lib/utils.ts';
import { Card, CardTitle } from '../../ui/card.tsx';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import {
  differenceOf,
  formatFigure,
  formatMean,
  hasFigures,
  listAddress,
  stepLabel,
  tickLabel,
} from './figures.ts';
import { linesOf } from './lines.ts';

/** A number as a link to the counted rows; plain text if the number is zero. */
export function Figure({
  of,
  className,
}: {
  of: Pick<NumeroWire, 'nome' | 'valor' | 'unidade' | 'n' | 'lista' | 'filtro'>;
  className?: string | undefined;
}) {
  const text = formatFigure(of.valor, of.unidade);
  if (of.n === 0) return <span className={className}>{text}</span>;
  const rows =
    of.lista === 'ligacoes' ? plural(of.n, 'ligação', 'ligações') : plural(of.n, 'lançamento', 'lançamentos');
  return (
    <Link
      to={listAddress(of)}
      aria-label={`${of.nome}: ${text}. Ver ${rows}`}
      className={cn(
        'focus-ring touch-target rounded-sm underline decoration-dotted underline-offset-4 hover:text-primary-text hover:decoration-solid',
        className,
      )}
    >
      {text}
    </Link>
  );
}

/** Details below a number: its 95 % interval, and its value in the previous period. */
function FigureDetails({ of }: { of: NumeroWire }) {
  const difference = differenceOf(of);
  return (
    <>
      {of.intervalo ? (
        <p className="text-muted-foreground text-xs tabular-nums">
          Intervalo de 95%: {formatFigure(of.intervalo.de, of.unidade)} a{' '}
          {formatFigure(of.intervalo.ate, of.unidade)}
        </p>
      ) : of.unidade === 'nota' && of.n > 0 && of.n < UNIDADES_MINIMO ? (
        <p className="text-muted-foreground text-xs">
          {plural(of.n, 'pontuação', 'pontuações')}: é pouco para calcular o intervalo
        </p>
      ) : null}
      <p className="text-muted-foreground text-xs tabular-nums">
        Antes:{' '}
        <Figure
          of={{ ...of, ...of.anterior, nome: `${of.nome}, período anterior` }}
          // Lets the touch area overlap the lines around it, so that the line does not become taller.
          className="max-sm:-my-4 max-sm:min-w-0"
        />
        {difference ? <span className="font-medium text-foreground"> ({difference.text})</span> : null}
      </p>
    </>
  );
}

function Cards({ numeros }: { numeros: readonly NumeroWire[] }) {
  if (numeros.length === 0) return null;
  return (
    // Puts five cards in a single row, because the fifth would otherwise stand alone below four.
    <ul
      className={cn('grid gap-4 sm:grid-cols-2', numeros.length === 5 ? 'xl:grid-cols-5' : 'xl:grid-cols-4')}
    >
      {numeros.map((one) => (
        <li key={one.chave}>
          <Card className="grid h-full content-start gap-1 p-4">
            <p className="text-muted-foreground text-sm">{one.nome}</p>
            <p className="font-semibold text-2xl tabular-nums tracking-tight">
              <Figure of={one} />
            </p>
            <FigureDetails of={one} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

const COLOURS: Readonly<Record<string, Pick<Series, 'color' | 'pattern'>>> = {
  concluido: { color: 'var(--success)', pattern: 'suave' },
  positivo: { color: 'var(--success)', pattern: 'suave' },
  processando: { color: 'var(--chart-1)', pattern: 'pontilhado' },
  neutro: { color: 'var(--muted-foreground)', pattern: 'vazado' },
  pendente: { color: 'var(--muted-foreground)', pattern: 'vazado' },
  erro: { color: 'var(--destructive)', pattern: 'listrado' },
  negativo: { color: 'var(--destructive)', pattern: 'listrado' },
};
const lookOf = (chave: string): Series => ({
  key: chave,
  label: '',
  ...(COLOURS[chave] ?? { color: 'var(--chart-1)' }),
});

interface BodyProps {
  aba: Relatorio;
  report: RelatorioWire;
  onRetry: () => void;
  retrying: boolean;
}

/**
 * A chart of series: parts of a whole as stacked columns, a share or score as a line. Adds a line of the previous
 * period and, for daily points, lines of 7-day means.
 */
function SeriesCard({
  title,
  series,
  passo,
  onRetry,
  retrying,
}: {
  title: string;
  series: readonly SerieWire[];
  passo: Passo;
  onRetry: () => void;
  retrying: boolean;
}) {
  const navigate = useNavigate();
  const [first] = series;
  if (!first) return null;
  const looks = series.map((one): Series => ({ ...lookOf(one.chave), label: one.nome }));
  const { lines, values } = linesOf(series, passo);
  const mean = lines.find(({ key }) => key === 'media');
  const rows = first.pontos.map((ponto, index) => ({
    nome: tickLabel(ponto, passo),
    ...Object.fromEntries(series.map((one) => [one.chave, one.pontos[index]?.valor ?? null])),
    ...values[index],
  }));
  const asLine = first.unidade === 'nota' || first.unidade === 'parte';
  const open = (row: number, chave: string) => {
    const point = series.find((one) => one.chave === chave)?.pontos[row];
    if (point && point.n > 0) navigate(listAddress(point));
  };
  return (
    <ChartCard
      title={title}
      data={{
        head: [
          'Dias',
          ...series.flatMap((one) => [one.nome, `${one.nome}, antes`]),
          ...(mean ? [mean.label] : []),
        ],
        rows: first.pontos.map((ponto, index) => ({
          id: ponto.de,
          cells: [
            stepLabel(ponto),
            ...series.flatMap((one) => {
              const point = one.pontos[index];
              if (!point) return [];
              const cell = (of: Pick<typeof point, 'valor' | 'n' | 'lista' | 'filtro'>, when: string) => {
                const text = formatFigure(of.valor, one.unidade);
                return of.n > 0
                  ? {
                      text,
                      label: `${one.nome}, ${stepLabel(point)}${when}: ${text}. Ver a lista`,
                      onPick: () => navigate(listAddress(of)),
                    }
                  : text;
              };
              return [cell(point, ''), cell(point.anterior, ', período anterior')];
            }),
            ...(mean ? [formatMean(values[index]?.media ?? null, first.unidade)] : []),
          ],
        })),
      }}
      empty={
        !series.some(hasFigures) && {
          icon: <ChartColumn />,
          title: 'Nada neste período',
          description: 'Selecione outro período ou remova filtros.',
        }
      }
      onRetry={onRetry}
      retrying={retrying}
      legend={series.length + lines.length > 1 ? <Legend series={[...looks, ...lines]} /> : undefined}
    >
      <div className="relative min-h-60 flex-1">
        <div className="absolute inset-0">
          {asLine ? (
            <TrendChart
              rows={rows}
              category="nome"
              series={looks[0] as Series}
              lines={lines}
              format={(value) => formatFigure(value, first.unidade)}
              tickOf={(name) => name}
              onPick={(row) => open(row, first.chave)}
            />
          ) : (
            <ColumnsChart
              rows={rows}
              category="nome"
              series={looks}
              lines={lines}
              stacked
              // The chart's own format (whole numbers, no unit) would hide most costs, which are below US$ 1.
              format={first.unidade === 'usd' ? (value) => formatFigure(value, 'usd') : undefined}
              formatLine={(value) => formatMean(value, first.unidade)}
              onPick={open}
            />
          )}
        </div>
      </div>
    </ChartCard>
  );
}

/** Column heading for the parts of a group whose title does not name them. */
const GRUPO_COLUNA: Readonly<Record<string, string>> = {
  projetos: 'Projeto',
  amostra: 'Ligações',
  distribuicao: 'Pontuação',
  etapa: 'Etapa',
  modelo: 'Modelo',
  creditos: 'Lançamento',
  criterios: 'Critério',
  templates: 'Template',
  direcao: 'Direção',
  dia_semana: 'Dia',
  hora: 'Hora',
};

/** Groups drawn as a chart, because their parts have an order. The function shortens a part's name for its column. */
const DESENHADOS: Readonly<Record<string, (nome: string) => string>> = {
  distribuicao: (nome) => nome.split(' ')[0] ?? nome,
  dia_semana: (nome) => nome.slice(0, 3),
  hora: (nome) => nome,
};
const PART_SERIES: readonly Series[] = [
  { key: 'agora', label: 'Período', color: 'var(--chart-1)' },
  { key: 'antes', label: 'Período anterior', color: 'var(--muted-foreground)', pattern: 'vazado' },
];

/** Chart of a group, with columns beside those of the previous period; its table has all figures. */
function DrawnGroup({
  grupo: { chave, titulo, partes },
  ...state
}: {
  grupo: GrupoWire;
  onRetry: () => void;
  retrying: boolean;
}) {
  const navigate = useNavigate();
  const cell = (part: NumeroWire, when: 'agora' | 'antes') => {
    const of = when === 'agora' ? part : part.anterior;
    const text = formatFigure(of.valor, part.unidade);
    if (of.n === 0) return text;
    return {
      text,
      label: `${part.nome}${when === 'agora' ? '' : ', período anterior'}: ${text}. Ver a lista`,
      onPick: () => navigate(listAddress(of)),
    };
  };
  return (
    <ChartCard
      title={titulo}
      data={{
        head: [GRUPO_COLUNA[chave] ?? titulo, 'Período', 'Antes', 'Diferença'],
        rows: partes.map((part) => ({
          id: part.chave,
          cells: [part.nome, cell(part, 'agora'), cell(part, 'antes'), differenceOf(part)?.text ?? '-'],
        })),
      }}
      empty={
        partes.every(({ n, anterior }) => n + anterior.n === 0) && {
          icon: <ChartColumn />,
          title: 'Nada neste período',
          description: 'Selecione outro período ou remova filtros.',
        }
      }
      legend={<Legend series={PART_SERIES} />}
      {...state}
    >
      <div className="h-56">
        <ColumnsChart
          rows={partes.map(({ nome, valor, anterior }) => ({ nome, agora: valor, antes: anterior.valor }))}
          category="nome"
          series={PART_SERIES}
          tickOf={DESENHADOS[chave]}
          onPick={(row, key) => {
            const part = partes[row];
            const of = key === 'antes' ? part?.anterior : part;
            if (of && of.n > 0) navigate(listAddress(of));
          }}
        />
      </div>
    </ChartCard>
  );
}

function GroupCard({ grupo }: { grupo: GrupoWire }) {
  return (
    <Card className="min-w-0 p-5">
      <section aria-label={grupo.titulo} className="grid gap-3">
        <CardTitle>{grupo.titulo}</CardTitle>
        {grupo.partes.length === 0 ? (
          <p className="text-muted-foreground text-sm">Nada neste período.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled by keyboard too
          <div className="focus-ring overflow-x-auto rounded-sm" tabIndex={0}>
            <table aria-label={grupo.titulo} className="w-full border-collapse text-sm">
              <TableHeader>
                <TableRow>
                  <TableHead>{GRUPO_COLUNA[grupo.chave] ?? grupo.titulo}</TableHead>
                  <TableHead className="text-right">Período</TableHead>
                  <TableHead className="text-right">Antes</TableHead>
                  <TableHead className="text-right max-sm:hidden">Diferença</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {grupo.partes.map((one) => (
                  <TableRow key={one.chave}>
                    <th scope="row" className="px-3 py-2 text-left font-medium">
                      {one.nome}
                    </th>
                    <TableCell className="text-right tabular-nums max-sm:py-0">
                      <Figure of={one} className="max-sm:justify-end" />
                    </TableCell>
                    <TableCell className="text-right tabular-nums max-sm:py-0">
                      <Figure
                        of={{ ...one, ...one.anterior, nome: `${one.nome}, período anterior` }}
                        className="max-sm:justify-end"
                      />
                      <span className="block max-sm:-mt-2.5 max-sm:pb-1 text-muted-foreground text-xs sm:hidden">
                        {differenceOf(one)?.text}
                      </span>
                    </TableCell>
                    <TableCell className="text-right text-muted-foreground tabular-nums max-sm:hidden">
                      {differenceOf(one)?.text ?? '-'}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </table>
          </div>
        )}
      </section>
    </Card>
  );
}

/** Splits the series of a report into charts. */
function drawings(
  aba: Relatorio,
  series: readonly SerieWire[],
): { title: string; series: readonly SerieWire[] }[] {
  if (aba === 'volume') {
    return [{ title: 'Ligações por situação', series: series.filter(({ chave }) => chave !== 'total') }];
  }
  if (aba === 'sentimento') return [{ title: 'Sentimento das ligações', series }];
  return series.map((one) => ({ title: one.nome, series: [one] }));
}

/** Cards, charts and groups of any report. */
export function ReportBody({ aba, report, onRetry, retrying }: BodyProps) {
  const shown = drawings(aba, report.series);
  return (
    <>
      <Cards numeros={report.numeros} />
      {shown.map(({ title, series }) => (
        <SeriesCard
          key={title}
          title={title}
          series={series}
          passo={report.passo}
          onRetry={onRetry}
          retrying={retrying}
        />
      ))}
      {report.grupos.length > 0 ? (
        // CSS columns instead of a grid, because a group of the day's hours is as tall as two other groups.
        <div className="grid grid-cols-1 gap-5 lg:block lg:columns-2 lg:*:mb-5 lg:*:break-inside-avoid">
          {report.grupos.map((grupo) =>
            grupo.chave in DESENHADOS ? (
              <DrawnGroup key={grupo.chave} grupo={grupo} onRetry={onRetry} retrying={retrying} />
            ) : (
              <GroupCard key={grupo.chave} grupo={grupo} />
            ),
          )}
        </div>
      ) : null}
    </>
  );
}
