import { type AgenteWire, listFusoes, undoFusao } from '@escuta/shared/contracts/team/agentes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { interviewCount } from '../../domain/survey/agente-picker.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useForgetMaps } from './forget-maps.ts';

/** Lists an agent's merges that can still be undone: the other agent, what returns to that agent, and the deadline. */
export function UndoMergeDialog({ agente, onClose }: { agente: AgenteWire | null; onClose: () => void }) {
  const shown = useLast(agente);
  return (
    <Dialog open={agente !== null} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Desfazer fusão</DialogTitle>
          <DialogDescription>
            O cadastro de {shown?.nome} é separado em dois de novo: entrevistas, conta, matrícula, apelidos e
            ramais voltam para o outro agente, e os relatórios mudam junto. As ligações que vieram de uma
            planilha ou do nome de uma gravação depois da fusão ficam com {shown?.nome}.
          </DialogDescription>
        </DialogHeader>
        {shown ? <MergeList agente={shown} onDone={onClose} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function MergeList({ agente, onDone }: { agente: AgenteWire; onDone: () => void }) {
  const { data, error, isPending, refetch } = useQuery(apiQuery(listFusoes, { params: { id: agente.id } }));
  const forget = useForgetMaps();
  const undo = useApiMutation(undoFusao, {
    done: ({ data: { outro } }) => `Fusão desfeita: ${outro.nome} voltou à lista`,
    failed: 'Não foi possível desfazer a fusão',
    onDone: () => {
      forget();
      onDone();
    },
  });
  if (isPending) return <Skeleton className="h-20" />;
  if (error)
    return (
      <ErrorState title="Não foi possível carregar as fusões" error={error} onRetry={() => void refetch()} />
    );
  if (data.data.length === 0) {
    return <p className="text-muted-foreground text-sm">Nenhuma fusão pode mais ser desfeita.</p>;
  }
  return (
    <ul className="grid gap-3">
      {data.data.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-md border p-3 text-sm"
        >
          <span className="grid min-w-0 gap-0.5">
            <span className="break-words font-medium">{one.nome}</span>
            <span className="text-muted-foreground text-xs">
              Fusão feita em {formatDateTime(one.em)}
              {one.por ? `, por ${one.por}` : ''} · {interviewCount(one.entrevistas)} ·{' '}
              {plural(one.ramais, 'ramal', 'ramais')}
            </span>
            <span className="text-xs">Pode ser desfeita até {formatDateTime(one.ate)}</span>
          </span>
          <Button
            size="sm"
            variant="outline"
            loading={undo.running.some(({ params }) => params.fusaoId === one.id)}
            disabled={undo.busy}
            aria-label={`Desfazer fusão com ${one.nome}`}
            onClick={() => void undo.attempt({ params: { id: agente.id, fusaoId: one.id } })}
          >
            <Undo2 aria-hidden="true" />
            Desfazer fusão
          </Button>
        </li>
      ))}
    </ul>
  );
}
