import { plural } from '@escuta/shared/domain/text/in-words';
import { Bell, Coins, FolderKanban, ListChecks } from 'lucide-react';
import { formatNumber, NAO_DISPONIVEL } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { StatCard } from '../../ui/card.tsx';
import { AlertsPopover, hasPending } from './alerts-popover.tsx';
import type { Home } from './home.ts';
import type { Recorte } from './onde.ts';

/** A count in words; '1.000+' if the server stopped counting at this number. */
const capped = (n: number, exact: boolean) => `${formatNumber(n)}${exact ? '' : '+'}`;

/** The four figures at the top of the home page; 'N/A' for a figure whose part failed. */
export function SummaryCards({
  home,
  onPick,
}: {
  home: Home | undefined;
  /** Shows the items that a clicked figure counts. */
  onPick: (asked: Recorte) => void;
}) {
  const cards = home?.cartoes;
  const alerts = home?.alertas;
  const value = (n: number | undefined) =>
    home ? (n === undefined ? NAO_DISPONIVEL : formatNumber(n)) : undefined;
  const inactive = cards ? cards.projetos - cards.projetosAtivos : 0;
  return (
    <section aria-label="Resumo" aria-busy={!home} className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Projetos Ativos"
        icon={<FolderKanban />}
        value={value(cards?.projetosAtivos)}
        hint={inactive > 0 ? `e ${plural(inactive, 'inativo', 'inativos')}` : 'em uso na empresa'}
      />
      <StatCard
        label="Total de Auditorias"
        icon={<ListChecks />}
        value={value(cards?.totalAuditorias)}
        hint={
          !cards ? undefined : cards.totalItens === 0 ? (
            'nenhum item'
          ) : (
            <Button
              variant="link"
              size="inline"
              className="max-sm:-my-3.5 text-xs max-sm:h-11 max-sm:min-w-11 max-sm:justify-start"
              aria-label={`${plural(cards.totalItens, 'item', 'itens')}: ver onde estão`}
              onClick={() => onPick({})}
            >
              {plural(cards.totalItens, 'item', 'itens')}
            </Button>
          )
        }
      />
      <StatCard
        label="Créditos Restantes"
        icon={<Coins />}
        value={value(cards?.creditos)}
        hint={alerts?.saldoBaixo ? 'saldo baixo' : 'para processar gravações'}
      />
      <StatCard
        label="Alertas"
        icon={<Bell />}
        value={home ? (alerts ? capped(alerts.total, alerts.exato) : NAO_DISPONIVEL) : undefined}
        hint={
          !alerts ? undefined : !hasPending(alerts) ? (
            'nenhuma pendência'
          ) : (
            <AlertsPopover alerts={alerts} data={home?.data} />
          )
        }
      />
    </section>
  );
}
