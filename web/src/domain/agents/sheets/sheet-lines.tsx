import type { TipoLinhaFolha } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { BookOpenCheck, ChartNoAxesColumn, CircleCheck, Diff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime, formatDurationMs } from '../../../lib/text/format.ts';

const ICON: Record<TipoLinhaFolha, ReactNode> = {
  geral: <ChartNoAxesColumn aria-hidden="true" />,
  divergencia: <Diff aria-hidden="true" />,
  leitura: <BookOpenCheck aria-hidden="true" />,
  exemplo: <CircleCheck aria-hidden="true" />,
};

interface Line {
  tipo: TipoLinhaFolha;
  titulo: string;
  texto: string;
  entrevista_em: string | null;
  trecho: { inicio_ms: number; fim_ms: number } | null;
}

/**
 * The rows of a sheet, as its sender and its interviewer read them. `level`: level of the headings; `actions`: buttons
 * under a row's text.
 */
export function SheetLines<L extends Line>({
  label,
  lines,
  level: Heading = 'h3',
  actions,
}: {
  label: string;
  level?: 'h2' | 'h3';
  lines: readonly L[];
  actions?: (line: L) => ReactNode;
}) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {lines.map((line) => (
        <li key={line.tipo} className="grid min-w-0 gap-2 rounded-lg border bg-card p-4">
          <Heading className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium [&>svg]:size-4 [&>svg]:text-muted-foreground">
            {ICON[line.tipo]}
            {line.tipo === 'geral' ? 'Números do dia' : line.titulo}
            {line.trecho ? (
              <span className="font-normal text-muted-foreground text-sm tabular-nums">
                {[
                  line.entrevista_em ? `entrevista de ${formatDateTime(line.entrevista_em)}` : null,
                  formatDurationMs(line.trecho.fim_ms - line.trecho.inicio_ms),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            ) : null}
          </Heading>
          {line.texto.split('\n').map((sentence) => (
            <p key={sentence} className="break-words text-sm">
              {sentence}
            </p>
          ))}
          {actions?.(line)}
        </li>
      ))}
    </ul>
  );
}
