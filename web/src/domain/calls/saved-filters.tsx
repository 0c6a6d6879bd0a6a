import {
  createFiltro,
  deleteFiltro,
  type FiltroSalvoWire,
  listFiltros,
  updateFiltro,
} from '@escuta/shared/contracts/filtros';
import { asListAddress, countConditions, type Filtro } from '@escuta/shared/domain/filtro';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Pencil, Settings2, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { errorMessage } from '../../lib/api.ts';
import { apiQuery } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';

interface SavedFiltersProps {
  /** The filter of the list as it is now. */
  filtro: Filtro;
  /** Somebody chose a kept one: the list shows what it says (`asListAddress`). */
  onChoose: (filtro: Filtro) => void;
  /** What this list can show; where it says no, a filter stands in the menu and cannot be chosen. */
  canShow?: (filtro: Filtro) => boolean;
  className?: string;
}

type Open = { kind: 'save' } | { kind: 'manage' };

const inOrder = (value: object): string => JSON.stringify(Object.entries(value).sort());

/** Whether two filters say the same, in whatever order. */
function isSame(a: Filtro, b: Filtro): boolean {
  const [one, other] = [asListAddress(a), asListAddress(b)];
  if (one && other) return inOrder(one) === inOrder(other);
  return JSON.stringify(a) === JSON.stringify(b);
}

