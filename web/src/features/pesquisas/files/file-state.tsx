import type { ArquivoDaEntrevista } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Download, LoaderCircle, Mic, MicOff, Smartphone, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonsHeld } from '../../../domain/survey/state/quarantine.tsx';
import { formatClockMs, formatFileSize, formatNumber } from '../../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx';

type Row = ArquivoDaEntrevista;

/** Words for how long nothing was recorded: '12 s', '1,5 s'; from 90 s on as a clock time. */
export function silenceOf(ms: number): string {
  if (ms >= 90_000) return formatClockMs(ms);
  return `${formatNumber(ms / 1000, ms < 10_000 && ms % 1000 !== 0 ? 1 : 0)} s`;
}

/** Words for the gaps in a recording: '2 lacunas, 16 s sem som'; null without gaps. */
export function gapsInWords({ total, sem_som_ms }: Row['lacunas']): string | null {
  return total === 0 ? null : `${plural(total, 'lacuna', 'lacunas')}, ${silenceOf(sem_som_ms)} sem som`;
}

/** Words for the parts received so far: '12 partes, 3 MB'. */
export function uploadInWords({ envios }: Row): string {
  const recebidas = envios.primeiros.reduce((sum, one) => sum + one.recebidas, 0);
  return `${plural(recebidas, 'parte', 'partes')}, ${formatFileSize(envios.tamanho)}`;
}

/** Words for why an interview has no recording; null if the reason is unknown. */
export function explainNoRecording(row: Row): string | null {
  if (row.item?.apagada) return 'Os dados desta entrevista foram apagados.';
  if (row.gravacao === 'recusada') return 'O entrevistado não aceitou a gravação.';
  if (row.quarentena.length > 0) {
    return row.envios.total > 0
      ? `Em quarentena. A gravação ainda não foi preparada (${uploadInWords(row)}). ${reasonsHeld(row.quarentena).join(' ')}`
      : reasonsHeld(row.quarentena).join(' ');
  }
  if (row.montagem === 'falhou') return row.item?.motivo ?? 'A gravação não pôde ser preparada.';
  if (row.motivo_sem_gravacao) return row.motivo_sem_gravacao;
  if (row.gravacao === 'sem_gravacao') return 'A entrevista não tem gravação.';
  return row.situacao === 'em_andamento' ? null : 'Nenhuma gravação foi enviada.';
}

type Said = { label: string; variant: BadgeVariant; icon: ReactNode; says: string | null };

function saidOf(row: Row): Said {
  if (row.estado === 'com_gravacao') {
    const gaps = gapsInWords(row.lacunas);
    return gaps
      ? { label: 'Com lacunas', variant: 'warning', icon: <TriangleAlert aria-hidden="true" />, says: gaps }
      : { label: 'Com gravação', variant: 'primary', icon: <Mic aria-hidden="true" />, says: null };
  }
  if (row.estado === 'sem_gravacao') {
    return row.montagem === 'falhou'
      ? {
          label: 'Não preparada',
          variant: 'warning',
          icon: <TriangleAlert aria-hidden="true" />,
          says: explainNoRecording(row),
        }
      : {
          label: 'Sem gravação',
          variant: 'neutral',
          icon: <MicOff aria-hidden="true" />,
          says: explainNoRecording(row),
        };
  }
  if (row.montagem === 'pendente') {
    return {
      label: 'Em preparo',
      variant: 'neutral',
      icon: <LoaderCircle aria-hidden="true" />,
      says: uploadInWords(row),
    };
  }
  if (row.aguardando_aparelho) {
    return {
      label: 'Envio parado',
      variant: 'warning',
      icon: <Smartphone aria-hidden="true" />,
      says: `O aparelho está sem contato. O servidor recebeu ${uploadInWords(row)}.`,
    };
  }
  return row.envios.total === 0
    ? { label: 'No aparelho', variant: 'neutral', icon: <Smartphone aria-hidden="true" />, says: null }
    : {
        label: 'Recebendo',
        variant: 'neutral',
        icon: <Download aria-hidden="true" />,
        says: uploadInWords(row),
      };
}

/** Badge with the state of an interview's sound, and below it an explanation if there is one. */
export function FileState({ row }: { row: Row }) {
  const { label, variant, icon, says } = saidOf(row);
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge variant={variant}>
        {icon}
        {label}
      </Badge>
      {says ? (
        <span className="line-clamp-2 max-w-56 break-words text-muted-foreground text-xs" title={says}>
          {says}
        </span>
      ) : null}
    </span>
  );
}
