import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { Eraser } from 'lucide-react';
import { formatDateTime } from '../../lib/text/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { BackLink } from './back.tsx';
import { Header } from './header.tsx';
import { Section } from './section.tsx';
import { Costs } from './sections/costs.tsx';
import type { Resultado } from './sections/overview.tsx';
import { Timeline } from './sections/timeline.tsx';

/** Page of a call whose data were erased: shows the cost and the times, which are all that is left. */
export function ErasedCall({ resultado }: { resultado: Resultado }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header resultado={resultado} actions={[]} />
      <EmptyState
        icon={<Eraser />}
        title={`Os dados desta ${PROFILES[resultado.auditoriaItem.perfil].pagina.nome} foram apagados`}
        description={`Apagados em ${formatDateTime(resultado.auditoriaItem.dadosApagadosEm)}. Restam este registro, os custos e as datas do processamento.`}
        action={<BackLink resultado={resultado} />}
      />
      <Section title="Análise de custos" open onOpenChange={() => undefined}>
        <Costs custos={resultado.custos} />
      </Section>
      <Section title="Linha do tempo" open onOpenChange={() => undefined}>
        <Timeline timeline={resultado.timeline} />
      </Section>
    </div>
  );
}
