import { getSaldo } from '@escuta/shared/contracts/accounts/creditos';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import { useQuery } from '@tanstack/react-query';
import { Coins, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ExampleButton } from '../../domain/projects/example-button.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { currentTime } from '../../lib/network/server-clock.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { paths } from '../../lib/paths.ts';
import { toLocalDate } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { dismissNotice, isNoticeDismissed } from './low-balance.ts';

/** Suggests the next step to a company that has never bought credits, instead of a warning. */
function FirstCreditsNotice({ saldo, mayBuy, mayTry }: { saldo: number; mayBuy: boolean; mayTry: boolean }) {
  const { pathname } = useLocation();
  if (pathname === paths.creditos) return null;
  return (
    <aside
      aria-label="Primeiros créditos"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-primary-soft px-4 py-2.5 text-primary-text text-sm sm:px-6"
    >
      <Coins className="size-4.5 shrink-0" aria-hidden="true" />
      <p className="min-w-52 flex-1">
        {saldo > 0 ? (
          <>Comece com {formatCreditos(saldo)} de boas-vindas: cada ligação processada usa um crédito.</>
        ) : mayBuy ? (
          'Conheça a Escuta pelo exemplo e compre os primeiros créditos quando quiser processar as suas gravações.'
        ) : (
          'Conheça a Escuta pelo exemplo. Para processar gravações, o gerente da sua empresa precisa comprar os primeiros créditos.'
        )}
      </p>
      {mayTry ? (
        <ExampleButton variant="link" size="inline" className="touch-target" label="Ver exemplo" />
      ) : null}
      <Link
        to={paths.creditos}
        className="focus-ring touch-target rounded-sm font-medium underline underline-offset-4 hover:no-underline"
      >
        {mayBuy ? 'Ver pacotes' : 'Ver créditos'}
      </Link>
    </aside>
  );
}

/** Warns people who may see credits that the company's balance is low or used up. They can dismiss it for the day. */
export function LowBalanceBanner() {
  const { empresaId } = useRequiredSession();
  const can = useCan();
  const { pathname } = useLocation();
  const { data } = useQuery({
    ...apiQuery(getSaldo, { params: { empresaId: empresaId ?? '' } }),
    enabled: empresaId !== null && can('credit', 'read'),
    select: (answer) => answer.data,
  });
  const [, redraw] = useState(0);
  if (!empresaId || !data) return null;
  if (data.primeirosCreditos)
    return (
      <FirstCreditsNotice
        saldo={data.saldo}
        mayBuy={can('credit', 'create')}
        mayTry={can('project', 'create')}
      />
    );
  if (!data.baixo) return null;

  const notice = {
    empresaId,
    nivel: data.saldo === 0 ? 'zero' : 'baixo',
    dia: toLocalDate(currentTime()),
  } as const;
  if (isNoticeDismissed(notice)) return null;
  const empty = notice.nivel === 'zero';
  const mayBuy = can('credit', 'create');
  return (
    <aside
      aria-label="Aviso de saldo de créditos"
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5 text-sm sm:px-6',
        empty ? 'bg-destructive-soft text-destructive-text' : 'bg-warning-soft text-warning-text',
      )}
    >
      <Coins className="size-4.5 shrink-0" aria-hidden="true" />
      <p className="min-w-52 flex-1" role="status">
        {empty ? (
          <>
            <strong className="font-semibold">Os créditos acabaram.</strong> Novas gravações não são
            processadas até a próxima compra{mayBuy ? '' : ': avise o gerente da sua empresa'}.
          </>
        ) : (
          <>
            <strong className="font-semibold">Saldo de créditos baixo:</strong>{' '}
            {data.saldo === 1 ? 'resta' : 'restam'} {formatCreditos(data.saldo)}.
          </>
        )}
      </p>
      {pathname === paths.creditos ? null : (
        <Link
          to={paths.creditos}
          className="focus-ring touch-target rounded-sm font-medium underline underline-offset-4 hover:no-underline"
        >
          {mayBuy ? 'Comprar créditos' : 'Ver créditos'}
        </Link>
      )}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Dispensar o aviso por hoje"
        className="-mr-2 text-current hover:bg-black/10 hover:text-current dark:hover:bg-white/10"
        onClick={() => {
          dismissNotice(notice);
          redraw((n) => n + 1);
        }}
      >
        <X aria-hidden="true" />
      </Button>
    </aside>
  );
}
