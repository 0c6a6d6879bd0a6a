import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';

/** To the report of the call's project, or to the projects while it is not known. */
export function Back({ projetoId }: { projetoId?: string | undefined }) {
  return (
    <Button variant="outline" asChild>
      <Link to={projetoId ? href(paths.ligacoes, { projectId: projetoId }) : paths.projetos}>
        <ArrowLeft aria-hidden="true" />
        Voltar
      </Link>
    </Button>
  );
}
