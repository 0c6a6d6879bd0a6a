import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { type Ordem, SENTIMENTO_LABEL, type Sentimento } from '@escuta/shared/domain/filters/filtro-campos';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import type { SheetColumn } from '../../kit/list/sheet/layout.ts';
import { formatDateTime, formatNumber, formatPhone } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { FileIndicator } from './file-indicator.tsx';
import type { CallRow } from './logic/call-row.ts';

const FEELING: Record<Sentimento, BadgeVariant> = {
  positivo: 'success',
  neutro: 'neutral',
  negativo: 'destructive',
};
const NUMERIC = 'text-right tabular-nums max-md:text-left';

/** A column of the call report, with its export columns. */
export type CallColumn = SheetColumn<CallRow> & {
  orders?: readonly [Ordem, Ordem];
  exporta: readonly string[];
};

export const nameOf = (row: CallRow): string => row.nome_entrevistado || 'N/A';

/** The columns of the call report; '-' for unknown values. */
export const CALL_COLUMNS: readonly CallColumn[] = [
  {
    key: 'numero',
    label: 'Número',
    card: 'none',
    link: true,
    width: 134,
    orders: ['numero', 'numero_z'],
    rises: true,
    exporta: ['numero'],
    className: 'tabular-nums',
    cell: (row) => (row.numero_destino ? formatPhone(row.numero_destino) : '-'),
  },
  {
    key: 'status',
    label: 'Status',
    card: 'none',
    width: 42,
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
    card: 'none',
    width: 96,
    orders: ['nome', 'nome_z'],
    rises: true,
    exporta: ['nome'],
    text: nameOf,
  },
  {
    key: 'agente',
    label: 'Agente',
    width: 92,
    orders: ['agente', 'agente_z'],
    rises: true,
    exporta: ['agente'],
    blank: ({ agente }) => !agente,
    cell: ({ agente }) => (agente ? <AgentLink agente={agente} className="block truncate" /> : '-'),
  },
  {
    key: 'inicio',
    label: 'Início da chamada',
    width: 124,
    orders: ['ligacao', 'ligacao_antiga'],
    exporta: ['inicio'],
    className: 'tabular-nums',
    cell: (row) => formatDateTime(row.call_start_time),
  },
  {
    key: 'duracao',
    label: 'Duração (s)',
    width: 72,
    orders: ['duracao', 'duracao_menor'],
    exporta: ['duracao_s'],
    className: NUMERIC,
    cell: (row) => (row.call_duration === null ? '-' : formatNumber(row.call_duration)),
  },
  {
    key: 'nota',
    label: 'Pontuação',
    width: 86,
    orders: ['nota_menor', 'nota_maior'],
    rises: true,
    exporta: ['nota_ia', 'nota'],
    blank: ({ qualidade }) => (qualidade?.nota ?? null) === null,
    className: NUMERIC,
    cell: ({ qualidade }) =>
      qualidade && qualidade.nota !== qualidade.nota_ia ? (
        <>
          <span className="mr-1 whitespace-nowrap text-muted-foreground text-xs">
            IA {qualidade.nota_ia ?? '-'} <span aria-hidden="true">→</span>
            <span className="sr-only">, corrigida por uma pessoa para</span>{' '}
          </span>
          {qualidade.nota ?? '-'}
        </>
      ) : (
        (qualidade?.nota ?? '-')
      ),
  },
  {
    key: 'disparos',
    label: 'Alertas',
    width: 70,
    exporta: ['disparos'],
    blank: ({ disparos }) => disparos.n === 0,
    className: NUMERIC,
    cell: ({ disparos: { n, alta } }) =>
      n === 0 ? (
        '0'
      ) : (
        <Badge variant={alta > 0 ? 'destructive' : 'warning'}>
          {formatNumber(n)}
          <span className="sr-only"> por resolver{alta > 0 ? ', de gravidade alta' : ''}</span>
        </Badge>
      ),
  },
  {
    key: 'alertas',
    extra: true,
    label: 'Alertas da IA',
    width: 96,
    orders: ['alertas', 'alertas_menos'],
    exporta: ['alertas'],
    blank: ({ qualidade }) => !qualidade?.alertas,
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
    width: 84,
    orders: ['sentimento', 'sentimento_melhor'],
    rises: true,
    exporta: ['sentimento'],
    blank: ({ qualidade }) => !qualidade?.sentimento,
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
    width: 90,
    orders: ['revisada_por', 'revisada_por_z'],
    rises: true,
    exporta: ['revisada_por'],
    blank: ({ qualidade }) => !qualidade?.revisada_por,
    text: ({ qualidade }) => qualidade?.revisada_por?.nome ?? '-',
  },
  {
    key: 'responsavel',
    label: 'Responsável',
    width: 90,
    orders: ['responsavel', 'responsavel_z'],
    rises: true,
    exporta: ['responsavel'],
    blank: ({ responsavel }) => !responsavel,
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
    blank: ({ direcao }) => direcao === null,
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
    blank: ({ espera_ms }) => !espera_ms,
    className: NUMERIC,
    cell: ({ espera_ms }) => (espera_ms === null ? '-' : formatNumber(Math.round(espera_ms / 1000))),
  },
  {
    key: 'criada_em',
    extra: true,
    label: 'Criada em',
    width: 124,
    orders: ['entrada', 'entrada_antiga'],
    exporta: ['criada_em'],
    className: 'tabular-nums',
    cell: (row) => formatDateTime(row.created_at),
  },
];
