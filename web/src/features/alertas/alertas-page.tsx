import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { useMedia } from '../../lib/browser/media.ts';
import { Button } from '../../ui/button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { FiringsSection } from './firings-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** 'Alertas': a work list of the calls that rules found, and the rules themselves. */
export default function AlertasPage() {
  const [address, setAddress] = useSearchParams();
  const [help, setHelp] = useState(false);
  const hasKeys = useMedia('(min-width: 768px)');
  const aba = address.get('aba') === 'regras' ? 'regras' : 'alertas';
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title="Alertas"
        description="Ligações que se encaixam em uma regra da empresa, as mais graves primeiro."
        className="mb-0"
        actions={
          aba === 'alertas' && hasKeys ? (
            <Button variant="ghost" size="icon" aria-label="Atalhos do teclado" onClick={() => setHelp(true)}>
              <Keyboard />
            </Button>
          ) : null
        }
      />
      <Tabs value={aba} onValueChange={(next) => setAddress(next === 'regras' ? { aba: 'regras' } : {})}>
        <TabsList aria-label="Alertas e regras">
          <TabsTrigger value="alertas">Alertas</TabsTrigger>
          <TabsTrigger value="regras">Regras</TabsTrigger>
        </TabsList>
        <TabsContent value="alertas" className="grid gap-4">
          <FiringsSection help={help} onHelp={setHelp} />
        </TabsContent>
        <TabsContent value="regras">
          <RulesSection />
        </TabsContent>
      </Tabs>
    </div>
  );
}
