import {
  getTrabalhoDaEquipe,
  LIGACOES_DA_PESSOA_MAX,
  type PessoaDaEquipe,
} from '@escuta/shared/contracts/team/equipe';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate, formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const NUMERIC = 'text-right tabular-nums';

/** Number of waiting items and the day since which the oldest has waited: '12', 'desde 03/11/2026'; '-' for none. */
function WaitingFigure({ n, since, children }: { n: number; since: string | null; children: ReactNode }) {
  if (n === 0) return '-';
  return (
    <span className="grid">
      {children}
      {since ? <span className="text-muted-foreground text-xs">{since}</span> : null}
    </span>
  );
}

function CallsLink({
  pessoa: { id, nome },
  n,
  more = false,
  late = false,
}: {
  pessoa: PessoaDaEquipe;
  n: number;
  /** True if there are more than `n` calls, because counting stopped. */
  more?: boolean;
  late?: boolean;
}) {
  const asked = new URLSearchParams({
    data: 'ligacao',
    responsavel: id,
    ...(late ? { atrasada: 'sim' } : { revisada: 'nao' }),
  });
  const text = `${formatNumber(n)}${more ? '+' : ''}`;
  return (
    <Link
      to={`${paths.todasLigacoes}?${asked}`}
      aria-label={`${text}: ver ${plural(n, 'ligação', 'ligações')} de ${nome}${late ? ' com revisão atrasada' : ' a revisar'}`}
      className="focus-ring touch-target justify-self-end rounded-sm font-medium underline decoration-dotted underline-offset-4 hover:decoration-solid max-md:justify-self-start"
    >
      {text}
    </Link>
  );
}

const since = (at: string | null) => at && `desde ${formatDate(at)}`;

const COLUMNS: readonly Column<PessoaDaEquipe>[] = [
  {
    label: 'Pessoa',
    card: 'title',
    cell: ({ nome, ativo }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
        <span className="min-w-0 break-words">{nome}</span>
        {ativo ? null : <Badge variant="warning">Conta inativa</Badge>}
      </span>
    ),
  },
  {
    label: 'Ligações a revisar',
    className: NUMERIC,
    cell: (pessoa) => (
      <WaitingFigure n={pessoa.ligacoes.n} since={since(pessoa.ligacoes.desde)}>
        <CallsLink pessoa={pessoa} n={pessoa.ligacoes.n} more={!pessoa.exato} />
      </WaitingFigure>
    ),
  },
  {
    label: 'Atrasadas',
    className: NUMERIC,
    blank: ({ atrasadas }) => atrasadas.n === 0,
    cell: (pessoa) => (
      <WaitingFigure
        n={pessoa.atrasadas.n}
        since={pessoa.atrasadas.prazo && `prazo ${formatDate(pessoa.atrasadas.prazo)}`}
      >
        <span className="text-destructive-text">
          <CallsLink pessoa={pessoa} n={pessoa.atrasadas.n} more={!pessoa.exato} late />
        </span>
      </WaitingFigure>
    ),
  },
  {
    label: 'Próximo prazo',
    className: NUMERIC,
    blank: ({ prazo }) => prazo === null,
    cell: ({ prazo }) => (prazo ? formatDate(prazo) : '-'),
  },
  {
    label: 'Sinais sem parecer',
    className: NUMERIC,
    blank: ({ sinais }) => sinais.n === 0,
    cell: ({ sinais }) => (
      <WaitingFigure n={sinais.n} since={since(sinais.desde)}>
        {formatNumber(sinais.n)}
      </WaitingFigure>
    ),
  },
  {
    label: 'Entrevistas a verificar',
    className: NUMERIC,
    blank: ({ verificacoes }) => verificacoes.n === 0,
    cell: ({ verificacoes }) => (
      <WaitingFigure n={verificacoes.n} since={since(verificacoes.desde)}>
        {formatNumber(verificacoes.n)}
      </WaitingFigure>
    ),
  },
];

/** The team's work: what each person has to review, how long it has waited, and how much of it is late. */
export function TeamSection() {
  const query = useQuery({
    ...apiQuery(getTrabalhoDaEquipe),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(30_000),
  });
  const people = query.data;
  if (query.error && !people) {
    return (
      <ErrorState
        title="Erro ao buscar o trabalho da equipe"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (people?.length === 0) {
    return (
      <EmptyState
        icon={<Users />}
        title="Nenhuma pessoa na equipe"
        description="As pessoas da empresa aparecem aqui, com as ligações que cada uma tem para revisar."
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-muted-foreground text-sm">
        As pessoas com revisões atrasadas aparecem primeiro. O prazo é o do sorteio da ligação.
        {people?.some(({ exato }) => !exato)
          ? ` Só contam as ${formatNumber(LIGACOES_DA_PESSOA_MAX)} ligações mais recentes de cada pessoa.`
          : ''}
      </p>
      <Card className="p-3 sm:p-4">
        <DataList label="Trabalho da equipe" rows={people} stale={false} columns={COLUMNS} />
      </Card>
    </div>
  );
}
