import { CircleCheckBig, SearchX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';

interface QueueEmptyProps {
  filtered: boolean;
  onClear: () => void;
  onRefresh: () => void;
  refreshing: boolean;
}

export function QueueEmpty({ filtered, onClear, onRefresh, refreshing }: QueueEmptyProps) {
  return filtered ? (
    <EmptyState
      icon={<SearchX />}
      title="Nenhum insight na fila com estes filtros"
      description="Nenhum resultado com os filtros selecionados."
      action={
        <Button variant="outline" onClick={onClear}>
          Limpar filtros
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<CircleCheckBig />}
      title="Nada para revisar"
      description="Insights com erro, baixa confiança, alertas da IA ou afirmações sem evidência, e ligações que dispararam uma regra, aparecem aqui assim que a análise termina."
      action={
        <Button variant="outline" onClick={onRefresh} loading={refreshing}>
          Atualizar
        </Button>
      }
    />
  );
}
