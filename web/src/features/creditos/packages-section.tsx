import type { PacoteWire } from '@escuta/shared/contracts/accounts/creditos';
import { getProfile } from '@escuta/shared/contracts/accounts/users';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { formatCentavos, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { CreateTicketDialog } from '../../domain/tickets/create-ticket-dialog.tsx';
import { useLast } from '../../kit/use-last.ts';
import { toast } from '../../lib/browser/toast.ts';
import { useOperador } from '../../lib/network/operador.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { PackageGrid } from './package-grid.tsx';
import { usePurchase } from './use-purchase.ts';

const RequestsList = lazy(() => import('./requests-list.tsx'));

/** Display time of the operator's contact, ms. */
const CONTACT_MS = 20_000;

/** Initial values of a ticket that asks for the price of a package, with package and company filled in. */
function proposalOf(pacote: PacoteWire, empresa: { nome: string; cnpj: string } | null | undefined) {
  return {
    titulo: `Proposta do pacote ${pacote.nome}`,
    tipo: 'pergunta' as const,
    descricao: [
      `Gostaríamos de receber uma proposta do pacote ${pacote.nome}${
        empresa ? ` para ${empresa.nome} (CNPJ ${formatCnpj(empresa.cnpj)})` : ''
      }.`,
      'Volume de gravações por mês: ',
    ].join('\n'),
  };
}

/** Section with the packages for sale and how to buy them. */
export function PackagesSection({
  empresaId,
  pacotes,
}: {
  empresaId: string;
  pacotes: readonly PacoteWire[] | undefined;
}) {
  const can = useCan();
  const { buy, buying } = usePurchase(empresaId);
  const { operador } = useOperador();
  const { data: profile } = useQuery(apiQuery(getProfile));
  const [chosen, setChosen] = useState<PacoteWire | null>(null);
  const [asking, setAsking] = useState(false);
  const [about, setAbout] = useState<PacoteWire | null>(null);
  const lastAbout = useLast(about);

  const contact = (pacote: PacoteWire): void => {
    const { email, telefone } = operador ?? {};
    const ways = [email, telefone].filter(Boolean).join(' ou ');
    toast.info('Entre em Contato', {
      id: 'contato-creditos',
      duration: CONTACT_MS,
      description: `O pacote ${pacote.nome} é sob consulta. ${
        ways ? `Fale com ${operador?.nome ?? 'a nossa equipe'}: ${ways}.` : 'Peça uma proposta por um ticket.'
      }`,
      ...(can('ticket', 'create')
        ? { action: { label: 'Pedir proposta', onClick: () => setAbout(pacote) } }
        : email
          ? {
              action: {
                label: 'Enviar e-mail',
                onClick: () => {
                  window.location.href = `mailto:${email}?subject=${encodeURIComponent(`Créditos: pacote ${pacote.nome}`)}`;
                },
              },
            }
          : {}),
    });
  };

  const empresa = profile?.data.empresa;
  const preco = chosen?.precoCentavos;
  return (
    <>
      <PackageGrid
        pacotes={pacotes}
        mayBuy={can('credit', 'create')}
        buying={buying}
        onBuy={(pacote) => {
          setChosen(pacote);
          setAsking(true);
        }}
        onContact={contact}
      />
      <Suspense fallback={null}>
        <RequestsList empresaId={empresaId} />
      </Suspense>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Comprar o pacote ${chosen?.nome ?? ''}?`}
        description={
          chosen ? (
            <>
              A conta da empresa recebe{' '}
              <strong className="font-medium text-foreground">
                {formatCreditos(chosen.quantidadeCreditos)}
              </strong>{' '}
              na hora
              {preco ? (
                <>
                  , por <strong className="font-medium text-foreground">{formatCentavos(preco)}</strong>
                </>
              ) : (
                ', com o preço do seu contrato'
              )}
              . O valor será faturado ao CNPJ {empresa ? formatCnpj(empresa.cnpj) : 'da sua empresa'}
              {empresa ? ` (${empresa.nome})` : ''}. Se a compra passar do limite mensal da empresa, ela vira
              um pedido ao administrador da instalação.
            </>
          ) : null
        }
        confirmLabel="Confirmar compra"
        onConfirm={() => (chosen ? buy(chosen) : undefined)}
      />
      <CreateTicketDialog
        open={about !== null}
        onClose={() => setAbout(null)}
        empresaId={empresaId}
        initial={lastAbout ? proposalOf(lastAbout, empresa) : undefined}
      />
    </>
  );
}
