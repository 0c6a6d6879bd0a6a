import {
  type Atencao,
  type NivelConfianca,
  nivelConfianca,
} from '@escuta/shared/domain/insights/insight-attention';
import { CircleAlert, CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import { formatNumber, formatShare } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { Evidences, UnprovenBadge } from './evidence.tsx';
import { type Alerta, answerInForce, type Criterio, type CriterioRevisto, sortAlertas } from './insights.ts';

const NIVEL: Record<NivelConfianca, { label: string; variant: BadgeVariant }> = {
  alta: { label: 'alta', variant: 'success' },
  media: { label: 'média', variant: 'warning' },
  baixa: { label: 'baixa', variant: 'destructive' },
};

const STATUS: Record<string, { label: string; description: string }> = {
  processando: { label: 'Processando', description: 'Insight está sendo gerado pela IA' },
  pendente: { label: 'Pendente', description: 'Aguardando processamento' },
  erro: { label: 'Erro', description: 'Falha no processamento' },
};

/** The AI's score, shown where a verdict changed it: 'IA 0% →'. */
export function ScoreOfAi({ value, ia }: { value: number | null; ia: number | null }) {
  if (value === ia) return null;
  return (
    <span className="mr-1 whitespace-nowrap font-normal text-muted-foreground text-xs tracking-normal">
      IA {ia === null ? '-' : formatShare(ia)} <span aria-hidden="true">→</span>
      <span className="sr-only">, corrigida por uma pessoa para</span>{' '}
    </span>
  );
}

/** The score in force as a percentage; '-' for a rejected insight. */
export function Score({ value, ia = value }: { value: number | null; ia?: number | null }) {
  const nivel = nivelConfianca(value);
  if (value === null && ia === null) return null;
  const tone =
    nivel === 'alta'
      ? 'text-success-text'
      : nivel === 'media'
        ? 'text-warning-text'
        : nivel === 'baixa'
          ? 'text-destructive-text'
          : 'text-muted-foreground';
  return (
    <p className={cn('shrink-0 font-semibold text-2xl tabular-nums leading-none tracking-tight', tone)}>
      <span className="sr-only">Pontuação: </span>
      <ScoreOfAi value={value} ia={ia} />
      {value === null ? '-' : formatShare(value)}
    </p>
  );
}

export function Confidence({ value }: { value: number | null }) {
  const nivel = nivelConfianca(value);
  if (!nivel) return <Badge variant="neutral">Confiança N/A</Badge>;
  const { label, variant } = NIVEL[nivel];
  return (
    <Badge variant={variant}>
      Confiança {label} ({formatShare(value)})
    </Badge>
  );
}

/** Notice that a person should check the call, with the reason. */
export function Attention({ atencao }: { atencao: Atencao }) {
  if (!atencao.precisa) return null;
  const variant = atencao.prioridade === 'alta' ? 'destructive' : 'warning';
  return (
    <Tooltip
      content={
        <ul>
          {atencao.motivos.map((motivo) => (
            <li key={motivo}>{motivo}</li>
          ))}
        </ul>
      }
    >
      <button type="button" className="focus-ring inline-flex min-h-6 items-center rounded-full">
        <Badge variant={variant}>
          <TriangleAlert aria-hidden="true" />
          Atenção: prioridade {atencao.prioridade === 'alta' ? 'alta' : 'média'}
          <span className="sr-only">. {atencao.motivos.join('. ')}.</span>
        </Badge>
      </button>
    </Tooltip>
  );
}

/** State of an insight without a result. */
export function NotDone({ status, motivo }: { status: string; motivo: string | null }) {
  const { label, description } = STATUS[status] ?? { label: 'Desconhecido', description: '' };
  const failed = status === 'erro';
  return (
    <div
      role={failed ? 'alert' : undefined}
      className={cn('rounded-md px-3 py-2 text-sm', failed ? 'bg-destructive-soft' : 'bg-muted')}
    >
      <p className={cn('font-medium', failed && 'text-destructive-text')}>{label}</p>
      <p>{motivo ?? description}</p>
    </div>
  );
}

const GRAVIDADE: Record<Alerta['gravidade'], { label: string; variant: BadgeVariant; border: string }> = {
  alta: { label: 'Gravidade alta', variant: 'destructive', border: 'border-l-destructive' },
  media: { label: 'Gravidade média', variant: 'warning', border: 'border-l-warning' },
  baixa: { label: 'Gravidade baixa', variant: 'info', border: 'border-l-info' },
};

/** The AI's alerts, gravest first, each with its quotes. */
export function Alertas({ alertas }: { alertas: readonly Alerta[] }) {
  if (alertas.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h4 className="font-medium text-sm print:hidden">Alertas da IA</h4>
      <ul className="grid gap-2.5">
        {sortAlertas(alertas).map((alerta) => {
          const { label, variant, border } = GRAVIDADE[alerta.gravidade];
          return (
            <li
              key={`${alerta.titulo}-${alerta.descricao}`}
              className={cn('grid gap-1.5 rounded-md border border-l-4 p-3', border)}
            >
              <p className="flex flex-wrap items-center gap-1.5 font-medium text-sm">
                <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
                {alerta.titulo}
                <Badge variant={variant}>{label}</Badge>
                {!alerta.comprovado ? <UnprovenBadge /> : null}
              </p>
              <p className="text-sm">{alerta.descricao}</p>
              <Evidences evidencias={alerta.evidencias} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Label, icon and colour of the answers about a criterion. */
export const ATENDIDO = {
  sim: { label: 'Sim', icon: CircleCheck, tone: 'text-success-text' },
  nao: { label: 'Não', icon: CircleX, tone: 'text-destructive-text' },
  nao_se_aplica: { label: 'Não se aplica', icon: CircleMinus, tone: 'text-muted-foreground' },
} as const;

const NAO_PONTUADO_TEXTO: Record<NonNullable<Criterio['naoPontuado']>, string> = {
  sem_falantes:
    'Não pontuado: a gravação não separa as vozes, e este critério avalia só uma das partes. Grave em dois canais para avaliá-lo.',
  outra_pessoa: 'Não comprovado: o trecho citado foi dito pela outra parte, não pela parte avaliada.',
};

/** Words for the AI's answer, shown beside a person's. */
const DA_IA: Record<Criterio['atendido'], string> = {
  sim: 'IA: atendido',
  nao: 'IA: não atendido',
  nao_se_aplica: 'IA: não se aplica',
};

/** Look of a criterion's answer in force. `ia`: the AI's answer, where a person's replaces it. */
export function lookOf(criterio: CriterioRevisto) {
  const { label, icon, tone } = ATENDIDO[answerInForce(criterio)];
  const overruled = criterio.rejeitado || criterio.pessoa !== undefined;
  const ia = overruled ? DA_IA[criterio.atendido] : null;
  if (criterio.rejeitado) {
    return { label: 'Rejeitado', Icon: CircleMinus, tone: 'text-muted-foreground', ia, unproven: false };
  }
  const unproven = !overruled && !criterio.comprovado;
  // An unproven 'sim' does not get the tick of a proven 'sim'.
  if (unproven && criterio.atendido === 'sim') {
    return { label, Icon: CircleMinus, tone: 'text-warning-text', ia, unproven };
  }
  return { label, Icon: icon, tone, ia, unproven };
}

/** One criterion with the answer in force, its quotes and, if a person overruled the AI, the AI's answer. */
export function CriterioItem({
  as: Element = 'li',
  untitled = false,
  fired = false,
  criterio,
}: {
  as?: 'li' | 'div';
  /** True if the caller shows the criterion's title and icon itself. */
  untitled?: boolean;
  /** True if an unresolved firing of a rule is about this criterion. */
  fired?: boolean;
  criterio: CriterioRevisto;
}) {
  const { label, Icon, tone, ia, unproven } = lookOf(criterio);
  return (
    <Element className={cn('grid gap-x-2.5 gap-y-1.5', !untitled && 'grid-cols-[auto_minmax(0,1fr)]')}>
      {untitled ? null : <Icon className={cn('mt-0.5 size-4.5', tone)} aria-hidden="true" />}
      <div className="grid gap-1.5 print:gap-0">
        <p className="flex flex-wrap items-center gap-1.5 text-sm">
          {untitled ? null : <span className="font-medium">{criterio.descricao}</span>}
          <span className={cn('font-medium', tone)}>{label}</span>
          {ia ? <span className="text-muted-foreground text-xs">{ia}</span> : null}
          <span className="text-muted-foreground text-xs">
            peso {formatNumber(criterio.peso, Number.isInteger(criterio.peso) ? 0 : 1)}
          </span>
          {criterio.critico ? <Badge variant="destructive">crítico</Badge> : null}
          {fired ? <Badge variant="warning">motivo do alerta</Badge> : null}
          {criterio.naoPontuado === 'sem_falantes' && !ia ? (
            <Badge variant="neutral">não pontuado</Badge>
          ) : unproven ? (
            <UnprovenBadge />
          ) : null}
        </p>
        {criterio.justificativa ? (
          <p className="text-muted-foreground text-sm">{criterio.justificativa}</p>
        ) : null}
        {criterio.naoPontuado && !ia ? (
          <p className="text-warning-text text-sm">{NAO_PONTUADO_TEXTO[criterio.naoPontuado]}</p>
        ) : null}
        <Evidences evidencias={criterio.evidencias} />
      </div>
    </Element>
  );
}
