import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { AccessesTab } from './accesses-tab.tsx';
import { ActionsTab } from './actions-tab.tsx';

/** 'Registros': the log of actions and the log of accesses, of one company or, if `empresaId` is null, of all. */
export function RegistrosPage({ empresaId }: { empresaId: string | null }) {
  const [search, setSearch] = useSearchParams();
  const aba = search.get('aba') === 'acessos' ? 'acessos' : 'acoes';
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={empresaId === null ? 'Registro de Ações' : 'Registros'}
        description={
          empresaId === null
            ? 'Ações e acessos às gravações, em todas as empresas.'
            : 'Ações e acessos às gravações, na sua empresa.'
        }
        className="mb-0"
      />
      <Tabs
        value={aba}
        onValueChange={(next) =>
          setSearch(next === 'acessos' ? { aba: next } : {}, { preventScrollReset: true })
        }
      >
        <TabsList aria-label="Registros">
          <TabsTrigger value="acoes">Ações</TabsTrigger>
          <TabsTrigger value="acessos">Acessos</TabsTrigger>
        </TabsList>
        <TabsContent value="acoes">
          <h2 className="sr-only">Ações</h2>
          <ActionsTab empresaId={empresaId} />
        </TabsContent>
        <TabsContent value="acessos">
          <h2 className="sr-only">Acessos</h2>
          <AccessesTab empresaId={empresaId} />
        </TabsContent>
      </Tabs>
    </div>
  );
}
