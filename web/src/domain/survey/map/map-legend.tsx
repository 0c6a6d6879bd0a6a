import { CORES } from '@escuta/shared/domain/interview/verdicts/palette';
import { useTema } from '../../../lib/browser/theme.ts';
import { Legend } from '../cell/verdict-badge.tsx';
import { strengthOf } from './map-paint.ts';

const FAIXAS = [
  { share: 0, label: 'nenhuma falha' },
  { share: 0.2, label: 'até metade com falha' },
  { share: 1, label: 'metade ou mais' },
] as const;

/** Legend of the map's colours: verdicts, or an interviewer's share of failures. */
export function MapLegend({ grouped }: { grouped: boolean }) {
  const { escuro } = useTema();
  if (!grouped) return <Legend />;
  const { fundo } = CORES[escuro ? 'escuro' : 'claro'].diverge;
  return (
    <ul aria-label="Legenda" className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs">
      {FAIXAS.map(({ share, label }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="relative size-5 overflow-hidden rounded-[3px] border">
            <span
              className="absolute inset-0"
              style={{ backgroundColor: fundo, opacity: strengthOf(share) }}
            />
          </span>
          {label}
        </li>
      ))}
      <li className="text-muted-foreground">
        O número conta os vereditos “Diverge”, “Não perguntada” e “Induzida”.
      </li>
    </ul>
  );
}