/** 'Filtros salvos' of a list of calls: choose one, keep the present one, rename, share, delete. */
export function SavedFilters({
  filtro,
  onChoose,
  canShow = (given) => asListAddress(given) !== null,
  className,
}: SavedFiltersProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, isPending } = useQuery(apiQuery(listFiltros));
  const kept = data?.data ?? [];
  const chosen = countConditions(filtro) === 0 ? undefined : kept.find((one) => isSame(one.filtro, filtro));
  const groups = [
    { label: 'Meus filtros', rows: kept.filter(({ da_empresa }) => !da_empresa) },
    { label: 'Da empresa', rows: kept.filter(({ da_empresa }) => da_empresa) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" className={className}>
            <Bookmark aria-hidden="true" />
            <span className="max-w-48 truncate">{chosen?.nome ?? 'Filtros salvos'}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-[min(22rem,calc(100vw-2rem))]">
          <DropdownMenuRadioGroup value={chosen?.id ?? ''}>
            {groups.map(({ label, rows }) => (
              <div key={label}>
                <DropdownMenuLabel className="text-muted-foreground text-xs">{label}</DropdownMenuLabel>
                {rows.map((one) => (
                  <DropdownMenuRadioItem
                    key={one.id}
                    value={one.id}
                    disabled={!canShow(one.filtro)}
                    onSelect={() => onChoose(one.filtro)}
                  >
                    <span className="min-w-0 break-words">{one.nome}</span>
                  </DropdownMenuRadioItem>
                ))}
              </div>
            ))}
          </DropdownMenuRadioGroup>
          {kept.length === 0 ? (
            <p className="max-w-64 px-2 py-1.5 text-muted-foreground text-sm">
              {error
                ? errorMessage(error)
                : isPending
                  ? 'Carregando…'
                  : 'Nenhum filtro salvo ainda. Filtre a lista e salve o filtro para voltar a ele.'}
            </p>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            disabled={countConditions(filtro) === 0 || chosen !== undefined}
            onSelect={() => setOpen({ kind: 'save' })}
          >
            <BookmarkPlus aria-hidden="true" />
            Salvar este filtro…
          </DropdownMenuItem>
          {kept.length > 0 ? (
            <DropdownMenuItem onSelect={() => setOpen({ kind: 'manage' })}>
              <Settings2 aria-hidden="true" />
              Gerenciar filtros…
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <FormDialog open={open?.kind === 'save'} onClose={() => setOpen(null)}>
        <SaveFilter filtro={filtro} />
      </FormDialog>
      <ManageDialog
        open={open?.kind === 'manage'}
        onClose={() => setOpen(null)}
        kept={kept}
        filtro={filtro}
      />
    </>
  );
}

function SaveFilter({ filtro }: { filtro: Filtro }) {
  const { done } = useFormDialog();
  const save = useApiMutation(createFiltro, { done: 'Filtro salvo.', failed: null });
  const api = useApiForm({
    schema: createFiltro.body.pick({ nome: true, da_empresa: true }),
    values: { nome: '', da_empresa: false },
    send: (body) => save.run({ body: { ...body, filtro } }),
    onSaved: done,
    failed: 'Erro ao salvar filtro',
  });
  return (
    <DialogForm
      api={api}
      title="Salvar filtro"
      description="A busca e os filtros de agora, para voltar a eles."
      submitLabel="Salvar"
    >
      <TextField {...api.field('nome')} label="Nome" required maxLength={80} />
      <SwitchField
        {...api.field('da_empresa')}
        label="Compartilhar com a empresa"
        hint="Todos da empresa veem este filtro. Só você e os gerentes podem mudá-lo."
        row
      />
    </DialogForm>
  );
}

/** Whose a shared filter is, for people. */
function sharedBy({ autor }: FiltroSalvoWire, me: string | undefined): string {
  if (!autor) return 'Da empresa';
  return `Da empresa · salvo por ${autor.id === me ? 'você' : (autor.nome ?? 'alguém')}`;
}

function ManageDialog({
  open,
  onClose,
  kept,
  filtro,
}: {
  open: boolean;
  onClose: () => void;
  kept: readonly FiltroSalvoWire[];
  filtro: Filtro;
}) {
  const [editing, setEditing] = useState<FiltroSalvoWire | null>(null);
  const [deleting, setDeleting] = useState<FiltroSalvoWire | null>(null);
  const [edited, going] = [useLast(editing), useLast(deleting)];
  const remove = useApiMutation(deleteFiltro, { done: 'Filtro excluído.', failed: 'Erro ao excluir filtro' });
  const { user } = useRequiredSession();
  return (
    <>
      <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Filtros salvos</DialogTitle>
            <DialogDescription>Os seus, e os que a empresa compartilha.</DialogDescription>
          </DialogHeader>
          {kept.length === 0 ? <p className="text-muted-foreground text-sm">Nenhum filtro salvo.</p> : null}
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
        {edited ? <EditFilter salvo={edited} filtro={filtro} /> : null}
      </FormDialog>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(next) => (next ? undefined : setDeleting(null))}
        title={`Excluir “${going?.nome ?? ''}”?`}
        description={
          going?.da_empresa
            ? 'Ele some para todos da empresa. As ligações não mudam.'
            : 'As ligações não mudam.'
        }
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (going ? remove.run({ params: { id: going.id } }) : undefined)}
      />
    </>
  );
}

function EditFilter({ salvo, filtro }: { salvo: FiltroSalvoWire; filtro: Filtro }) {
  const { done } = useFormDialog();
  const { user } = useRequiredSession();
  const save = useApiMutation(updateFiltro, { done: 'Filtro atualizado.', failed: null });
  // The filter's own conditions stay unless those of the list are asked for instead.
  const [trocar, setTrocar] = useState(false);
  const trocarId = useId();
  const other = countConditions(filtro) > 0 && !isSame(filtro, salvo.filtro);
  const api = useApiForm({
    schema: createFiltro.body.pick({ nome: true, da_empresa: true }),
    values: { nome: salvo.nome, da_empresa: salvo.da_empresa },
    send: (body, { changed }) =>
      save.run({
        params: { id: salvo.id },
        body: { ...pickChanged(body, changed), ...(trocar && other ? { filtro } : {}) },
      }),
    onSaved: done,
    failed: 'Erro ao atualizar filtro',
  });
  return (
    <DialogForm
      api={api}
      title="Editar filtro"
      submitLabel="Salvar"
      dirty={trocar}
      disabled={!api.dirty && !trocar}
    >
      <TextField {...api.field('nome')} label="Nome" required maxLength={80} />
      {salvo.autor?.id === user.id ? (
        <SwitchField
          {...api.field('da_empresa')}
          label="Compartilhar com a empresa"
          hint="Todos da empresa veem este filtro. Só você e os gerentes podem mudá-lo."
          row
        />
      ) : null}
      {other ? (
        <label htmlFor={trocarId} className="flex items-center gap-2 text-sm">
          <Checkbox
            id={trocarId}
            checked={trocar}
            onCheckedChange={(checked) => setTrocar(checked === true)}
          />
          Trocar pelo filtro que a lista mostra agora
        </label>
      ) : null}
    </DialogForm>
  );
}
