import type { PacoteWire } from '@escuta/shared/contracts/accounts/creditos';
import { formatCentavos, isOnRequest } from '@escuta/shared/domain/runs/credits';
import { PackageOpen } from 'lucide-react';
import { useId } from 'react';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface PackageGridProps {
  /** The packages; undefined while they load. */
  pacotes: readonly PacoteWire[] | undefined;
  /** True if the person may buy; others read why they cannot. */
  mayBuy: boolean;
  /** Id of the package that is being bought; null if none is. */
  buying: string | null;
  onBuy: (pacote: PacoteWire) => void;
  onContact: (pacote: PacoteWire) => void;
}

/** Grid of the packages for sale, with buttons to buy a package or to contact the operator about it. */
export function PackageGrid({ pacotes, mayBuy, buying, onBuy, onContact }: PackageGridProps) {
  const noteId = useId();
  if (!pacotes) {
    return (
      <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-64 rounded-xl" />
        ))}
      </div>
    );
  }
  if (pacotes.length === 0) {
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="Nenhum pacote à venda"
        description="Para comprar créditos, fale com o administrador da instalação."
      />
    );
  }
  return (
    <div className="grid gap-4">
      {mayBuy ? null : (
        <Notice id={noteId} variant="info">
          Só gerentes podem comprar créditos. Peça a compra ao gerente da sua empresa.
        </Notice>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {pacotes.map((pacote) => (
          <li key={pacote.id} className="grid grid-cols-1">
            <PackageCard
              pacote={pacote}
              busy={buying === pacote.id}
              disabled={!mayBuy || (buying !== null && buying !== pacote.id)}
              noteId={mayBuy ? undefined : noteId}
              onBuy={onBuy}
              onContact={onContact}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PackageCard({
  pacote,
  busy,
  disabled,
  noteId,
  onBuy,
  onContact,
}: {
  pacote: PacoteWire;
  busy: boolean;
  disabled: boolean;
  noteId: string | undefined;
  onBuy: (pacote: PacoteWire) => void;
  onContact: (pacote: PacoteWire) => void;
}) {
  const onRequest = isOnRequest(pacote);
  const { quantidadeCreditos, precoCentavos } = pacote;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="grid gap-1.5">
        <h3 className="break-words font-semibold text-base leading-snug">{pacote.nome}</h3>
        {pacote.descricao ? (
          <p className="break-words text-muted-foreground text-sm">{pacote.descricao}</p>
        ) : null}
      </div>
      <div className="mt-auto grid gap-0.5">
        {onRequest ? (
          <>
            <p className="font-semibold text-2xl tracking-tight">Sob consulta</p>
            <p className="text-muted-foreground text-sm">Volume e preço sob medida</p>
          </>
        ) : (
          <>
            <p className="font-semibold text-2xl tabular-nums tracking-tight">
              {formatNumber(quantidadeCreditos)}{' '}
              <span className="font-normal text-base text-muted-foreground">
                {quantidadeCreditos === 1 ? 'crédito' : 'créditos'}
              </span>
            </p>
            {precoCentavos === null ? (
              <p className="text-muted-foreground text-sm">Preço conforme contrato</p>
            ) : (
              <p className="flex flex-wrap gap-x-2 text-sm tabular-nums">
                <span className="font-medium">{formatCentavos(precoCentavos)}</span>
                <span className="text-muted-foreground">
                  {formatCentavos(precoCentavos / quantidadeCreditos)} por crédito
                </span>
              </p>
            )}
          </>
        )}
      </div>
      {onRequest ? (
        <Button variant="outline" onClick={() => onContact(pacote)}>
          Entrar em contato
          <span className="sr-only"> sobre o pacote {pacote.nome}</span>
        </Button>
      ) : (
        <Button loading={busy} disabled={disabled} aria-describedby={noteId} onClick={() => onBuy(pacote)}>
          {busy ? 'Processando...' : 'Comprar'}
          <span className="sr-only"> pacote {pacote.nome}</span>
        </Button>
      )}
    </Card>
  );
}
