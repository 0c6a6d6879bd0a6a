import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft, PhoneOff } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '../../lib/browser/toast.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const NO_CALLS = {
  title: 'Tipo de projeto inválido',
  description: 'Esta página é apenas para projetos de Call Center.',
};

/** Says why a project has no call report: it failed to load, or its kind has no calls. */
export function RefusedProject({ project }: { project: UseQueryResult }) {
  const loaded = project.data !== undefined;
  useEffect(() => {
    if (!loaded) return;
    const { title, description } = NO_CALLS;
    toast.error(title, { id: 'tipo-de-projeto-invalido', description });
  }, [loaded]);
  const back = (
    <Button variant="outline" asChild>
      <Link to={paths.projetos}>
        <ArrowLeft aria-hidden="true" />
        Voltar aos projetos
      </Link>
    </Button>
  );
  return loaded ? (
    <EmptyState icon={<PhoneOff />} {...NO_CALLS} action={back} />
  ) : (
    <ErrorState
      title="Erro ao carregar dados do projeto"
      error={project.error}
      fallback="Falha ao buscar projeto."
      onRetry={() => void project.refetch()}
      retrying={project.isFetching}
      action={back}
    />
  );
}
