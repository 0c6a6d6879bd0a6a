import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Beginning of every address of the interview runner. */
const BASE = '/entrevista';

/**
 * True if this document was already loaded from an address of the runner: the server then sent the wrong page, and
 * reloading would never end.
 */
const isWrongPage = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name).pathname.startsWith(BASE);
};

/** Opens the interview runner, which is a separate page (web/src/field). */
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
      description="O servidor não tem a página de entrevistas. Peça ao administrador da instalação que atualize a Escuta."
      action={
        <Button asChild>
          <a href={paths.dashboard}>Voltar ao Dashboard</a>
        </Button>
      }
    />
  );
}
