import { VEREDITO_LABEL, verdictsOf } from '@escuta/shared/domain/interview/verdicts/matrix';
import { CORES } from '@escuta/shared/domain/interview/verdicts/palette';
import { VEREDITOS } from '@escuta/shared/domain/interview/verdicts/verdict';
import { useTema } from '../../../lib/browser/theme.ts';
import { cn } from '../../../lib/utils.ts';

/** Number of each verdict in a row, without zeros: 'Confere 9, Diverge 1'. */
export function countVerdicts(codigos: string): string {
  const verdicts = verdictsOf(codigos);
  return VEREDITOS.toReversed()
    .map((veredito) => [veredito, verdicts.filter((one) => one === veredito).length] as const)
    .filter(([, n]) => n > 0)
    .map(([veredito, n]) => `${VEREDITO_LABEL[veredito]} ${n}`)
    .join(', ');
}

/** An interview's verdicts in a strip: a tiny cell for each question, in order. Its text gives names and counts. */
export function VerdictStrip({ codigos, className }: { codigos: string; className?: string }) {
  const told = countVerdicts(codigos);
  const { escuro } = useTema();
  const cores = CORES[escuro ? 'escuro' : 'claro'];
  return (
    <span
      role="img"
      aria-label={told}
      title={told}
      className={cn('flex w-max max-w-48 flex-wrap gap-px', className)}
    >
      {verdictsOf(codigos).map((veredito, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          key={index}
          aria-hidden="true"
          className="h-3 w-1.5 rounded-[1px] ring-1 ring-foreground/10 ring-inset"
          style={{ backgroundColor: cores[veredito].fundo }}
        />
      ))}
    </span>
  );
}
