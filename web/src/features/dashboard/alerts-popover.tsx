import { plural } from '@escuta/shared/domain/text/in-words';
import { Bell, CircleAlert, Coins, LifeBuoy, type LucideIcon, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber, formatPhone } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx';
import type { Home } from './home.ts';

type Alertas = NonNullable<Home['alertas']>;

const LINK = 'focus-ring touch-target rounded-sm text-primary-text underline-offset-4 hover:underline';

function Kind({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Icon className="mt-0.5 size-4 shrink-0 text-warning-text" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </li>
  );
}

/** True if there is an alert, an error, a critical ticket or a low balance to attend to. */
export const hasPending = ({ total, insights, erros, saldoBaixo, ticketsCriticos }: Alertas): boolean =>
  total + insights.n + erros.n + ticketsCriticos > 0 || saldoBaixo;

/** List of what needs attention, each entry with a link or button. */
export function AlertsPopover({ alerts, data }: { alerts: Alertas; data: Home['data'] | undefined }) {
  const { total, exato, alta, insights, erros, saldoBaixo, ticketsCriticos } = alerts;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="link" size="inline" className="max-sm:-my-3.5 text-xs max-sm:h-11">
          Ver pendências
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Pendências"
        className="max-h-[70dvh] w-88 max-w-[calc(100vw-2rem)] overflow-y-auto text-sm"
      >
        <ul className="divide-y">
          {total > 0 ? (
            <Kind
              icon={Bell}
              title={`${plural(total, 'alerta', 'alertas').replace(' ', exato ? ' ' : '+ ')} a resolver${alta > 0 ? `, ${formatNumber(alta)} de gravidade alta` : ''}`}
            >
              <Link to={paths.alertas} className={LINK}>
                Abrir os alertas
              </Link>
            </Kind>
          ) : null}
          {insights.n > 0 ? (
            <Kind
              icon={Sparkles}
              title={`${plural(insights.n, 'insight', 'insights').replace(' ', insights.exato ? ' ' : '+ ')} ${insights.n === 1 ? 'pede' : 'pedem'} revisão`}
            >
              <ul className="grid gap-1.5">
                {insights.ligacoes.map((call) => (
                  <li key={call.itemId} className="grid">
                    <Link to={href(paths.analiseLigacao, { itemId: call.itemId })} className={LINK}>
                      {call.rotulo ? formatPhone(call.rotulo) : 'Item sem nome'} · {call.projeto}
                    </Link>
                    <span className="text-muted-foreground text-xs">
                      {call.template}: {call.motivos.join('; ')}
                    </span>
                  </li>
                ))}
              </ul>
              <Link to={paths.revisao} className={LINK}>
                Abrir a fila de revisão
              </Link>
            </Kind>
          ) : null}
          {erros.n > 0 ? (
            <Kind
              icon={CircleAlert}
              title={`${plural(erros.n, 'item terminou', 'itens terminaram')} com erro`}
            >
              <ul className="grid gap-1">
                {erros.projetos.map(({ id, nome, tipo_projeto, n }) => (
                  <li key={id}>
                    <Link
                      to={
                        tipo_projeto === 'call_center'
                          ? `${href(paths.ligacoes, { projectId: id })}?status=erro${data === 'ligacao' ? '&data=ligacao' : ''}&de=${erros.desde}`
                          : href(paths.projeto, { id })
                      }
                      className={LINK}
                    >
                      {nome} ({plural(n, 'item', 'itens')})
                    </Link>
                  </li>
                ))}
              </ul>
            </Kind>
          ) : null}
          {ticketsCriticos > 0 ? (
            <Kind
              icon={LifeBuoy}
              title={plural(ticketsCriticos, 'ticket crítico em aberto', 'tickets críticos em aberto')}
            >
              <Link to={`${paths.suporte}?severidade=critica`} className={LINK}>
                Ver tickets
              </Link>
            </Kind>
          ) : null}
          {saldoBaixo ? (
            <Kind icon={Coins} title="Saldo de créditos baixo">
              <Link to={paths.creditos} className={LINK}>
                Ver créditos e pacotes
              </Link>
            </Kind>
          ) : null}
        </ul>
        {erros.n > 0 ? (
          <p className="mt-3 border-t pt-3 text-muted-foreground text-xs">
            Só contam os itens com erro {data === 'ligacao' ? 'cuja ligação é dos' : 'registrados nos'}{' '}
            últimos 30 dias.
          </p>
        ) : null}
      </PopoverContent>
    </Popover>
  );
}
