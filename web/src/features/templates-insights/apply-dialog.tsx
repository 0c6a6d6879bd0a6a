import type { InsightTemplateWire } from '@escuta/shared/contracts/insight-templates';
import { listProjetos } from '@escuta/shared/contracts/projetos';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SearchPicker, usePickerState } from '../../components/tickets/search-picker.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { errorMessage } from '../../lib/api.ts';
import { apiListQuery } from '../../lib/query.ts';
import { filledValues, missingValues, ParameterValues } from './parameter-values.tsx';
import type { TemplateActions } from './use-template-actions.ts';

interface ApplyDialogProps {
  template: InsightTemplateWire;
  empresaId: string | undefined;
  apply: TemplateActions['apply'];
  onClose: () => void;
}

/** Links a template to a project, with the values of its parameters there. */
export function ApplyDialog({ template, empresaId, apply, onClose }: ApplyDialogProps) {
  const { nome, parametrosObrigatorios, parametrosOpcionais } = template;
  const [projeto, setProjeto] = useState<{ id: string; label: string } | null>(null);
  const [missing, setMissing] = useState(false);
  const [values, setValues] = useState<Record<string, string>>({});
  const [markMissing, setMarkMissing] = useState(false);
  const { q, box } = usePickerState();
  const projects = useQuery({
    ...apiListQuery(listProjetos, { query: { limit: 20, q: q || undefined, empresaId } }),
    enabled: box.open,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const incomplete = missingValues(parametrosObrigatorios, values).length > 0;
    setMarkMissing(incomplete);
    if (!projeto) setMissing(true);
    if (!projeto || incomplete) return;
    if (apply.isPending) return;
    apply.mutate(
      {
        projetoId: projeto.id,
        templateId: template.id,
        nome,
        parametros: filledValues([...parametrosObrigatorios, ...parametrosOpcionais], values),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onOpenChange={() => (apply.isPending ? undefined : onClose())}>
      <DialogContent>
        <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Aplicar em Projeto</DialogTitle>
            <DialogDescription>
              As próximas ligações processadas do projeto serão analisadas por “{nome}”.
            </DialogDescription>
          </DialogHeader>
          <Field label="Projeto" required error={missing ? 'Selecione um projeto' : undefined}>
            <SearchPicker
              {...box}
              label="Projeto"
              value={projeto?.id ?? null}
              shown={projeto?.label ?? 'Selecione um projeto'}
              noneLabel="Nenhum"
              onValueChange={(option) => {
                setProjeto(option);
                setMissing(false);
              }}
              placeholder="Nome do projeto"
              options={projects.data?.data.map((row) => ({ id: row.id, label: row.nome }))}
              errorText={projects.isError ? errorMessage(projects.error, 'Falha ao buscar projetos.') : null}
              emptyText="Nenhum projeto encontrado."
            />
          </Field>
          <ParameterValues
            obrigatorios={parametrosObrigatorios}
            opcionais={parametrosOpcionais}
            values={values}
            onChange={setValues}
            markMissing={markMissing}
          />
          <DialogFooter>
            <Button variant="outline" disabled={apply.isPending} onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={apply.isPending}>
              Aplicar
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
