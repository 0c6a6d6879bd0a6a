import { type EmpresaWire, updateOwnEmpresa } from '@escuta/shared/contracts/accounts/empresas';
import { Coins } from 'lucide-react';
import { Link } from 'react-router-dom';
import { CompanyForm } from '../../domain/company/company-form.tsx';
import { type CompanyValues, changesOf } from '../../domain/company/company-rules.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { papelLabel } from '../../lib/network/papeis.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { AccessDenied } from '../../ui/notice.tsx';
import { ApiKeyField } from './api-key-field.tsx';

/** Tab 'Dados da Empresa': the form of the company's data, read-only without `canEdit`, its balance and its API key. */
export function CompanyData({ empresa, canEdit }: { empresa: EmpresaWire; canEdit: boolean }) {
  const { papel } = useRequiredSession();

  const update = useApiMutation(updateOwnEmpresa, { done: 'Dados da empresa salvos!', failed: null });
  const send = (values: CompanyValues, changed: ReadonlySet<string>, before: EmpresaWire) => {
    const body = changesOf(values, empresa, changed, before);
    return Object.keys(body).length === 0 ? null : update.run({ body });
  };

  return (
    <Card className="grid grid-cols-1 gap-6 p-5">
      {canEdit ? null : (
        <AccessDenied>Só gerentes e administradores podem alterar os dados da empresa.</AccessDenied>
      )}
      <CompanyForm
        empresa={empresa}
        canEdit={canEdit}
        send={send}
        failed="Erro ao atualizar empresa"
        fallback="Não foi possível salvar os dados da empresa."
        draft={{ key: 'minha-empresa', title: 'Dados da Empresa' }}
        before={
          <>
            <Field label="Seu papel" className="sm:col-span-3">
              <Input value={papel ? papelLabel(papel) : ''} readOnly disabled />
            </Field>
            <div className="flex items-end gap-2 sm:col-span-3">
              <Field label="Saldo de créditos" className="min-w-0 flex-1">
                <Input
                  value={`${formatNumber(empresa.saldo_creditos)} ${empresa.saldo_creditos === 1 ? 'crédito' : 'créditos'}`}
                  readOnly
                  disabled
                  className="tabular-nums"
                />
              </Field>
              <Button variant="outline" asChild>
                <Link to={paths.creditos}>
                  <Coins aria-hidden="true" />
                  Ver créditos
                </Link>
              </Button>
            </div>
          </>
        }
        after={<ApiKeyField apiKey={empresa.api_key} canEdit={canEdit} />}
      />
    </Card>
  );
}
