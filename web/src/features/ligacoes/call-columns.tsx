import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { type Ordem, SENTIMENTO_LABEL, type Sentimento } from '@escuta/shared/domain/filters/filtro-campos';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import type { SheetColumn } from '../../kit/list/sheet/layout.ts';
import { formatDateTime, formatNumber, formatPhone } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { FileIndicator } from './file-indicator.tsx';
import type { CallRow } from './logic/call-row.ts';

/** Badge variant of each sentiment. */
export const FEELING: Record<Sentimento, BadgeVariant> = {
  positivo: 'success',
  neutro: 'neutral',
  negativo: 'destructive',
};
const NUMERIC = 'text-right tabular-nums';

/** A column of the call report. `exporta` lists the columns of the export that correspond to it. */
export type CallColumn = SheetColumn<CallRow> & {
  orders?: readonly [Ordem, Ordem];
  exporta: readonly string[];
};

export const nameOf = (row: CallRow): string => row.nome_entrevistado || 'N/A';

/** A call's score. If a person corrected it, the AI's score stands before it. */
export function Score({ qualidade }: Pick<CallRow, 'qualidade'>) {
  if (!qualidade || qualidade.nota === qualidade.nota_ia) return qualidade?.nota ?? '-';
  return (
    <>
      <span className="mr-1 whitespace-nowrap text-muted-foreground text-xs">
        IA {qualidade.nota_ia ?? '-'} <span aria-hidden="true">→</span>
        <span className="sr-only">, corrigida por uma pessoa para</span>{' '}
      </span>
      {qualidade.nota ?? '-'}
    </>
  );
}

/** Unresolved alerts of a call; 0 if the response, from a server of the previous version, does not count them. */
const alertsOf = ({ disparos = { n: 0, alta: 0 } }: Pick<CallRow, 'disparos'>) => disparos;

/** Badge with the number of a call's unresolved alerts; nothing if there are none. */
export function OpenAlerts({ row }: { row: Pick<CallRow, 'disparos'> }) {
  const { n, alta } = alertsOf(row);
  return n === 0 ? null : (
    <Badge variant={alta > 0 ? 'destructive' : 'warning'}>
      {formatNumber(n)}
      <span className="sr-only">
        {' '}
        {n === 1 ? 'alerta' : 'alertas'} a resolver
        {alta > 0 ? `, ${formatNumber(alta)} de gravidade alta` : ''}
      </span>
    </Badge>
  );
}

/**
 * The columns of the call report; '-' for unknown values. The columns without `extra` fit beside the menu in a window
 * of 1280 px.
 */
export const CALL_COLUMNS: readonly CallColumn[] = [
  {
    key: 'numero',
    label: 'Número',
    link: true,
    width: 128,
    orders: ['numero', 'numero_z'],
    rises: true,
    exporta: ['numero'],
    className: 'tabular-nums',
    cell: (row) => (row.numero_destino ? formatPhone(row.numero_destino) : '-'),
  },
  {
    key: 'status',
    label: 'Status',
    width: 40,
    orders: ['status', 'status_z'],
    rises: true,
    exporta: ['status'],
    cell: (row) => (
      <span className="block @container">
        <FileIndicator row={row} />
      </span>
    ),
  },
  {
    key: 'nome',
    label: 'Nome',
    width: 80,
    orders: ['nome', 'nome_z'],
    rises: true,
    exporta: ['nome'],
    text: nameOf,
  },
  {
    key: 'agente',
    label: 'Agente',
    width: 80,
    orders: ['agente', 'agente_z'],
    rises: true,
    exporta: ['agente'],
    cell: ({ agente }) => (agente ? <AgentLink agente={agente} className="block truncate" /> : '-'),
  },
  {
    key: 'inicio',
    label: 'Início da chamada',
    width: 130,
    orders: ['ligacao', 'ligacao_antiga'],
    exporta: ['inicio'],
    className: 'tabular-nums',
    cell: (row) => formatDateTime(row.call_start_time),
  },
  {
    key: 'duracao',
    label: 'Duração (s)',
    width: 58,
    orders: ['duracao', 'duracao_menor'],
    exporta: ['duracao_s'],
    className: NUMERIC,
    cell: (row) => (row.call_duration === null ? '-' : formatNumber(row.call_duration)),
  },
  {
    key: 'nota',
    label: 'Pontuação',
    width: 80,
    orders: ['nota_menor', 'nota_maior'],
    rises: true,
    exporta: ['nota_ia', 'nota'],
    className: NUMERIC,
    cell: ({ qualidade }) => <Score qualidade={qualidade} />,
  },
  {
    key: 'disparos',
    label: 'Alertas',
    width: 70,
    exporta: ['disparos'],
    blank: (row) => alertsOf(row).n === 0,
    className: NUMERIC,
    cell: (row) => (alertsOf(row).n === 0 ? '0' : <OpenAlerts row={row} />),
  },
  {
    key: 'alertas',
    extra: true,
    label: 'Alertas da IA',
    width: 56,
    orders: ['alertas', 'alertas_menos'],
    exporta: ['alertas'],
    className: NUMERIC,
    cell: ({ qualidade }) =>
      qualidade && qualidade.alertas > 0 ? (
        <Badge variant="warning">{formatNumber(qualidade.alertas)}</Badge>
      ) : qualidade ? (
        '0'
      ) : (
        '-'
      ),
  },
  {
    key: 'sentimento',
    label: 'Sentimento',
    width: 80,
    orders: ['sentimento', 'sentimento_melhor'],
    rises: true,
    exporta: ['sentimento'],
    cell: ({ qualidade }) =>
      qualidade?.sentimento ? (
        <Badge variant={FEELING[qualidade.sentimento]}>{SENTIMENTO_LABEL[qualidade.sentimento]}</Badge>
      ) : (
        '-'
      ),
  },
  {
    key: 'revisada_por',
    label: 'Revisada por',
    width: 66,
    orders: ['revisada_por', 'revisada_por_z'],
    rises: true,
    exporta: ['revisada_por'],
    text: ({ qualidade }) => qualidade?.revisada_por?.nome ?? '-',
  },
  {
    key: 'responsavel',
    label: 'Responsável',
    width: 66,
    orders: ['responsavel', 'responsavel_z'],
    rises: true,
    exporta: ['responsavel'],
    text: ({ responsavel }) => responsavel?.nome ?? '-',
  },
  {
    key: 'direcao',
    extra: true,
    label: 'Direção',
    width: 84,
    orders: ['direcao', 'direcao_z'],
    rises: true,
    exporta: ['direcao'],
    cell: ({ direcao }) => (direcao === null ? '-' : DIRECAO_LABEL[direcao]),
  },
  {
    key: 'ramal',
    extra: true,
    label: 'Ramal',
    width: 64,
    orders: ['ramal', 'ramal_z'],
    rises: true,
    exporta: ['ramal'],
    className: 'tabular-nums',
    cell: (row) => row.ramal || '-',
  },
  {
    key: 'espera',
    extra: true,
    label: 'Espera (s)',
    width: 72,
    orders: ['espera', 'espera_menor'],
    exporta: ['espera_s'],
    className: NUMERIC,
    cell: ({ espera_ms }) => (espera_ms === null ? '-' : formatNumber(Math.round(espera_ms / 1000))),
  },
  {
    key: 'criada_em',
    extra: true,
    label: 'Criada em',
    width: 130,
    orders: ['entrada', 'entrada_antiga'],
    exporta: ['criada_em'],
    className: 'tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];
