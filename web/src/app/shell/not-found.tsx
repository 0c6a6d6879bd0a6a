import { Compass } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Page for an unknown address of the signed-in area, with the menu. */
export default function ShellNotFound() {
  const { pathname } = useLocation();
  useDocumentTitle('Página não encontrada');
  return (
    <>
      <PageHeader title="404" description="Opa! Pagina não encontrada!" />
      <EmptyState
        icon={<Compass />}
        title="Este endereço não existe"
        description={
          <>
            <span className="break-all font-mono">{pathname}</span> não é uma página da Escuta. O endereço
            pode ter mudado: use o menu ou a busca (Ctrl+K).
          </>
        }
        action={
          <Button asChild>
            <Link to={paths.dashboard}>Voltar para home</Link>
          </Button>
        }
      />
    </>
  );
}
