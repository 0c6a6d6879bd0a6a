import { type Coletores, getColetores, updateColetores } from '@escuta/shared/contracts/surveys/quadro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

const SITUACAO: Record<Coletores['coletores'][number]['situacao'], string | null> = {
  ativo: null,
  convidado: 'convite em aberto',
  inativo: 'conta desativada',
  excluido: 'conta excluída',
};

/** Chooses the people who may interview with a questionnaire; none chosen means everybody. */
export function CollectorsDialog({
  target,
  onClose,
}: {
  target: { id: string; nome: string } | null;
  onClose: () => void;
}) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <CollectorsContent questionario={shown} /> : null}
    </FormDialog>
  );
}

function CollectorsContent({ questionario }: { questionario: { id: string; nome: string } }) {
  const query = useQuery({
    ...apiQuery(getColetores, { params: { id: questionario.id } }),
    select: (answer) => answer.data,
  });
  return (
    <>
      <DialogHeader>
        <DialogTitle>Coletores</DialogTitle>
        <DialogDescription>
          Selecione as pessoas que podem coletar com “{questionario.nome}”. Se ninguém for selecionado, todas
          as pessoas da empresa podem coletar.
        </DialogDescription>
      </DialogHeader>
      {query.data ? (
        <CollectorsForm questionarioId={questionario.id} coletores={query.data} />
      ) : query.error ? (
        <ErrorState
          title="Erro ao carregar as pessoas."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton aria-busy="true" className="h-40" />
      )}
    </>
  );
}

// Does not use `useApiForm`, because this is a list of people to tick, not a form with fields.
function CollectorsForm({ questionarioId, coletores }: { questionarioId: string; coletores: Coletores }) {
  const { close, done } = useFormDialog();
  const [opened] = useState(coletores);
  const antes = opened.coletores.map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(antes));
  const dirty = chosen.size !== antes.length || antes.some((id) => !chosen.has(id));
  const save = useApiMutation(updateColetores, {
    done: 'Lista salva.',
    failed: 'Erro ao salvar a lista',
    onDone: done,
  });
  useReportToDialog(save.busy, dirty);
  const people = [
    ...opened.coletores.map((one) => ({ ...one, note: SITUACAO[one.situacao] })),
    ...opened.outros.map((one) => ({ ...one, note: null })),
  ];
  return (
    <>
      <ul aria-label="Pessoas" className="grid max-h-[50dvh] gap-1 overflow-y-auto">
        {people.map((one) => (
          <li key={one.id}>
            <Label className="flex min-h-11 items-center gap-3 rounded-md px-2 font-normal hover:bg-muted">
              <Checkbox
                checked={chosen.has(one.id)}
                onCheckedChange={(on) =>
                  setChosen((now) => {
                    const next = new Set(now);
                    if (on) next.add(one.id);
                    else next.delete(one.id);
                    return next;
                  })
                }
              />
              <span className="min-w-0 break-words">{one.nome}</span>
              {one.note ? <Badge>{one.note}</Badge> : null}
            </Label>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="outline" onClick={close} disabled={save.busy}>
          Cancelar
        </Button>
        <Button
          loading={save.busy}
          onClick={() =>
            void save.attempt({ params: { id: questionarioId }, body: { coletores: [...chosen], antes } })
          }
        >
          Salvar lista
        </Button>
      </DialogFooter>
    </>
  );
}
