import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** The runner's pages begin like this. */
const BASE = '/entrevista';

/**
 * True if this very page was loaded for the runner: the server gave the wrong one, and asking again would go on without
 * end.
 */
const isWrongPage = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname.startsWith(BASE);
};

/** The interview runner is a page of its own (web/src/field): whoever comes by the router is led there. */
export default function FieldEntry() {
  const wrong = isWrongPage();
  useEffect(() => {
    if (!wrong) window.location.replace(window.location.href);
  }, [wrong]);
  if (!wrong) return <div aria-busy="true" className="min-h-40" />;
  return (
    <EmptyState
      icon={<CircleAlert />}
      title="Erro ao Carregar Entrevista"
      description="O servidor não entregou a página de entrevistas. Atualize a instalação."
      action={
        <Button asChild>
          <a href={paths.dashboard}>Voltar ao Dashboard</a>
        </Button>
      }
    />
  );
}
