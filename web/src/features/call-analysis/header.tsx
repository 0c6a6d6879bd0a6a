import { ArrowLeft, ArrowRight, EllipsisVertical } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { AgentFacts } from '../../domain/agents/agent-facts.tsx';
import { LIST_PARAM, listOfAnalysis } from '../../domain/calls/list-address.ts';
import { ActionMenu } from '../../domain/items/action-menu.tsx';
import { headingOf } from '../../domain/items/item.ts';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import type { BoundAction } from '../../domain/items/use-item-actions.tsx';
import { writeCell } from '../../domain/survey/cell/use-open-cell.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatStart } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { backOf } from './back.tsx';
import { Neighbours } from './neighbours.tsx';
import type { Resultado } from './sections/overview.tsx';

/** The page's call or interview, its state, and its actions. */
export function Header({ resultado, actions }: { resultado: Resultado; actions: readonly BoundAction[] }) {
  const { auditoriaItem: item, projeto } = resultado;
  const interview = item.perfil === 'entrevista';
  const erased = item.dadosApagadosEm !== null;
  const [search] = useSearchParams();
  const back = backOf(resultado, listOfAnalysis(search.get(LIST_PARAM))?.address);
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-1 items-start gap-3">
        <Button variant="outline" size="icon" asChild className="mt-0.5">
          <Link to={back.to} aria-label={back.label}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        </Button>
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h1
              data-route-heading
              tabIndex={-1}
              className="font-semibold text-xl tabular-nums tracking-tight sm:text-2xl"
            >
              {erased ? (interview ? 'Entrevista apagada' : 'Ligação apagada') : headingOf(item)}
            </h1>
            {erased ? null : <ItemStatus status={item.status} />}
          </div>
          <p className="truncate text-muted-foreground text-sm">
            <AgentFacts
              agente={item.agente}
              facts={[
                interview ? null : item.nomeEntrevistado,
                item.inicioPrecisao && formatStart(item.callStartTime ?? item.createdAt, item.inicioPrecisao),
                projeto.nome,
              ]}
            />
          </p>
          {interview && !erased && item.pesquisaId ? (
            <Link
              to={`${href(paths.pesquisa, { id: item.pesquisaId })}?${writeCell('aba=resultados', item.celulaNoMapa)}`}
              className="focus-ring touch-target inline-flex w-fit items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
            >
              Ver no mapa da pesquisa
              <ArrowRight className="size-4" aria-hidden="true" />
            </Link>
          ) : null}
        </div>
      </div>
      {projeto.tipoProjeto === 'call_center' ? <Neighbours itemId={item.id} projetoId={projeto.id} /> : null}
      {actions.length > 0 ? (
        <ActionMenu actions={actions}>
          <Button variant="outline" className="mt-0.5 max-sm:w-11 max-sm:px-0">
            <EllipsisVertical aria-hidden="true" />
            <span className="max-sm:sr-only">Ações</span>
          </Button>
        </ActionMenu>
      ) : null}
    </header>
  );
}
