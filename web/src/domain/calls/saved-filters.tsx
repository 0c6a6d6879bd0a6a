import {
  createFiltro,
  type DitoSalvo,
  deleteFiltro,
  type FiltroSalvoWire,
  listFiltros,
  updateFiltro,
} from '@escuta/shared/contracts/filtros';
import type { Filtro } from '@escuta/shared/domain/filtro';
import { countConditions } from '@escuta/shared/domain/filtro-campos';
import { asListAddress } from '@escuta/shared/domain/filtro-endereco';
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
  /** Of a search: what it looks for now ('' nothing yet). Searches and filters of calls are kept apart. */
  dito?: DitoSalvo;
  /** Somebody chose a kept one: the list shows what it says (`asListAddress`). */
  onChoose: (filtro: Filtro, dito: DitoSalvo | null) => void;
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

/** How a kept filter and a kept search are spoken of. */
const WORDS = {
  filtro: {
    title: 'Filtros salvos',
    mine: 'Meus filtros',
    none: 'Nenhum filtro salvo ainda. Filtre a lista e salve o filtro para voltar a ele.',
    save: 'Salvar este filtro…',
    manage: 'Gerenciar filtros…',
    saveTitle: 'Salvar filtro',
    saved: 'Filtro salvo.',
    hint: 'Todos da empresa veem este filtro. Só você e os gerentes podem mudá-lo.',
    edit: 'Editar filtro',
    updated: 'Filtro atualizado.',
    replace: 'Trocar pelo filtro que a lista mostra agora',
  },
  busca: {
    title: 'Buscas salvas',
    mine: 'Minhas buscas',
    none: 'Nenhuma busca salva ainda. Procure algo e salve a busca para voltar a ela.',
    save: 'Salvar esta busca…',
    manage: 'Gerenciar buscas…',
    saveTitle: 'Salvar busca',
    saved: 'Busca salva.',
    hint: 'Todos da empresa veem esta busca. Só você e os gerentes podem mudá-la.',
    edit: 'Editar busca',
    updated: 'Busca atualizada.',
    replace: 'Trocar pela busca de agora',
  },
} as const;
const wordsOf = (dito: DitoSalvo | undefined) => WORDS[dito ? 'busca' : 'filtro'];

/** What is looked for, and in which calls. */
type Now = { filtro: Filtro; dito?: DitoSalvo | undefined };
const isAsked = ({ filtro, dito }: Now): boolean =>
  dito ? dito.q.trim() !== '' : countConditions(filtro) > 0;
const isNow = (one: FiltroSalvoWire, { filtro, dito }: Now): boolean =>
  isSame(one.filtro, filtro) &&
  (dito === undefined || (one.dito?.q === dito.q && one.dito.papel === dito.papel));

/** 'Filtros salvos' of a list of calls, 'Buscas salvas' of what was said: choose one, keep the present one, rename, share, delete. */
export function SavedFilters({
  filtro,
  dito,
  onChoose,
  canShow = (given) => asListAddress(given) !== null,
  className,
}: SavedFiltersProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const { data, error, isPending } = useQuery(apiQuery(listFiltros));
  const words = wordsOf(dito);
  const kept = (data?.data ?? []).filter((one) => Boolean(one.dito) === Boolean(dito));
  const now: Now = { filtro, dito };
  const chosen = isAsked(now) ? kept.find((one) => isNow(one, now)) : undefined;
  const groups = [
    { label: words.mine, rows: kept.filter(({ da_empresa }) => !da_empresa) },
    { label: 'Da empresa', rows: kept.filter(({ da_empresa }) => da_empresa) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" className={className}>
            <Bookmark aria-hidden="true" />
            <span className="max-w-48 truncate">{chosen?.nome ?? words.title}</span>
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
                    onSelect={() => onChoose(one.filtro, one.dito)}
                  >
                    <span className="min-w-0 break-words">{one.nome}</span>
                  </DropdownMenuRadioItem>
                ))}
              </div>
            ))}
          </DropdownMenuRadioGroup>
          {kept.length === 0 ? (
            <p className="max-w-64 px-2 py-1.5 text-muted-foreground text-sm">
              {error ? errorMessage(error) : isPending ? 'Carregando…' : words.none}
            </p>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem
            disabled={!isAsked(now) || chosen !== undefined}
            onSelect={() => setOpen({ kind: 'save' })}
          >
            <BookmarkPlus aria-hidden="true" />
            {words.save}
          </DropdownMenuItem>
          {kept.length > 0 ? (
            <DropdownMenuItem onSelect={() => setOpen({ kind: 'manage' })}>
              <Settings2 aria-hidden="true" />
              {words.manage}
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <FormDialog open={open?.kind === 'save'} onClose={() => setOpen(null)}>
        <SaveFilter now={now} />
      </FormDialog>
      <ManageDialog open={open?.kind === 'manage'} onClose={() => setOpen(null)} kept={kept} now={now} />
    </>
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
    failed: now.dito ? 'Erro ao salvar busca' : 'Erro ao salvar filtro',
  });
  return (
    <DialogForm
      api={api}
      title={words.saveTitle}
      description="A busca e os filtros de agora, para voltar a eles."
      submitLabel="Salvar"
    >
      <TextField {...api.field('nome')} label="Nome" required maxLength={80} />
      <SwitchField {...api.field('da_empresa')} label="Compartilhar com a empresa" hint={words.hint} row />
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
    failed: now.dito ? 'Erro ao excluir busca' : 'Erro ao excluir filtro',
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
                ? 'As suas, e as que a empresa compartilha.'
                : 'Os seus, e os que a empresa compartilha.'}
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
            ? `${now.dito ? 'Ela' : 'Ele'} some para todos da empresa. As ligações não mudam.`
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
  // The filter's own conditions stay unless those of the list are asked for instead.
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
    failed: now.dito ? 'Erro ao atualizar busca' : 'Erro ao atualizar filtro',
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
