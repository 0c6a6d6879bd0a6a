import type { TabelaDeCriteriosWire } from '@escuta/shared/contracts/insights/relatorio-criterios';
import { UNIDADES_MINIMO } from '@escuta/shared/domain/intervals/ratio';
import type { ColunasDeCriterios } from '@escuta/shared/domain/reports/criteria-table';
import { plural } from '@escuta/shared/domain/text/in-words';
import { type HeatCell, HeatTable } from '../../kit/charts/heat-table.tsx';
import { formatDate, formatNumber, formatShare, MESES_CURTOS } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { AgentLink } from '../agents/agent-link.tsx';

type Line = TabelaDeCriteriosWire['linhas'][number];
type Met = Line['total'];
type Column = TabelaDeCriteriosWire['colunas'][number];

/** A column's name: a week's Monday as '09/11', a month as 'nov/2026', otherwise the name that the server sent. */
function columnName({ nome }: Pick<Column, 'nome'>, por: ColunasDeCriterios): string {
  const [year, month, day] = nome.split('-');
  if (por === 'semanas') return `${day}/${month}`;
  return por === 'meses' ? `${MESES_CURTOS[Number(month) - 1]}/${year}` : nome;
}

const COLUMN_WORDS: Partial<Record<ColunasDeCriterios, string>> = { semanas: 'semana de ', meses: 'mês de ' };

/** A column's name within a sentence: 'na semana de 09/11', 'mês de nov/2026', 'Carla Dias'. */
export const columnWords = (column: Pick<Column, 'nome'>, por: ColunasDeCriterios): string =>
  `${COLUMN_WORDS[por] ?? ''}${columnName(column, por)}`;

/** Words for the share of calls that met a criterion, with its interval. */
function metWords({ n, falhas, parte, intervalo }: Met): string {
  const counted = `descumprido em ${formatNumber(falhas)} de ${plural(n, 'avaliação', 'avaliações')}`;
  if (parte === null) return `${counted}, número baixo demais para uma porcentagem`;
  const sure = intervalo
    ? `, intervalo de 95%: ${formatShare(intervalo.de)} a ${formatShare(intervalo.ate)}`
    : '';
  return `${formatShare(parte)} cumprido: ${counted}${sure}`;
}

/** The share as a text: '38%'; 'poucas' if there are fewer than UNIDADES_MINIMO answers, and '-' without answers. */
const metText = ({ n, parte }: Pick<Met, 'n' | 'parte'>): string =>
  n === 0 ? '-' : parte === null ? 'poucas' : formatShare(parte);

/** The interval in percent, such as '14–65'; '' without an interval. */
const sureText = ({ intervalo }: Met): string =>
  intervalo ? `${formatNumber(intervalo.de * 100)}–${formatNumber(intervalo.ate * 100)}` : '';

function cellOf(cell: Met | null, what: string): HeatCell | null {
  if (!cell) return null;
  return {
    text: metText(cell),
    detail: [sureText(cell), `n ${formatNumber(cell.n)}`].filter(Boolean).join(' · '),
    heat: cell.parte === null ? null : 1 - cell.parte,
    label: `${what}: ${metWords(cell)}`,
  };
}

interface CriteriaHeatProps {
  table: TabelaDeCriteriosWire;
  por: ColunasDeCriterios;
  /** Accessible name of the table. */
  label: string;
  chosen?: { row: string; column: string } | null;
  /** True to leave room for a panel beside the table. */
  narrow?: boolean;
  onPick?: (row: Line, column: Column) => void;
}

/**
 * Share of calls that met each criterion, by agent, week, month, template or project; each cell has the figure over a
 * colour.
 */
export function CriteriaHeat({
  table,
  por,
  label,
  chosen = null,
  narrow = false,
  onPick,
}: CriteriaHeatProps) {
  const { linhas, colunas } = table;
  const templates = new Set(linhas.map(({ template }) => template?.id));
  return (
    <div className="grid min-w-0 gap-2">
      <HeatTable
        label={label}
        narrow={narrow}
        rowsName="Critério"
        totalName="Total"
        columns={colunas.map((column) => ({
          id: column.id ?? 'nenhum',
          label: columnName(column, por),
          ...(por === 'agentes' && column.id
            ? { head: <AgentLink agente={{ id: column.id, nome: column.nome }} /> }
            : {}),
          total: metText(column.total),
        }))}
        rows={linhas.map((row) => ({
          id: row.chave,
          head: <CriterionHead row={row} showTemplate={templates.size > 1} />,
          total: <RowTotal row={row} />,
        }))}
        cellAt={(rowAt, columnAt) => {
          const [row, column] = [linhas[rowAt], colunas[columnAt]];
          if (!row || !column) return null;
          return cellOf(row.celulas[columnAt] ?? null, `${row.descricao}, ${columnWords(column, por)}`);
        }}
        chosen={chosen}
        {...(onPick
          ? {
              onPick: (rowAt: number, columnAt: number) => {
                const [row, column] = [linhas[rowAt], colunas[columnAt]];
                if (row && column) onPick(row, column);
              },
            }
          : {})}
      />
      <p className="text-muted-foreground text-xs">
        Cada célula mostra a porcentagem de avaliações em que o critério foi cumprido, o intervalo de 95% e o
        número de avaliações (n). Quanto mais forte a cor, maior o descumprimento. Com menos de{' '}
        {UNIDADES_MINIMO} avaliações, a célula mostra “poucas”.
        {por === 'semanas' ? ' Cada semana aparece com a data da segunda-feira em que começa.' : ''}
      </p>
    </div>
  );
}

function CriterionHead({ row, showTemplate }: { row: Line; showTemplate: boolean }) {
  const { descricao, critico, redacao, template } = row;
  return (
    <span className="grid gap-0.5">
      <span className="line-clamp-6 break-words sm:line-clamp-3 print:line-clamp-none" title={descricao}>
        {descricao}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground text-xs">
        <span className="font-medium text-foreground tabular-nums sm:hidden">
          {metText(row.total)} · n {formatNumber(row.total.n)}
        </span>
        {critico ? <Badge variant="destructive">Crítico</Badge> : null}
        {redacao.mudou_em ? <span>Redação mudou em {formatDate(redacao.mudou_em)}</span> : null}
        {redacao.situacao === 'anterior' && redacao.ate ? (
          <span>Redação anterior, até {formatDate(redacao.ate)}</span>
        ) : null}
        {redacao.situacao === 'retirado' && redacao.ate ? (
          <span>Fora do template desde {formatDate(redacao.ate)}</span>
        ) : null}
        {showTemplate && template ? <span className="break-words">{template.nome}</span> : null}
      </span>
    </span>
  );
}

function RowTotal({ row: { total, anterior } }: { row: Line }) {
  const change = total.parte !== null && anterior.parte !== null ? total.parte - anterior.parte : null;
  return (
    <span className="grid justify-items-end" title={metWords(total)}>
      <span className="font-medium">{metText(total)}</span>
      <span className="whitespace-nowrap text-[11px] text-muted-foreground leading-tight">
        n {formatNumber(total.n)}
      </span>
      {change === null ? null : (
        <span className="whitespace-nowrap text-[11px] text-muted-foreground">
          <span className="sr-only">Mudança desde o período anterior: </span>
          {change > 0 ? '+' : ''}
          {formatNumber(change * 100, 1)} p.p.
        </span>
      )}
    </span>
  );
}
