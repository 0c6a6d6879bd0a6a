import { getEmpresa } from '@escuta/shared/contracts/accounts/empresas';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { CompanyTabs } from '../../domain/company/company-tabs.tsx';
import { AsteriskSettings } from '../../domain/telephony/asterisk-settings.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ApiError } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CompanyData } from './company-data.tsx';
import { MyAccount } from './my-account.tsx';
import { Notices } from './notices.tsx';
import { WelcomeBanner } from './welcome-banner.tsx';

/** 'Configurações': the person's company and own account (specification 1, §2.8). */
export default function PerfilPage() {
  const { empresaId, soCampo } = useRequiredSession();
  if (soCampo) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <PageHeader title="Conta" description="O seu nome e a sua senha." className="mb-0" />
        <MyAccount />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Configurações"
        description="A sua empresa, a conexão com a telefonia, os seus avisos e a sua conta."
        className="mb-0"
      />
      {empresaId === null ? <NoCompany /> : <Company id={empresaId} />}
      <Notices />
      <MyAccount />
    </div>
  );
}

/** Shown if the session has no company or, with `unknown`, if the session's company does not exist. */
function NoCompany({ unknown = false }: { unknown?: boolean }) {
  return (
    <EmptyState
      icon={<Building2 />}
      title="Nenhuma empresa associada a este usuário."
      description={unknown ? 'Nenhuma empresa encontrada para este usuário' : undefined}
    />
  );
}

function Company({ id }: { id: string }) {
  const can = useCan();
  const canEdit = can('company', 'update');
  const query = useQuery({ ...apiQuery(getEmpresa, { params: { id } }), select: (answer) => answer.data });
  const empresa = query.data;
  if (query.error && !empresa) {
    if (query.error instanceof ApiError && query.error.status === 404) return <NoCompany unknown />;
    return (
      <ErrorState
        title="Erro ao buscar dados da empresa"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!empresa) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <Skeleton className="h-9 w-80 max-w-full" />
        <Skeleton className="h-96 w-full rounded-xl" />
      </div>
    );
  }
  return (
    <>
      <WelcomeBanner empresa={empresa} canEdit={canEdit} />
      <CompanyTabs
        label="Configurações da empresa"
        tabs={[
          {
            value: 'dados',
            label: 'Dados da Empresa',
            content: <CompanyData key={empresa.id} empresa={empresa} canEdit={canEdit} />,
          },
          {
            value: 'asterisk',
            label: 'Configurações Asterisk',
            content: <AsteriskSettings empresaId={empresa.id} canEdit={canEdit} />,
          },
        ]}
      />
    </>
  );
}
