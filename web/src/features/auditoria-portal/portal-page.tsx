import { FolderPlus, UserX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { useSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { AccessDenied } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { PortalForm } from './portal-form.tsx';
import { PreparosList } from './preparos-list.tsx';
import { usePortalProjects } from './project-choice.tsx';

const SEM_USUARIO = 'Erro: Usuário ou empresa não encontrados. Por favor, recarregue a página.';

/** The form, or the steps that must come before it. */
function NewAudit({ userId }: { userId: string }) {
  const can = useCan();
  const { projects, error, refetch } = usePortalProjects('');
  if (!can('audit', 'create')) {
    return <AccessDenied>Peça ao gerente da empresa que envie a auditoria.</AccessDenied>;
  }
  if (!projects && error) {
    return <ErrorState title="Falha ao buscar projetos." error={error} onRetry={refetch} />;
  }
  if (!projects) return <Skeleton className="h-96 rounded-xl" />;
  if (projects.length === 0) {
    return (
      <EmptyState
        icon={<FolderPlus />}
        title="Nenhum projeto para a auditoria"
        description={
          can('project', 'create')
            ? 'A auditoria precisa de um projeto ativo de pesquisa ou de auditoria. Crie um projeto e volte aqui.'
            : 'A auditoria precisa de um projeto ativo de pesquisa ou de auditoria. Peça ao gerente da empresa que crie um projeto.'
        }
        action={
          can('project', 'create') ? (
            <Button asChild>
              <Link to={`${paths.novoProjeto}?type=pesquisa`}>
                <FolderPlus aria-hidden="true" />
                Criar projeto
              </Link>
            </Button>
          ) : undefined
        }
      />
    );
  }
  return <PortalForm userId={userId} />;
}

/** The audit portal (specification 1, §2.4): makes an audit of data that others collected. */
export default function PortalPage() {
  const current = useSession();
  return (
    <>
      <PageHeader
        title="Enviar auditoria"
        description="Envie o questionário, a planilha de respostas e as gravações de uma pesquisa. Você confere tudo antes de qualquer cobrança."
      />
      {current?.user.id && current.empresaId ? (
        <div className="grid grid-cols-1 gap-8">
          <NewAudit userId={current.user.id} />
          <PreparosList />
        </div>
      ) : (
        <EmptyState
          icon={<UserX />}
          title={SEM_USUARIO}
          action={
            <Button variant="outline" onClick={() => window.location.reload()}>
              Recarregar
            </Button>
          }
        />
      )}
    </>
  );
}
