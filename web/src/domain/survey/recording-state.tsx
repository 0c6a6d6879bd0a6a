import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import { Mic, MicOff } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CallStatus } from '../calls/call-status.tsx';

type Recorded = Pick<EntrevistaNaLista, 'gravacao' | 'item'>;

/** Where an interview's recording is, and how far its audit: a failed one says why on hover and focus. */
export function RecordingState({ gravacao, item }: Recorded) {
  if (!item?.arquivo_nome) {
    return (
      <Badge>
        <MicOff aria-hidden="true" />
        {gravacao === 'recusada' ? 'Recusou gravação' : 'Sem gravação'}
      </Badge>
    );
  }
  if (item.status === 'pendente') {
    return (
      <Badge variant="primary">
        <Mic aria-hidden="true" />
        Gravada
      </Badge>
    );
  }
  if (item.status !== 'erro') return <CallStatus status={item.status} />;
  const why = item.motivo ?? 'O processamento falhou.';
  return (
    <Tooltip content={why}>
      <button type="button" className="focus-ring relative z-10 rounded-full" aria-label={`Erro: ${why}`}>
        <CallStatus status="erro" />
      </button>
    </Tooltip>
  );
}
