import { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import { type AmostraWire, listSorteios, undoSorteio } from '@escuta/shared/contracts/team/sorteios';
import { ESTRATO_AMOSTRA_LABEL, METODO_AMOSTRA_LABEL } from '@escuta/shared/domain/calls/sampling';
import { saidFilters } from '@escuta/shared/domain/filters/filtro-endereco';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Dices, List, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { drawOf, READERS } from '../../domain/calls/list-address.ts';
import { usePersonName } from '../../domain/calls/person-name.ts';
import { FilterChips } from '../../kit/list/filter-chips.tsx';
import { PagedCard } from '../../kit/list/paged-card.tsx';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate, formatNumber, formatShare } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Progress } from '../../ui/progress.tsx';
import { EmptyState } from '../../ui/states.tsx';

const DRAW = partOf(async () => (await import('./draw-dialog.tsx')).DrawDialog);

/** Page of a project's random samples: how each was drawn, and how far its review is. */
export default function SorteiosPage() {
  const { projectId = '' } = useParams();
  const [page, setPage] = useState(1);
  const [drawing, setDrawing] = useState(false);
  const [undoing, setUndoing] = useState<AmostraWire | null>(null);
  const { filters, change } = useListFilters(READERS);
  const { conditions, days } = drawOf(filters);
  const revisor = usePersonName(projectId, filters.revisado_por);
  const responsavel = usePersonName(projectId, filters.responsavel);
  const said = saidFilters(conditions, { revisado_por: () => revisor, responsavel: () => responsavel });
  const mayDraw = useCan()('audit_item', 'update');
  const project = useQuery(apiQuery(getProjeto, { params: { id: projectId } }));
  const query = useQuery(apiListQuery(listSorteios, { params: { id: projectId }, query: { page } }));
  const undo = useApiMutation(undoSorteio, {
    done: ({ data }) =>
      data.devolvidas === 0
        ? 'Sorteio desfeito.'
        : `Sorteio desfeito, com a atribuição de ${plural(data.devolvidas, 'ligação', 'ligações')}.`,
    failed: 'O sorteio não foi desfeito',
  });
  const draw = mayDraw ? (
    <Button onClick={() => setDrawing(true)}>
      <Dices aria-hidden="true" />
      Sortear ligações
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title="Sorteios"
        description={
          project.data
            ? `Ligações de ${project.data.data.nome} sorteadas ao acaso para revisão. Quando o sorteio não tem filtro, a pontuação média das sorteadas vale para todas as ligações do período.`
            : undefined
        }
        back={{ to: href(paths.ligacoes, { projectId }), label: 'Ligações' }}
        actions={draw}
      />
      {draw && said.length > 0 ? (
        <section
          aria-label="Filtro do próximo sorteio"
          className="mb-4 flex flex-wrap items-center gap-2 text-sm"
        >
          <p>O próximo sorteio inclui só as ligações deste filtro:</p>
          <FilterChips said={said} change={change} />
          <p className="text-muted-foreground">A pontuação média das sorteadas vale só para este filtro.</p>
        </section>
      ) : null}
      <PagedCard
        title="Sorteios"
        listLabel="Sorteios do projeto"
        noun="sorteios"
        query={query}
        rows={query.data?.data}
        pagination={query.data?.pagination}
        onPageChange={setPage}
        failedTitle="Erro ao buscar os sorteios"
        empty={
          <EmptyState
            icon={<Dices />}
            title="Nenhum sorteio ainda"
            description="Sorteie, por exemplo, 5 ligações de cada agente por semana e divida-as entre os revisores, com um prazo."
            action={draw}
          />
        }
      >
        {(one) => <Sample one={one} onUndo={mayDraw ? () => setUndoing(one) : undefined} />}
      </PagedCard>
      <OnDemand
        part={DRAW}
        open={drawing}
        props={{
          projetoId: projectId,
          filtro: { todas: conditions },
          filtered: said.map(({ texto }) => texto),
          days,
          open: drawing,
          onClose: () => setDrawing(false),
        }}
      />
      <ConfirmDialog
        open={undoing !== null}
        onOpenChange={(open) => (open ? undefined : setUndoing(null))}
        title="Desfazer este sorteio?"
        description="As ligações voltam ao responsável anterior e podem ser sorteadas de novo. As revisões já feitas são mantidas."
        confirmLabel="Desfazer sorteio"
        destructive
        onConfirm={() => undo.run({ params: { id: undoing?.id ?? '' } })}
      />
    </>
  );
}

/** Method in words: '5 por agente, por semana', '10% das ligações, na mesma proporção para cada agente'. */
function howDrawn({ metodo, quantidade, estrato }: AmostraWire): string {
  const n = formatNumber(quantidade);
  if (metodo === 'percentual' || metodo === 'total') {
    const what = metodo === 'percentual' ? `${n}% das ligações` : plural(quantidade, 'ligação', 'ligações');
    return estrato === 'nenhum' ? what : `${what}, ${ESTRATO_AMOSTRA_LABEL[estrato].toLowerCase()}`;
  }
  return `${n} ${METODO_AMOSTRA_LABEL[metodo].toLowerCase()}`;
}

function Sample({ one, onUndo }: { one: AmostraWire; onUndo?: (() => void) | undefined }) {
  const { user, papel } = useRequiredSession();
  const { total, revisadas } = one.progresso;
  const mayUndo = onUndo && one.desfeita_em === null && (papel !== 'usuario' || one.autor?.id === user.id);
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="break-words font-medium">{one.nome}</h3>
        {one.desfeita_em ? (
          <Badge variant="neutral">Desfeito em {formatDate(one.desfeita_em)}</Badge>
        ) : (
          <span className="text-sm tabular-nums">
            {formatNumber(revisadas)} de {plural(total, 'revisada', 'revisadas')}
            {one.prazo ? ` · prazo ${formatDate(one.prazo)}` : ''}
          </span>
        )}
      </div>
      {one.desfeita_em ? null : (
        <Progress
          className="h-1.5"
          value={total === 0 ? 0 : revisadas / total}
          label={`${one.nome}: ${total === 0 ? 'nada a revisar' : `${formatShare(revisadas / total)} das ligações revisadas`}`}
        />
      )}
      <p className="break-words text-muted-foreground text-sm">
        {howDrawn(one)}, de {formatDate(one.de)} a {formatDate(one.ate)}: {formatNumber(one.sorteadas)} de{' '}
        {plural(one.universo, 'ligação', 'ligações')}. Sorteado por {one.autor?.nome ?? 'uma conta excluída'}{' '}
        em {formatDate(one.created_at)}, semente {one.semente}.
      </p>
      {one.pessoas.length > 0 && one.desfeita_em === null ? (
        <ul className="flex flex-wrap gap-2">
          {one.pessoas.map(({ id, nome, ...done }) => (
            <li key={id ?? 'ninguem'}>
              <Badge variant="outline">
                {nome}: {formatNumber(done.revisadas)} de {formatNumber(done.total)}
              </Badge>
            </li>
          ))}
        </ul>
      ) : null}
      {one.desfeita_em ? null : (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" asChild>
            <Link to={`${href(paths.ligacoes, { projectId: one.projeto.id })}?sorteio_id=${one.id}`}>
              <List aria-hidden="true" />
              Ver as ligações
            </Link>
          </Button>
          {mayUndo ? (
            <Button variant="ghost" size="sm" onClick={onUndo}>
              <Undo2 aria-hidden="true" />
              Desfazer
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
