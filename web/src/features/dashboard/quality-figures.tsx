import { DIAS_DE_CONFERENCIA } from '@escuta/shared/contracts/insights/dashboard';
import { UNIDADES_MINIMO } from '@escuta/shared/domain/intervals/ratio';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatNumber, formatShare } from '../../lib/text/format.ts';
import { Card } from '../../ui/card.tsx';
import type { Home } from './home.ts';

type Conferencia = NonNullable<Home['conferencia']>;

/** A share with its counts; 'poucas' instead of the share if the base is too small for an interval. */
function Figure({
  value,
  whole,
  label,
  of,
}: {
  value: number | null;
  /** Number of cases of which `value` is a share. */
  whole: number;
  label: string;
  of: string;
}) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">
        {value === null ? '-' : whole < UNIDADES_MINIMO ? 'poucas' : formatShare(value)}
      </dd>
      <dd className="text-muted-foreground text-xs">{of}</dd>
    </div>
  );
}

/** Share of received items that can be played, and share of the AI's findings that a person checked. */
export function QualityFigures({ counts }: { counts: Conferencia }) {
  const { audiveis, validadas, corretas } = counts.partes;
  const of = (part: number, whole: number, one: string, many: string) =>
    whole === 0 ? `nenhum ${one}` : `${formatNumber(part)} de ${plural(whole, one, many)}`;
  return (
    <Card className="p-5">
      <section aria-labelledby="conferencia" className="grid gap-3">
        <h2 id="conferencia" className="font-semibold text-sm">
          Conversas audíveis e validadas{' '}
          <span className="font-normal text-muted-foreground">nos últimos {DIAS_DE_CONFERENCIA} dias</span>
        </h2>
        <dl className="grid gap-4 sm:grid-cols-3">
          <Figure
            value={audiveis}
            whole={counts.ouvidas}
            label="Audíveis"
            of={
              counts.ouvidas === 0
                ? 'nenhuma gravação ouvida'
                : `${formatNumber(counts.audiveis)} de ${plural(counts.ouvidas, 'gravação', 'gravações')}`
            }
          />
          <Figure
            value={validadas}
            whole={counts.insights}
            label="Validadas por uma pessoa"
            of={of(counts.decididos, counts.insights, 'insight', 'insights')}
          />
          <Figure
            value={corretas}
            whole={counts.decididos}
            label="Corretas"
            of={of(counts.aprovados, counts.decididos, 'insight validado', 'insights validados')}
          />
        </dl>
      </section>
    </Card>
  );
}
