import { type InsightTemplateWire, listInsightTemplates } from '@escuta/shared/contracts/insight-templates';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CategoryBadge } from '../../components/insights/categoria.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { SearchInput } from '../../kit/list/search-input.tsx';
import { apiListQuery } from '../../lib/query.ts';
import { cn } from '../../lib/utils.ts';
import { filledValues, missingValues, ParameterValues } from './parameter-values.tsx';
import type { ProjectWithTemplates } from './project-row.tsx';
import type { TemplateActions } from './use-template-actions.ts';

const LIMIT = 50;

interface AddDialogProps {
  project: ProjectWithTemplates;
  empresaId: string | undefined;
  add: TemplateActions['add'];
  onClose: () => void;
  onAdded: () => void;
}

/** Links one of the active templates that a project does not have yet. */
export function AddDialog({ project, empresaId, add, onClose, onAdded }: AddDialogProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<InsightTemplateWire | null>(null);
  const [missing, setMissing] = useState(false);
  const [values, setValues] = useState<Record<string, string>>({});
  const [markMissing, setMarkMissing] = useState(false);
  const list = useQuery(
    apiListQuery(listInsightTemplates, {
      query: {
        ativo: 'true',
        foraDoProjeto: project.id,
        search: search || undefined,
        limit: LIMIT,
        empresaId,
      },
    }),
  );
  const rows = list.data?.data;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!chosen) {
      setMissing(true);
      return;
    }
    if (missingValues(chosen.parametrosObrigatorios, values).length > 0) {
      setMarkMissing(true);
      return;
    }
    if (add.isPending) return;
    const names = [...chosen.parametrosObrigatorios, ...chosen.parametrosOpcionais];
    add.mutate(
      {
        projetoId: project.id,
        templateId: chosen.id,
        nome: project.nome,
        parametros: filledValues(names, values),
      },
      {
        onSuccess: () => {
          onAdded();
          onClose();
        },
      },
    );
  };
  const none = rows?.length === 0 && search === '';
  return (
    <Dialog open onOpenChange={() => (add.isPending ? undefined : onClose())}>
      <DialogContent className="max-w-xl">
        <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Adicionar Template</DialogTitle>
            <DialogDescription>
              Projeto {project.nome}: templates ativos que ele ainda não tem.
            </DialogDescription>
          </DialogHeader>
          {list.isError && !rows ? (
            <ErrorState
              title="Erro ao buscar templates"
              error={list.error}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
              className="py-6"
            />
          ) : none ? (
            <p className="py-6 text-center text-muted-foreground text-sm">
              Todos os templates disponíveis já estão atribuídos a este projeto.
            </p>
          ) : (
            <>
              <SearchInput
                value={search}
                onValueChange={setSearch}
                label="Buscar templates"
                placeholder="Nome ou descrição"
              />
              <fieldset className="grid max-h-72 grid-cols-1 gap-2 overflow-y-auto p-0.5" aria-busy={!rows}>
                <legend className="sr-only">Templates disponíveis</legend>
                {rows?.length === 0 ? (
                  <p className="py-4 text-center text-muted-foreground text-sm">Nenhum template encontrado</p>
                ) : null}
                {rows ? (
                  rows.map((template) => (
                    <label
                      key={template.id}
                      className={cn(
                        'flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5 text-sm hover:bg-accent',
                        chosen?.id === template.id && 'border-primary bg-primary-soft',
                      )}
                    >
                      <input
                        type="radio"
                        name="template"
                        className="mt-0.5 size-4 accent-primary"
                        checked={chosen?.id === template.id}
                        onChange={() => {
                          setChosen(template);
                          setMissing(false);
                          setMarkMissing(false);
                        }}
                      />
                      <span className="grid min-w-0 gap-1">
                        <span className="break-words font-medium">{template.nome}</span>
                        <CategoryBadge categoria={template.categoria} />
                      </span>
                    </label>
                  ))
                ) : (
                  <Skeleton className="h-28" />
                )}
              </fieldset>
              {list.data && list.data.pagination.total > LIMIT ? (
                <p className="text-muted-foreground text-xs">Há mais: use a busca para encontrá-los.</p>
              ) : null}
              {missing ? (
                <p role="alert" className="text-destructive-text text-xs">
                  Selecione um template
                </p>
              ) : null}
              {chosen ? (
                <ParameterValues
                  obrigatorios={chosen.parametrosObrigatorios}
                  opcionais={chosen.parametrosOpcionais}
                  values={values}
                  onChange={setValues}
                  markMissing={markMissing}
                />
              ) : null}
            </>
          )}
          <DialogFooter>
            <Button variant="outline" disabled={add.isPending} onClick={onClose}>
              {none ? 'Fechar' : 'Cancelar'}
            </Button>
            {none ? null : (
              <Button type="submit" loading={add.isPending} disabled={!rows}>
                Adicionar
              </Button>
            )}
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
