import {
  type AgenteRamalWire,
  type AgenteWire,
  addRamal,
  deleteRamal,
  listRamais,
  updateRamal,
} from '@escuta/shared/contracts/team/agentes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DateField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { currentTime } from '../../lib/network/server-clock.ts';
import { formatDateTime, toLocalDate } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { beginOf, endOf, ramalSchema } from './ramal-form.ts';

/** The period in words, open at one end or both: 'Sempre', 'Desde 01/10/2026, 00:00'. */
function periodOf({ de, ate }: AgenteRamalWire): string {
  if (!de && !ate) return 'Sempre';
  if (!ate) return `Desde ${formatDateTime(de)}`;
  return de ? `De ${formatDateTime(de)} até ${formatDateTime(ate)}` : `Até ${formatDateTime(ate)}`;
}

const isOpen = ({ ate }: AgenteRamalWire): boolean => ate === null || Date.parse(ate) > currentTime();

function told({ ligacoes, tarefa_id }: { ligacoes: number; tarefa_id: string | null }): string {
  if (tarefa_id !== null)
    return 'As ligações do período estão sendo atribuídas aos agentes: acompanhe em Tarefas.';
  return ligacoes === 0
    ? ''
    : `${plural(ligacoes, 'ligação desse ramal atualizada', 'ligações desse ramal atualizadas')}.`;
}

/** Lists the extensions of an agent with their periods; a person can add, end and delete them. */
export function RamaisDialog({ agente, onClose }: { agente: AgenteWire | null; onClose: () => void }) {
  const shown = useLast(agente);
  return (
    <FormDialog open={agente !== null} onClose={onClose}>
      {shown ? <Ramais agente={shown} /> : null}
    </FormDialog>
  );
}

function Ramais({ agente }: { agente: AgenteWire }) {
  const { id, nome } = agente;
  const { done } = useFormDialog();
  const { data, error, isPending } = useQuery(apiQuery(listRamais, { params: { id } }));
  const [going, setGoing] = useState<AgenteRamalWire | null>(null);
  const last = useLast(going);
  const add = useApiMutation(addRamal, {
    done: (answer) =>
      `Ramal ${answer.data.ramal} atribuído a ${nome}. ${told(answer.data.resolvidas)}`.trim(),
    failed: null,
  });
  const end = useApiMutation(updateRamal, {
    done: (answer) => `Ramal ${answer.data.ramal} encerrado hoje. ${told(answer.data.resolvidas)}`.trim(),
    failed: 'Erro ao encerrar o ramal',
  });
  const remove = useApiMutation(deleteRamal, {
    done: 'Período excluído.',
    failed: 'Erro ao excluir o período',
  });
  const api = useApiForm({
    schema: ramalSchema,
    values: { ramal: '', de: '', ate: '' },
    send: (values) =>
      add.run({
        params: { id },
        body: { ramal: values.ramal, de: beginOf(values.de), ate: endOf(values.ate) },
      }),
    onSaved: done,
    failed: 'Erro ao atribuir o ramal',
    draft: { key: `ramal:${id}`, title: `Ramais de ${nome}`, dialog: true },
  });
  const rows = data?.data ?? [];
  return (
    <>
      <DialogForm
        api={api}
        title={`Ramais de ${nome}`}
        description="Cada ligação fica com o agente que tinha o ramal naquela hora."
        submitLabel="Atribuir ramal"
      >
        {rows.length === 0 ? (
          <p className="text-muted-foreground text-sm">
            {error ? errorMessage(error) : isPending ? 'Carregando…' : 'Nenhum ramal ainda.'}
          </p>
        ) : (
          <ul aria-label={`Ramais de ${nome}`} className="grid max-h-60 gap-1 overflow-y-auto">
            {rows.map((one) => (
              <li key={one.id} className="flex items-center gap-2 rounded-md border px-3 py-2 text-sm">
                <span className="grid min-w-0 flex-1">
                  <span className="break-words font-medium">{one.ramal}</span>
                  <span className="text-muted-foreground text-xs">{periodOf(one)}</span>
                </span>
                {isOpen(one) ? (
                  <Button
                    type="button"
                    variant="outline"
                    size="sm"
                    loading={end.running.some(({ params }) => params.ramalId === one.id)}
                    onClick={() =>
                      void end.attempt({
                        params: { id, ramalId: one.id },
                        body: { ate: endOf(toLocalDate(currentTime())) },
                      })
                    }
                  >
                    Encerrar hoje
                  </Button>
                ) : null}
                <Button
                  type="button"
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Excluir o período do ramal ${one.ramal}`}
                  onClick={() => setGoing(one)}
                >
                  <Trash2 />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TextField
          {...api.field('ramal')}
          label="Novo ramal"
          required
          maxLength={64}
          placeholder="SIP/1023"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField {...api.field('de')} label="De" hint="Em branco: desde sempre." />
          <DateField {...api.field('ate')} label="Até" hint="Em branco: ainda em uso." />
        </div>
      </DialogForm>
      <ConfirmDialog
        open={going !== null}
        onOpenChange={(open) => (open ? undefined : setGoing(null))}
        title={`Excluir o período do ramal ${last?.ramal ?? ''}?`}
        description={`As ligações desse período deixam de ser atribuídas a ${nome}. Para mantê-las, encerre o período em vez de excluir.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (going ? remove.run({ params: { id, ramalId: going.id } }) : undefined)}
      />
    </>
  );
}
