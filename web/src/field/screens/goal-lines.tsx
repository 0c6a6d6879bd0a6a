import { goalState } from '@escuta/shared/domain/interview/goals/goal-table';
import { Target } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { isTotalFull, type MetasDoAparelho, missingLines, overLines } from '../log/goals.ts';

/** Number of lines shown at first. */
const FIRST = 3;

/** A questionnaire's progress by the goals stored on this device: the total, and interviews missing or above a goal. */
export function GoalLines({ metas, nome }: { metas: MetasDoAparelho; nome: string }) {
  const [all, setAll] = useState(false);
  const lines = missingLines(metas);
  const over = overLines(metas);
  const { total } = metas;
  const above = total ? goalState(total.meta, total.feitas).excedem : 0;
  const complete = metas.tabelas.length > 0 && lines.length === 0;
  return (
    <div className="grid gap-2 rounded-md bg-muted/60 p-3 text-sm">
      {total ? (
        <div className="grid gap-1.5">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span>Meta total</span>
            <span className="tabular-nums">
              {formatNumber(total.feitas)} de {formatNumber(total.meta)}
              {above > 0 ? ` · ${formatNumber(above)} a mais` : ''}
            </span>
          </p>
          <Progress
            value={Math.min(1, total.feitas / total.meta)}
            label={`Meta total de ${nome}: ${total.feitas} de ${total.meta}`}
            tone={total.feitas >= total.meta ? 'success' : 'primary'}
          />
        </div>
      ) : null}
      {lines.length > 0 ? (
        <ul aria-label={`Perfis ainda incompletos em ${nome}`} className="grid gap-1">
          {(all ? lines : lines.slice(0, FIRST)).map((line) => (
            <li key={line} className="flex items-start gap-2 break-words">
              <Target className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden="true" />
              <span className="min-w-0">{line}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {over.length > 0 ? (
        <p className="break-words text-warning-text">{(all ? over : over.slice(0, FIRST)).join('; ')}</p>
      ) : null}
      {isTotalFull(metas) ? (
        <p>A meta total está completa: não é preciso fazer novas entrevistas.</p>
      ) : complete ? (
        <p>As cotas deste questionário estão completas.</p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted-foreground text-xs">Contagem de {formatDateTime(metas.contadas_em)}</span>
        {Math.max(lines.length, over.length) > FIRST ? (
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Ver menos' : `Ver todas (${formatNumber(lines.length + over.length)})`}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
