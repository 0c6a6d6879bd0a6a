import type { ProcessingConfigWire } from '@escuta/shared/contracts/insights/processing-config';
import { Badge } from '../../ui/badge.tsx';
import { StatCard } from '../../ui/card.tsx';

/** Cards: Status Geral, Amostragem, Tentativas Max and Nível de Log. */
export function StatusCards({ config }: { config: ProcessingConfigWire }) {
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard
        label="Status Geral"
        value={
          <Badge variant={config.isActive ? 'success' : 'destructive'} className="text-sm">
            {config.isActive ? 'Ativo' : 'Inativo'}
          </Badge>
        }
      />
      <StatCard label="Amostragem" value={`${config.transcriptionConfig.sampling_percentage}%`} />
      <StatCard label="Tentativas Max" value={config.retryConfig.max_retries} />
      <StatCard label="Nível de Log" value={config.loggingConfig.level} />
    </div>
  );
}
