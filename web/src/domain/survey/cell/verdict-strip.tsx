import { VEREDITO_LABEL, verdictsOf } from '@escuta/shared/domain/interview/verdicts/matrix';
import { VEREDITOS, type Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { cn } from '../../../lib/utils.ts';

/** Fill of a verdict's cell. Never the only sign of it: names and figures stand beside. */
const FILL: Record<Veredito, string> = {
  confere: 'bg-success',
  diverge: 'bg-destructive',
  nao_perguntada: 'bg-rosa',
  induzida: 'bg-cliente',
  inaudivel: 'bg-input',
  a_revisar: 'bg-warning',
  nao_se_aplica: 'bg-secondary',
};

/** 'Confere 9, Diverge 1': how often each verdict stands in a row, those that never do left out. */
export function countVerdicts(codigos: string): string {
  const verdicts = verdictsOf(codigos);
  return VEREDITOS.toReversed()
    .map((veredito) => [veredito, verdicts.filter((one) => one === veredito).length] as const)
    .filter(([, n]) => n > 0)
    .map(([veredito, n]) => `${VEREDITO_LABEL[veredito]} ${n}`)
    .join(', ');
}

/** An interview's verdicts at a glance: one tiny cell a question, in order. */
export function VerdictStrip({ codigos, className }: { codigos: string; className?: string }) {
  const told = countVerdicts(codigos);
  return (
    <span
      role="img"
      aria-label={told}
      title={told}
      className={cn('flex w-max max-w-48 flex-wrap gap-px', className)}
    >
      {verdictsOf(codigos).map((veredito, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <span key={index} aria-hidden="true" className={cn('h-3 w-1.5 rounded-[1px]', FILL[veredito])} />
      ))}
    </span>
  );
}
