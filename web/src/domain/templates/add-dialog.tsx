import {
  type InsightTemplateWire,
  linkTemplate,
  listInsightTemplates,
} from '@escuta/shared/contracts/insights/insight-templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { SearchInput } from '../../kit/list/search-input.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { cn } from '../../lib/utils.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CategoryBadge } from '../insights/categoria.tsx';
import { useKnownValues } from './known-values.ts';
import { ParametersField, refineParameters, valuesFor } from './parameter-values.tsx';

const LIMIT = 50;

interface AddDialogProps {
  open: boolean;
  project: { id: string; nome: string };
  empresaId: string | undefined;
  onClose: () => void;
  onAdded?: () => void;
}

/** Dialog that links an active template to a project that does not have this template yet. */
export function AddDialog({ open, onClose, ...props }: AddDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-xl">
      <AddTemplateForm {...props} />
    </FormDialog>
  );
}

const schema = z.object({
  template: z
    .custom<InsightTemplateWire | null>()
    .refine((template) => template !== null, { error: 'Selecione um template' }),
  parametros: z.record(z.string(), z.string()),
});
const CHOSEN = { shouldDirty: true, shouldValidate: true };

function AddTemplateForm({ project, empresaId, onAdded }: Omit<AddDialogProps, 'open' | 'onClose'>) {
  const { done } = useFormDialog();
  const known = useKnownValues(empresaId);
  const [search, setSearch] = useState('');
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
  const link = useApiMutation(linkTemplate, {
    done: `Template vinculado ao projeto "${project.nome}" com sucesso!`,
    failed: null,
  });
  const api = useApiForm({
    schema: schema.superRefine(({ template, parametros }, context) =>
      refineParameters(template, { ...known, ...parametros }, context),
    ),
    values: { template: null as InsightTemplateWire | null, parametros: {} as Record<string, string> },
    send: ({ template, parametros }) =>
      template
        ? link.run({
            params: { projetoId: project.id, templateId: template.id },
            body: { parametros: valuesFor(template, { ...known, ...parametros }) },
          })
        : null,
    onSaved: () => {
      onAdded?.();
      done();
    },
    failed: 'Erro ao vincular template',
    draft: { key: `adicionar:${project.id}`, title: `Adicionar Template a ${project.nome}`, dialog: true },
  });
  const { form } = api;
  const chosen = form.watch('template');
  const missing = form.formState.errors.template?.message;
  const none = rows?.length === 0 && search === '';
  return (
    <DialogForm
      api={api}
      className="gap-4"
      title="Adicionar Template"
      description={`Templates ativos ainda não vinculados ao projeto ${project.nome}.`}
      submitLabel={none ? null : 'Adicionar'}
      cancelLabel={none ? 'Fechar' : 'Cancelar'}
      disabled={!rows}
    >
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
                    onChange={() => form.setValue('template', template, CHOSEN)}
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
              {missing}
            </p>
          ) : null}
          {chosen ? <ParametersField {...api.field('parametros')} template={chosen} known={known} /> : null}
        </>
      )}
    </DialogForm>
  );
}
