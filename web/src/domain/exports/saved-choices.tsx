import {
  createModeloExportacao,
  deleteModeloExportacao,
  listModelosExportacao,
  type ModeloExportacaoWire,
} from '@escuta/shared/contracts/operation/exportacoes';
import type { FormatoExportacao, TipoExportacao } from '@escuta/shared/domain/exports/exports';
import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';

interface Choice {
  formato: FormatoExportacao;
  colunas: readonly string[];
  planilhas: readonly string[];
}

interface SavedChoicesProps {
  tipo: TipoExportacao;
  now: Choice;
  onChoose: (kept: ModeloExportacaoWire) => void;
}

const isSame = (a: Choice, b: Choice): boolean =>
  a.formato === b.formato &&
  a.colunas.join() === b.colunas.join() &&
  a.planilhas.join() === b.planilhas.join();

const schema = createModeloExportacao.body.pick({ nome: true, da_empresa: true });

/** Applies, saves and deletes choices of format and columns. */
export function SavedChoices({ tipo, now, onChoose }: SavedChoicesProps) {
  const id = useId();
  const { data } = useQuery({
    ...apiQuery(listModelosExportacao, { query: { tipo } }),
    select: (answer) => answer.data,
  });
  const [naming, setNaming] = useState(false);
  const [deleting, setDeleting] = useState<ModeloExportacaoWire | null>(null);
  const remove = useApiMutation(deleteModeloExportacao, {
    done: 'Seleção de colunas excluída.',
    failed: 'Erro ao excluir a seleção',
  });
  const kept = data ?? [];
  const chosen = kept.find((one) => isSame(one, now));
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        {kept.length > 0 ? (
          <div className="grid min-w-44 flex-1 gap-2">
            <Label htmlFor={`${id}-salvas`}>Seleções salvas</Label>
            <Select
              value={chosen?.id ?? ''}
              onValueChange={(next) => {
                const one = kept.find((each) => each.id === next);
                if (one) onChoose(one);
              }}
            >
              <SelectTrigger id={`${id}-salvas`} className="w-full">
                <SelectValue placeholder="Selecione uma" />
              </SelectTrigger>
              <SelectContent>
                {kept.map((one) => (
                  <SelectItem key={one.id} value={one.id}>
                    {one.nome}
                    {one.da_empresa ? ' · da empresa' : ''}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          </div>
        ) : null}
        {chosen?.pode_mudar ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Excluir a seleção ${chosen.nome}`}
            onClick={() => setDeleting(chosen)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        ) : null}
        {chosen || now.colunas.length === 0 ? null : (
          <Button variant="ghost" onClick={() => setNaming(true)}>
            <BookmarkPlus aria-hidden="true" />
            Salvar esta seleção
          </Button>
        )}
      </div>
      <FormDialog open={naming} onClose={() => setNaming(false)}>
        <SaveChoice tipo={tipo} now={now} />
      </FormDialog>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => (open ? undefined : setDeleting(null))}
        title={`Excluir a seleção “${deleting?.nome ?? ''}”?`}
        description={
          deleting?.da_empresa
            ? 'Ela deixa de aparecer para todos da empresa. As exportações já feitas não mudam.'
            : 'As exportações já feitas não mudam.'
        }
        confirmLabel="Excluir"
        destructive
        onConfirm={() => (deleting ? remove.run({ params: { id: deleting.id } }) : undefined)}
      />
    </div>
  );
}

function SaveChoice({ tipo, now }: Pick<SavedChoicesProps, 'tipo' | 'now'>) {
  const { done } = useFormDialog();
  const save = useApiMutation(createModeloExportacao, { done: 'Seleção de colunas salva.', failed: null });
  const { formato, colunas, planilhas } = now;
  const api = useApiForm({
    schema,
    values: { nome: '', da_empresa: false },
    send: (body) =>
      save.run({ body: { ...body, tipo, formato, colunas: [...colunas], planilhas: [...planilhas] } }),
    onSaved: done,
    failed: 'Erro ao salvar a seleção',
  });
  return (
    <DialogForm
      api={api}
      title="Salvar esta seleção"
      description="Salva o formato e as colunas atuais para reutilizar."
      submitLabel="Salvar"
    >
      <TextField {...api.field('nome')} label="Nome da seleção" required maxLength={80} />
      <SwitchField {...api.field('da_empresa')} label="Compartilhar com a empresa" row />
    </DialogForm>
  );
}
