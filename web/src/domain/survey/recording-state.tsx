import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import { Mic, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CallStatus } from '../calls/call-status.tsx';

type Recorded = Pick<EntrevistaNaLista, 'gravacao' | 'item'>;

/** Where an interview's recording is, and how far its audit: what failed, or waits, says why on hover and focus. */
export function RecordingState({ gravacao, item }: Recorded) {
  if (item?.arquivo_nome && item.status !== 'pendente') {
    if (item.status !== 'erro') return <CallStatus status={item.status} />;
    const why = item.motivo ?? 'O processamento falhou.';
    return (
      <Why label={`Erro: ${why}`} why={why}>
        <CallStatus status="erro" />
      </Why>
    );
  }
  const [label, badge] = item?.arquivo_nome
    ? (['Gravada', { variant: 'primary', icon: <Mic aria-hidden="true" /> }] as const)
    : ([
        gravacao === 'recusada' ? 'Recusou gravação' : 'Sem gravação',
        { variant: undefined, icon: <MicOff aria-hidden="true" /> },
      ] as const);
  // A recording of the field that could not be joined, or was not audited by itself.
  const why = item?.status === 'pendente' ? item.motivo : null;
  const shown = (
    <Badge variant={why ? 'warning' : badge.variant}>
      {badge.icon}
      {label}
    </Badge>
  );
  return why ? (
    <Why label={`${label}: ${why}`} why={why}>
      {shown}
    </Why>
  ) : (
    shown
  );
}

function Why({ label, why, children }: { label: string; why: string; children: ReactNode }) {
  return (
    <Tooltip content={why}>
      <button type="button" className="focus-ring relative z-10 rounded-full" aria-label={label}>
        {children}
      </button>
    </Tooltip>
  );
}
