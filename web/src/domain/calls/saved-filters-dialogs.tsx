import {
  createFiltro,
  deleteFiltro,
  type FiltroSalvoWire,
  updateFiltro,
} from '@escuta/shared/contracts/calls/filtros';
import { Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { isAsked, isNow, type Now, wordsOf } from './saved-filter-words.ts';

/** Saves the list's present filter or search under a name. */
export function SaveDialog({ open, onClose, now }: { open: boolean; onClose: () => void; now: Now }) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <SaveFilter now={now} />
    </FormDialog>
  );
}

function SaveFilter({ now }: { now: Now }) {
  const { done } = useFormDialog();
  const words = wordsOf(now.dito);
  const save = useApiMutation(createFiltro, { done: words.saved, failed: null });
  const api = useApiForm({
    schema: createFiltro.body.pick({ nome: true, da_empresa: true }),
    values: { nome: '', da_empresa: false },
    send: (body) => save.run({ body: { ...body, ...now } }),
    onSaved: done,
    failed: now.dito ? 'Erro ao salvar a busca' : 'Erro ao salvar o filtro',
  });
  return (
    <DialogForm
      api={api}
      title={words.saveTitle}
      description="Salva a busca e os filtros atuais."
      submitLabel="Salvar"
    >
      <TextField {...api.field('nome')} label="Nome" required maxLength={80} />
      <SwitchField {...api.field('da_empresa')} label="Compartilhar com a empresa" hint={words.hint} row />
    </DialogForm>
  );
}

/** Label of a shared filter: says that it is the company's, and who saved it. */
function sharedBy({ autor }: FiltroSalvoWire, me: string | undefined): string {
  if (!autor) return 'Da empresa';
  return `Da empresa · salvo por ${autor.id === me ? 'você' : (autor.nome ?? 'alguém')}`;
}

/** Lists the saved filters or searches, each with buttons to edit and delete it. */
export function ManageDialog({
  open,
  onClose,
  kept,
  now,
}: {
  open: boolean;
  onClose: () => void;
  kept: readonly FiltroSalvoWire[];
  now: Now;
}) {
  const [editing, setEditing] = useState<FiltroSalvoWire | null>(null);
  const [deleting, setDeleting] = useState<FiltroSalvoWire | null>(null);
  const [edited, going] = [useLast(editing), useLast(deleting)];
  const remove = useApiMutation(deleteFiltro, {
    done: now.dito ? 'Busca excluída.' : 'Filtro excluído.',
    failed: now.dito ? 'Erro ao excluir a busca' : 'Erro ao excluir o filtro',
  });
  const { user } = useRequiredSession();
  return (
    <>
      <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{wordsOf(now.dito).title}</DialogTitle>
            <DialogDescription>
              {now.dito
                ? 'As suas buscas e as compartilhadas com a empresa.'
                : 'Os seus filtros e os compartilhados com a empresa.'}
            </DialogDescription>
          </DialogHeader>
          {kept.length === 0 ? (
            <p className="text-muted-foreground text-sm">
              {now.dito ? 'Nenhuma busca salva.' : 'Nenhum filtro salvo.'}
            </p>
          ) : null}
          <ul className="grid max-h-96 gap-1 overflow-y-auto">
            {kept.map((one) => (
              <li key={one.id} className="flex items-center gap-2 rounded-md border px-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="break-words font-medium text-sm">{one.nome}</p>
                  <p className="text-muted-foreground text-xs">
                    {one.da_empresa ? sharedBy(one, user.id) : 'Só você vê'}
                  </p>
                </div>
                {one.pode_mudar ? (
                  <>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Editar ${one.nome}`}
                      onClick={() => setEditing(one)}
                    >
                      <Pencil />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      aria-label={`Excluir ${one.nome}`}
                      onClick={() => setDeleting(one)}
                    >
                      <Trash2 />
                    </Button>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </DialogContent>
      </Dialog>
      <FormDialog open={editing !== null} onClose={() => setEditing(null)}>
        {edited ? <EditFilter salvo={edited} now={now} /> : null}
      </FormDialog>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(next) => (next ? undefined : setDeleting(null))}
        title={`Excluir “${going?.nome ?? ''}”?`}
        description={
          going?.da_empresa
            ? `${now.dito ? 'Ela' : 'Ele'} deixa de aparecer para todos da empresa. As ligações não mudam.`
            : 'As ligações não mudam.'
        }
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (going ? remove.run({ params: { id: going.id } }) : undefined)}
      />
    </>
  );
}

function EditFilter({ salvo, now }: { salvo: FiltroSalvoWire; now: Now }) {
  const words = wordsOf(now.dito);
  const { done } = useFormDialog();
  const { user } = useRequiredSession();
  const save = useApiMutation(updateFiltro, { done: words.updated, failed: null });
  // True: the saved filter gets the present conditions of the list. False: it keeps its conditions.
  const [trocar, setTrocar] = useState(false);
  const trocarId = useId();
  const other = isAsked(now) && !isNow(salvo, now);
  const api = useApiForm({
    schema: createFiltro.body.pick({ nome: true, da_empresa: true }),
    values: { nome: salvo.nome, da_empresa: salvo.da_empresa },
    send: (body, { changed }) =>
      save.run({
        params: { id: salvo.id },
        body: { ...pickChanged(body, changed), ...(trocar && other ? now : {}) },
      }),
    onSaved: done,
    failed: now.dito ? 'Erro ao atualizar a busca' : 'Erro ao atualizar o filtro',
  });
  return (
    <DialogForm
      api={api}
      title={words.edit}
      submitLabel="Salvar"
      dirty={trocar}
      disabled={!api.dirty && !trocar}
    >
      <TextField {...api.field('nome')} label="Nome" required maxLength={80} />
      {salvo.autor?.id === user.id ? (
        <SwitchField {...api.field('da_empresa')} label="Compartilhar com a empresa" hint={words.hint} row />
      ) : null}
      {other ? (
        <label htmlFor={trocarId} className="flex items-center gap-2 text-sm">
          <Checkbox
            id={trocarId}
            checked={trocar}
            onCheckedChange={(checked) => setTrocar(checked === true)}
          />
          {words.replace}
        </label>
      ) : null}
    </DialogForm>
  );
}
