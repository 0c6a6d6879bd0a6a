import {
  clearProcessingCache,
  getProcessingConfig,
  type ProcessingConfigWire,
} from '@escuta/shared/contracts/insights/processing-config';
import { useQuery } from '@tanstack/react-query';
import { Eraser, RotateCw } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { CompanyPicker } from '../../domain/company/company-picker.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AdvancedCard } from './advanced-card.tsx';
import { InheritanceNote } from './inheritance-note.tsx';
import { QueuesCard } from './queues-card.tsx';
import { SamplingCard } from './sampling-card.tsx';
import { StatusCards } from './status-cards.tsx';
import { TypesCard } from './types-card.tsx';

/** 'Controle de Processamento' (specification 2, §2): settings of a company or, if chosen, of a project. */
export default function ProcessingPage() {
  const session = useRequiredSession();
  const [search, setSearch] = useSearchParams();
  const empresaId = search.get('empresa') || (session.empresaId ?? '');
  const projetoId = search.get('projeto') || null;
  const query = useQuery({
    ...apiListQuery(getProcessingConfig, {
      params: { empresaId },
      query: projetoId ? { projetoId } : {},
    }),
    enabled: empresaId !== '',
  });
  const config = query.data?.data;

  const choose = (next: { empresa?: string; projeto?: string }): void => {
    setSearch((old) => {
      const params = new URLSearchParams(old);
      // Each project belongs to one company, so choosing another company removes the chosen project.
      if (next.empresa !== undefined) params.delete('projeto');
      for (const [key, value] of Object.entries(next)) {
        if (value) params.set(key, value);
        else params.delete(key);
      }
      return params;
    });
  };

  const clear = useApiMutation(clearProcessingCache, {
    done: 'Cache limpo com sucesso',
    failed: 'Erro ao limpar cache',
    fallback: 'Falha ao limpar cache.',
  });
  const refresh = async (): Promise<void> => {
    const { error } = await query.refetch();
    if (error) {
      toast.error('Erro ao atualizar configurações', {
        description: errorMessage(error, 'Falha ao buscar configuração de processamento.'),
      });
    } else toast.success('Configurações atualizadas');
  };

  return (
    <>
      <PageHeader
        title="Controle de Processamento"
        description="Configure como as mensagens são processadas nas filas"
        actions={
          <>
            <Button
              variant="outline"
              loading={query.isFetching && !clear.busy}
              onClick={() => void refresh()}
            >
              <RotateCw aria-hidden="true" />
              Atualizar
            </Button>
            <Button
              variant="outline"
              loading={clear.busy}
              onClick={() => void clear.attempt({ body: { empresaId, ...(projetoId ? { projetoId } : {}) } })}
            >
              <Eraser aria-hidden="true" />
              Limpar Cache
            </Button>
          </>
        }
      />
      <div className="mb-5 grid gap-3 sm:max-w-2xl sm:grid-cols-2">
        <CompanyPicker label="Empresa" value={empresaId} onValueChange={(empresa) => choose({ empresa })} />
        <ProjectPicker
          label="Projeto"
          noneLabel="Empresa inteira"
          empresaId={empresaId}
          value={projetoId ?? ''}
          onValueChange={(projeto) => choose({ projeto })}
        />
      </div>
      {query.isError && !config ? (
        <ErrorState
          title="Erro ao carregar configurações"
          error={query.error}
          fallback="Falha ao buscar configuração de processamento."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : config ? (
        <Settings config={config} stale={query.isPlaceholderData} />
      ) : (
        <div aria-busy="true" className="grid gap-5">
          <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-24 rounded-xl" />
            ))}
          </div>
          <Skeleton className="h-44 rounded-xl" />
          <Skeleton className="h-64 rounded-xl" />
        </div>
      )}
    </>
  );
}

function Settings({ config, stale }: { config: ProcessingConfigWire; stale: boolean }) {
  // Remounts the cards if the company or project changes; otherwise the cards keep what is being dragged or typed.
  const key = `${config.empresaId}:${config.projetoId ?? ''}`;
  return (
    <div className="grid gap-5" aria-busy={stale} inert={stale}>
      <StatusCards config={config} />
      <InheritanceNote config={config} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <SamplingCard key={key} config={config} />
          <QueuesCard />
        </div>
        <TypesCard config={config} />
      </div>
      <AdvancedCard config={config} />
    </div>
  );
}
