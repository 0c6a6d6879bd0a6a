import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import { enumerate } from '@escuta/shared/domain/text/in-words';
import { TriangleAlert } from 'lucide-react';
import { missingParts } from '../../domain/company/company-rules.ts';

/** Asks for the data that the company's registration lacks; nothing if the registration is complete. */
export function WelcomeBanner({ empresa, canEdit }: { empresa: EmpresaWire; canEdit: boolean }) {
  const { identity, address } = missingParts(empresa);
  if (identity.length === 0 && (address.length === 0 || !canEdit)) return null;
  const isNew = identity.length > 0;
  return (
    <div
      role="status"
      className="flex gap-3 rounded-xl border border-warning/40 bg-warning-soft p-4 text-warning-text"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="grid gap-1">
        <p className="font-semibold">
          {isNew ? 'Bem-vindo! Complete o cadastro da sua empresa.' : 'Complete o endereço da sua empresa.'}
        </p>
        <p className="text-sm">
          {isNew
            ? `Falta informar: ${enumerate([...identity, ...address])}.`
            : `Falta informar: ${enumerate(address)}. Digite o CEP para preencher o endereço.`}
          {canEdit ? '' : ' Peça a um gerente da empresa que complete os dados.'}
        </p>
      </div>
    </div>
  );
}
