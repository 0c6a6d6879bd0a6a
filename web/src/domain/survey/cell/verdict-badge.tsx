import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { CORES, GLIFO, VEREDITOS_EM_ORDEM } from '@escuta/shared/domain/interview/verdicts/palette';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { useTema } from '../../../lib/browser/theme.ts';
import { cn } from '../../../lib/utils.ts';

/** A verdict's letter on its colour, as in a cell of the map. */
export function VerdictGlyph({ veredito, className }: { veredito: Veredito; className?: string }) {
  const { escuro } = useTema();
  const { fundo, letra } = CORES[escuro ? 'escuro' : 'claro'][veredito];
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-grid size-5 shrink-0 place-items-center rounded-[3px] font-semibold text-xs',
        className,
      )}
      style={{ backgroundColor: fundo, color: letra }}
    >
      {GLIFO[veredito]}
    </span>
  );
}

/** A verdict's symbol and name. */
export function VerdictBadge({ veredito, className }: { veredito: Veredito; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap text-sm', className)}>
      <VerdictGlyph veredito={veredito} />
      {VEREDITO_LABEL[veredito]}
    </span>
  );
}

/** Meanings of the map's letters and marks. */
export function Legend() {
  return (
    <ul aria-label="Legenda" className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs">
      {VEREDITOS_EM_ORDEM.map((veredito) => (
        <li key={veredito} className="flex items-center gap-1.5">
          <VerdictGlyph veredito={veredito} />
          {VEREDITO_LABEL[veredito]}
        </li>
      ))}
      <li className="flex items-center gap-1.5 text-muted-foreground">
        <span aria-hidden="true">◥</span> com observação
      </li>
      <li className="flex items-center gap-1.5 text-muted-foreground">
        <span aria-hidden="true" className="font-bold">
          ▁
        </span>
        revisto por uma pessoa
      </li>
      <li className="flex items-center gap-1.5 text-muted-foreground">
        <span aria-hidden="true">◣</span> após correção da transcrição por uma pessoa
      </li>
    </ul>
  );
}
