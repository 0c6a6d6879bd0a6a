import {
  type InsightTemplateWire,
  listInsightTemplates,
  listProjectsWithTemplates,
  listProjectTemplates,
} from '@escuta/shared/contracts/insights/insight-templates';
import { partialMatchKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { LibraryBig, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { anId } from '../../kit/list/filter-params.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { queryKey } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { ProjectsTab } from './links/projects-tab.tsx';
import { ReadyDialog } from './ready-dialog.tsx';
import { type TemplateDialog, TemplateDialogs } from './template-dialogs.tsx';
import { TemplatesTab } from './templates-tab.tsx';
import { useTemplateActions } from './use-template-actions.ts';

const SHOWN = [listInsightTemplates, listProjectsWithTemplates, listProjectTemplates];

/** 'Templates de Insights' (specification 2, §2): the company's templates, and its projects with their templates. */
export default function TemplatesPage() {
  const { papel, empresaId: own } = useRequiredSession();
  const can = useCan();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<TemplateDialog | null>(null);
  const [choosing, setChoosing] = useState(false);
  const actions = useTemplateActions();
  const isAdmin = papel === 'admin';
  const empresaId = (isAdmin && anId(search.get('empresa') ?? '')) || undefined;
  const aba = search.get('aba') === 'projetos' ? 'projetos' : 'templates';
  const fetching =
    useIsFetching({
      predicate: ({ queryKey: key }) => SHOWN.some((one) => partialMatchKey(key, queryKey(one))),
    }) > 0;

  /** Goes to another tab or company. The filters are dropped, because each tab and each company has its own list. */
  const go = (next: { aba?: string; empresa?: string | undefined }): void => {
    const params = new URLSearchParams();
    const empresa = 'empresa' in next ? next.empresa : empresaId;
    if ((next.aba ?? aba) === 'projetos') params.set('aba', 'projetos');
    if (empresa && empresa !== own) params.set('empresa', empresa);
    setSearch(params, { preventScrollReset: true });
  };

  const refresh = async (): Promise<void> => {
    try {
      await Promise.all(
        SHOWN.map((endpoint) =>
          client.refetchQueries({ queryKey: queryKey(endpoint), type: 'active' }, { throwOnError: true }),
        ),
      );
    } catch (error) {
      const title = aba === 'projetos' ? 'Erro ao carregar projetos com templates' : 'Erro ao carregar dados';
      toast.error(title, { description: errorMessage(error, 'Erro ao buscar templates') });
    }
  };

  const mayCreate = can('insight_template', 'create');
  const buttons = mayCreate ? (
    <>
      <Button variant="outline" onClick={() => setChoosing(true)}>
        <LibraryBig aria-hidden="true" />
        Modelos prontos
      </Button>
      <Button onClick={() => setDialog({ kind: 'novo', from: null })}>
        <Plus aria-hidden="true" />
        Novo Template
      </Button>
    </>
  ) : null;

  const act = (
    kind: 'ver' | 'editar' | 'duplicar' | 'aplicar' | 'excluir',
    template: InsightTemplateWire,
  ) => {
    if (kind !== 'duplicar') setDialog({ kind, template });
    else void actions.duplicate(template);
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title="Templates de Insights"
        description="Os critérios, pesos e evidências que a IA verifica em cada ligação."
        className="mb-0"
        actions={
          <>
            <Button variant="outline" loading={fetching} onClick={() => void refresh()}>
              <RotateCw aria-hidden="true" />
              Atualizar
            </Button>
            {buttons}
          </>
        }
      />
      {isAdmin ? (
        <CompanyPicker
          label="Empresa"
          value={empresaId ?? own ?? ''}
          onValueChange={(empresa) => go({ empresa })}
          className="sm:max-w-sm"
        />
      ) : null}
      <Tabs value={aba} onValueChange={(value) => go({ aba: value })}>
        <TabsList aria-label="Templates de Insights">
          <TabsTrigger value="templates">Gerenciar Templates</TabsTrigger>
          <TabsTrigger value="projetos">Projetos e Templates</TabsTrigger>
        </TabsList>
        <TabsContent value="templates">
          <TemplatesTab
            empresaId={empresaId}
            onAction={act}
            emptyAction={<div className="flex flex-wrap justify-center gap-2">{buttons}</div>}
          />
        </TabsContent>
        <TabsContent value="projetos">
          <ProjectsTab
            empresaId={empresaId}
            onView={(templateId) => setDialog({ kind: 'verPorId', templateId })}
          />
        </TabsContent>
      </Tabs>
      <ReadyDialog
        open={choosing}
        onOpenChange={setChoosing}
        onChoose={(from) => {
          setChoosing(false);
          setDialog({ kind: 'novo', from });
        }}
      />
      <TemplateDialogs dialog={dialog} empresaId={empresaId} actions={actions} onChange={setDialog} />
    </div>
  );
}
