import { PERIODOS } from '@escuta/shared/contracts/insights';
import { CATEGORIAS_TEMPLATE } from '@escuta/shared/domain/insight-template';
import { anId, oneOf } from '../../components/lists/filter-params.ts';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { QueueSection } from './queue-section.tsx';
import { TrendsSection } from './trends-section.tsx';

const FILTERS = {
  aba: oneOf(['concordancia', 'tendencias']),
  projeto: anId,
  categoria: oneOf(CATEGORIAS_TEMPLATE),
  prioridade: oneOf(['alta', 'media']),
  periodo: oneOf(PERIODOS),
};

/** 'Fila de Revisão': what the AI found and a person should look at, how far both agree, and how it goes over time. */
export default function RevisaoPage() {
  const { filters, change } = useListFilters(FILTERS);
  const filtered = Boolean(filters.projeto || filters.categoria || filters.prioridade);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title="Fila de Revisão"
        description="Insights que pedem uma pessoa, os mais urgentes antes. O seu veredito fica ao lado do da IA."
        className="mb-0"
      />
      <Tabs
        value={filters.aba || 'fila'}
        onValueChange={(value) => change({ aba: value === 'fila' ? '' : value })}
      >
        <TabsList aria-label="Revisão">
          <TabsTrigger value="fila">Fila</TabsTrigger>
          <TabsTrigger value="concordancia">Concordância</TabsTrigger>
          <TabsTrigger value="tendencias">Tendências</TabsTrigger>
        </TabsList>
        <TabsContent value="fila">
          <QueueSection
            filters={filters}
            change={change}
            clear={() => change({ projeto: '', categoria: '', prioridade: '' })}
            filtered={filtered}
          />
        </TabsContent>
        <TabsContent value="concordancia">
          <AgreementSection filters={filters} change={change} />
        </TabsContent>
        <TabsContent value="tendencias">
          <TrendsSection filters={filters} change={change} />
        </TabsContent>
      </Tabs>
    </div>
  );
}
