import { ExportButton } from '../../domain/exports/export-button.tsx';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { cn } from '../../lib/utils.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { REVIEW_FILTERS } from './filters.ts';
import { QueueSection } from './queue/queue-section.tsx';
import { SheetSection } from './sheet/sheet-section.tsx';
import { TeamSection } from './team-section.tsx';
import { TrendsSection } from './trends-section.tsx';

/** 'Fila de Revisão': the AI's findings for people to check, the agreement of people with the AI, and trends. */
export default function RevisaoPage() {
  const state = useListFilters(REVIEW_FILTERS, ['aba', 'periodo', 'data']);
  const { filters, change } = state;
  const leads = useCan()('user', 'read');
  // The work sheet needs the page's height, so heading and tabs share one row above it.
  const sheet = filters.aba === 'lista';
  return (
    <div className={sheet ? 'md:-my-4.5' : undefined}>
      <Tabs
        value={filters.aba || 'fila'}
        onValueChange={(value) => change({ aba: REVIEW_FILTERS.aba(value) })}
        className={sheet ? 'md:gap-1.5' : undefined}
      >
        <div className={cn('grid gap-4', sheet && 'md:flex md:items-center md:justify-between md:gap-x-6')}>
          <PageHeader
            compact={sheet}
            title="Fila de Revisão"
            description="Insights que precisam de revisão, os mais urgentes primeiro. O seu veredito e o da IA aparecem lado a lado."
            actions={
              filters.projeto ? (
                <ExportButton alvo={{ tipo: 'insights', alvo: { tipo: 'projeto', id: filters.projeto } }} />
              ) : null
            }
            className="mb-0"
          />
          <TabsList aria-label="Revisão">
            <TabsTrigger value="fila">Fila</TabsTrigger>
            <TabsTrigger value="lista">Lista</TabsTrigger>
            {leads ? <TabsTrigger value="equipe">Equipe</TabsTrigger> : null}
            <TabsTrigger value="concordancia">Concordância</TabsTrigger>
            <TabsTrigger value="tendencias">Tendências</TabsTrigger>
          </TabsList>
        </div>
        <TabsContent value="fila">
          <QueueSection {...state} />
        </TabsContent>
        <TabsContent value="lista">
          <SheetSection />
        </TabsContent>
        {leads ? (
          <TabsContent value="equipe">
            <TeamSection />
          </TabsContent>
        ) : null}
        <TabsContent value="concordancia">
          <AgreementSection {...state} />
        </TabsContent>
        <TabsContent value="tendencias">
          <TrendsSection {...state} />
        </TabsContent>
      </Tabs>
    </div>
  );
}
