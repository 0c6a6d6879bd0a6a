import { getItensPorProjeto } from '@escuta/shared/contracts/insights/dashboard';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, SearchX } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { Home } from './home.ts';
import {
  describeRecorte,
  destinations,
  filtersOf,
  type Onde,
  onlyDestination,
  type Recorte,
} from './onde.ts';

const ROW = 'flex min-h-11 items-center gap-3 rounded-md px-3 py-2';
const LINK = `${ROW} focus-ring group hover:bg-accent hover:text-accent-foreground`;

const query = (recorte: Recorte) => apiQuery(getItensPorProjeto, { query: filtersOf(recorte) });

function Heading({ projeto }: { projeto: Onde['projetos'][number] }) {
  const tipo = TIPO_PROJETO[projeto.tipo_projeto];
  return (
    <>
      <span className="grid min-w-0 flex-1 justify-items-start gap-1">
        <span className="break-words font-medium">{projeto.nome}</span>
        {projeto.tipo_projeto === 'call_center' ? null : <Badge variant={tipo.variant}>{tipo.label}</Badge>}
      </span>
      <span className="shrink-0 tabular-nums">{plural(projeto.n, 'item', 'itens')}</span>
    </>
  );
}

const arrow = (
  <ChevronRight
    className="size-4 shrink-0 text-muted-foreground group-hover:text-accent-foreground"
    aria-hidden="true"
  />
);

/** A project with its number of items. If several audits of the project contain them, each audit has a link below. */
function Project({ projeto, recorte }: { projeto: Onde['projetos'][number]; recorte: Recorte }) {
  const [first, ...others] = destinations(projeto, recorte);
  if (first && others.length === 0) {
    return (
      <Link to={first.to} className={LINK}>
        <Heading projeto={projeto} />
        {arrow}
      </Link>
    );
  }
  return (
    <>
      <div className={ROW}>
        <Heading projeto={projeto} />
      </div>
      <ul aria-label={`Auditorias de ${projeto.nome}`} className="ml-3 border-l pl-2">
        {destinations(projeto, recorte).map(({ id, nome, to }) => (
          <li key={id}>
            <Link to={to} className={LINK}>
              <span className="min-w-0 flex-1 break-words">{nome}</span>
              {arrow}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function FoundProjects({ onde, recorte }: { onde: Onde; recorte: Recorte }) {
  if (onde.total === 0) {
    return (
      <EmptyState
        className="py-8"
        icon={<SearchX />}
        title="Nenhum item agora"
        description="Os itens mudaram de status."
      />
    );
  }
  return (
    <>
      <ul aria-label="Projetos" className="-mx-3 grid gap-0.5 text-sm">
        {onde.projetos.map((projeto) => (
          <li key={projeto.id}>
            <Project projeto={projeto} recorte={recorte} />
          </li>
        ))}
      </ul>
      {onde.outros.projetos > 0 ? (
        <p className="text-muted-foreground text-sm">
          E mais {plural(onde.outros.n, 'item', 'itens')} em{' '}
          <Link
            to={paths.projetos}
            className="focus-ring rounded-sm text-primary-text underline underline-offset-4"
          >
            {plural(onde.outros.projetos, 'outro projeto', 'outros projetos')}
          </Link>
          .
        </p>
      ) : null}
    </>
  );
}

function LookupBody({ recorte }: { recorte: Recorte }) {
  const answer = useQuery({ ...query(recorte), select: ({ data }) => data });
  const onde = answer.data;
  const words = describeRecorte(recorte);
  return (
    <>
      <DialogHeader>
        <DialogTitle>Onde estão</DialogTitle>
        <DialogDescription>
          {onde ? `${formatNumber(onde.total)} ${onde.total === 1 ? 'item' : 'itens'}` : 'Itens'}
          {words ? ` ${words}` : ' de todos os projetos'}. Abra um projeto para ver a lista.
        </DialogDescription>
      </DialogHeader>
      {onde ? (
        <FoundProjects onde={onde} recorte={recorte} />
      ) : answer.isError ? (
        <ErrorState
          className="py-8"
          title="Não foi possível buscar os projetos."
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      ) : (
        <div aria-busy="true" className="grid gap-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
    </>
  );
}

/**
 * Shows the items that a figure of the home page counts. If one list contains all of them, opens that list, else a
 * dialog with each project's number.
 * @param data 'ligacao' if the home page counts by the calls' own days
 */
export function useOndeEstao(data: Home['data'] | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [shown, setShown] = useState<Recorte | null>(null);
  const last = useLast(shown);
  /** The last request. Responses to earlier ones, and those that come after the page was left, are ignored. */
  const asked = useRef<Recorte | null>(null);
  useEffect(
    () => () => {
      asked.current = null;
    },
    [],
  );

  const onPick = useCallback(
    (picked: Recorte): void => {
      const recorte = data === 'ligacao' ? { ...picked, data } : picked;
      asked.current = recorte;
      const answered = (to: string | null): void => {
        if (asked.current !== recorte) return;
        if (to) void navigate(to);
        else setShown(recorte);
      };
      client.fetchQuery(query(recorte)).then(
        ({ data }) => answered(onlyDestination(data, recorte)),
        // The dialog repeats the request and shows the failure.
        () => answered(null),
      );
    },
    [client, navigate, data],
  );

  const dialog = (
    <Dialog open={shown !== null} onOpenChange={(open) => !open && setShown(null)}>
      <DialogContent>{last ? <LookupBody recorte={last} /> : null}</DialogContent>
    </Dialog>
  );
  return { onPick, dialog };
}
