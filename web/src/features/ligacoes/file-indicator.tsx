import {
  CircleAlert,
  CircleCheck,
  Eraser,
  FileAudio,
  FileX2,
  LoaderCircle,
  TriangleAlert,
} from 'lucide-react';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import type { CallRow } from './logic/call-row.ts';
import { fileIndicator, type FileIndicator as Indicator } from './logic/file-indicator.ts';

const LOOK: Record<Indicator, { variant: BadgeVariant; icon: typeof FileAudio }> = {
  Processado: { variant: 'success', icon: CircleCheck },
  Processando: { variant: 'info', icon: LoaderCircle },
  'Arquivo Gravado': { variant: 'primary', icon: FileAudio },
  'Sem Arquivo': { variant: 'neutral', icon: FileX2 },
  'Dados apagados': { variant: 'neutral', icon: Eraser },
};

const DEIXADAS =
  'Parte da transcrição ficou de fora: o provedor de IA transcreveu frases que provavelmente ninguém disse. Veja onde na página da ligação.';

/** Class that leaves only the icon visible in a narrow column; screen readers and the tooltip have the words. */
const NARROW = 'md:@max-[7rem]:sr-only';

/** Progress of a call; marks failures and partial transcripts, with the reason on hover and focus. */
export function FileIndicator({ row }: { row: CallRow }) {
  const label = fileIndicator(row);
  const { variant, icon: Icon } = LOOK[label];
  return (
    <span className="flex items-center gap-1 max-md:flex-wrap">
      <Badge variant={variant} title={label}>
        <Icon aria-hidden="true" className={label === 'Processando' ? 'animate-spin' : undefined} />
        <span className={NARROW}>{label}</span>
      </Badge>
      {row.status === 'erro' && !row.dados_apagados_em ? (
        <Tooltip content={row.motivo ?? 'O processamento falhou.'}>
          <button
            type="button"
            className="focus-ring relative z-10 rounded-full"
            aria-label={`Erro: ${row.motivo ?? 'o processamento falhou'}`}
          >
            <Badge variant="destructive">
              <CircleAlert aria-hidden="true" />
              <span className={NARROW}>Erro</span>
            </Badge>
          </button>
        </Tooltip>
      ) : null}
      {row.falas_deixadas && !row.dados_apagados_em ? (
        <Tooltip content={DEIXADAS}>
          <button
            type="button"
            className="focus-ring relative z-10 rounded-full"
            aria-label={`Transcrição incompleta. ${DEIXADAS}`}
          >
            <Badge variant="warning">
              <TriangleAlert aria-hidden="true" />
              <span className={NARROW}>Em parte</span>
            </Badge>
          </button>
        </Tooltip>
      ) : null}
    </span>
  );
}
