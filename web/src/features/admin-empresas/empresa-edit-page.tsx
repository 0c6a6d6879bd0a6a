import { type EmpresaWire, getEmpresa, updateEmpresa } from '@escuta/shared/contracts/accounts/empresas';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { CompanyForm } from '../../domain/company/company-form.tsx';
import { type CompanyValues, changesOf, editRefusal } from '../../domain/company/company-rules.ts';
import { CompanyTabs } from '../../domain/company/company-tabs.tsx';
import { AsteriskSettings } from '../../domain/telephony/asterisk-settings.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage, isMissing } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { lossNow } from '../../lib/page/unsaved.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StorageSettings } from './storage-settings.tsx';

const LimitsTab = lazy(() => import('./limits-tab.tsx'));

/** Edit screen of a company (specification 1, §2.10 and §6): refuses and redirects people who may not open it. */
export default function EmpresaEditPage() {
  const { id = '' } = useParams();
  const { papel, empresaId } = useRequiredSession();
  const mayUpdate = useCan()('company', 'update');
  const navigate = useNavigate();
  const refusal = editRefusal({ papel, empresaId, mayUpdate }, id);
  const refusalText = refusal?.description;
  const refusedTo = refusal?.to;

  const query = useQuery({
    ...apiQuery(getEmpresa, { params: { id } }),
    enabled: refusal === null,
    select: (answer) => answer.data,
  });
  const empresa = query.data;
  const failure = empresa ? null : query.error;
  useDocumentTitle(empresa ? `Editar ${empresa.nome}` : null);

  useEffect(() => {
    if (!refusalText) return;
    toast.error('Acesso Negado', { id: 'acesso-negado', description: refusalText });
    navigate(refusedTo === 'dashboard' ? paths.dashboard : paths.adminEmpresas, { replace: true });
  }, [refusalText, refusedTo, navigate]);

  useEffect(() => {
    if (!failure) return;
    toast.error('Erro ao carregar empresa', {
      id: 'erro-ao-carregar-empresa',
      description: isMissing(failure)
        ? 'Empresa não encontrada ou acesso negado.'
        : errorMessage(failure, 'Erro ao buscar empresa'),
    });
    navigate(paths.adminEmpresas, { replace: true });
  }, [failure, navigate]);

  if (!empresa || refusal) return <EmpresaSkeleton />;
  return <EmpresaEditor key={empresa.id} empresa={empresa} />;
}

const back = { to: paths.adminEmpresas, label: 'Voltar para Empresas' };

function EmpresaSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader title={undefined} back={back} />
      <div className="grid gap-4">
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="h-96 w-full rounded-xl" />
      </div>
    </div>
  );
}

function EmpresaEditor({ empresa }: { empresa: EmpresaWire }) {
  const isAdmin = useRequiredSession().papel === 'admin';
  const navigate = useNavigate();
  const leave = (): void => {
    navigate(paths.adminEmpresas);
  };
  // Saving one tab keeps the page open while the other tab has unsaved text.
  const leaveUnlessDirty = (): void => {
    if (!lossNow()) leave();
  };
  const update = useApiMutation(updateEmpresa, { done: 'Empresa atualizada com sucesso!', failed: null });
  const send = (values: CompanyValues, changed: ReadonlySet<string>, before: EmpresaWire) => {
    const body = changesOf(values, empresa, changed, before);
    return Object.keys(body).length === 0 ? null : update.run({ params: { id: empresa.id }, body });
  };

  return (
    <>
      <PageHeader
        title={empresa.nome}
        description={`CNPJ ${formatCnpj(empresa.cnpj)}`}
        badges={empresa.arquivada_em ? <Badge variant="neutral">Arquivada</Badge> : undefined}
        back={back}
      />
      <CompanyTabs
        label="Dados da empresa"
        tabs={[
          {
            value: 'geral',
            label: 'Informações Gerais',
            content: (
              <Card className="p-5">
                <CompanyForm
                  empresa={empresa}
                  canEdit
                  send={send}
                  onSaved={leaveUnlessDirty}
                  onCancel={leave}
                  failed="Erro ao atualizar empresa"
                  fallback="Não foi possível salvar os dados da empresa."
                  draft={{ key: `empresa:${empresa.id}`, title: `Empresa ${empresa.nome}` }}
                />
              </Card>
            ),
          },
          {
            value: 'telefonia',
            label: 'Configuração de Telefonia',
            content: (
              <AsteriskSettings
                empresaId={empresa.id}
                canEdit
                enabledByDefault={false}
                onSaved={leaveUnlessDirty}
                onCancel={leave}
              />
            ),
          },
          ...(isAdmin
            ? [
                {
                  value: 'limites',
                  label: 'Limites',
                  content: (
                    <Suspense fallback={<Skeleton className="h-72 rounded-xl" />}>
                      <LimitsTab empresa={empresa} />
                    </Suspense>
                  ),
                },
                {
                  value: 'armazenamento',
                  label: 'Armazenamento',
                  content: <StorageSettings empresaId={empresa.id} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
