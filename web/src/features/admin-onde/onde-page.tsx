import { locateInterview } from '@escuta/shared/contracts/operation/admin';
import { type EstadoDeSala, SALAS_DE_ESPERA } from '@escuta/shared/domain/interview/waiting-rooms';
import { useQuery } from '@tanstack/react-query';
import { MapPin, Search } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { anyText } from '../../kit/list/filter-params.ts';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Data } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

type Onde = Data<typeof locateInterview>;
type Sala = Onde['salas'][number] & { id: string };

const READERS = { id: anyText };

/** Interval of refetching, ms; needed because this page gets no live events of the interview's progress. */
const REFRESH_MS = 5000;

const ESTADO: Readonly<
  Record<EstadoDeSala, { label: string; variant: 'outline' | 'warning' | 'info' | 'destructive' | 'success' }>
> = {
  fora: { label: 'Não se aplica', variant: 'outline' },
  espera: { label: 'Aguardando', variant: 'warning' },
  em_curso: { label: 'Em andamento', variant: 'info' },
  parada: { label: 'Parada', variant: 'destructive' },
  passou: { label: 'Já passou', variant: 'success' },
};

const COLUMNS: readonly Column<Sala>[] = [
  { label: 'Sala de espera', card: 'title', text: ({ sala }) => SALAS_DE_ESPERA[sala] },
  {
    label: 'Situação',
    cell: ({ estado }) => <Badge variant={ESTADO[estado].variant}>{ESTADO[estado].label}</Badge>,
  },
  {
    label: 'Desde',
    className: 'whitespace-nowrap tabular-nums',
    blank: ({ desde }) => desde === null,
    cell: ({ desde }) => (desde ? formatDateTime(desde) : '-'),
  },
  {
    label: 'Até',
    className: 'whitespace-nowrap tabular-nums',
    blank: ({ ate }) => ate === null,
    cell: ({ ate, tentativas }) => (
      <>
        {ate ? formatDateTime(ate) : '-'}
        {tentativas ? <p className="text-muted-foreground text-xs">{tentativas}ª tentativa</p> : null}
      </>
    ),
  },
  {
    label: 'Por quê',
    className: 'min-w-64 whitespace-normal',
    blank: ({ motivo }) => motivo === null,
    cell: ({ motivo }) => motivo ?? '-',
  },
];

/** 'Onde está?': how far an interview has got, stage by stage, for operators of the installation. */
export default function OndePage() {
  const { filters, change } = useListFilters(READERS);
  const box = useId();
  const { id } = filters;
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(locateInterview, { params: { id } }),
    select: ({ data: found }) => found,
    enabled: id !== '',
    // A missing interview is not polled, because at each poll a skeleton would briefly replace the error.
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
  });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('id');
    change({ id: typeof typed === 'string' ? typed.trim() : '' });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Onde está?"
        description="As salas de espera de uma entrevista, do aparelho aos sinais, com o início e o motivo da espera."
        className="mb-0"
      />
      <form onSubmit={search} className="flex flex-wrap items-end gap-3">
        <div className="grid min-w-0 max-w-xl flex-1 gap-1.5">
          <Label htmlFor={box}>Identificador da entrevista ou do item</Label>
          <Input key={id} id={box} name="id" defaultValue={id} spellCheck={false} autoComplete="off" />
        </div>
        <Button type="submit">
          <Search aria-hidden="true" />
          Procurar
        </Button>
      </form>
      <LookupResult
        id={id}
        onde={data}
        error={error}
        retry={() => void refetch()}
        stale={isFetching && !data}
      />
    </div>
  );
}

function LookupResult({
  id,
  onde,
  error,
  retry,
  stale,
}: {
  id: string;
  onde: Onde | undefined;
  error: Error | null;
  retry: () => void;
  stale: boolean;
}) {
  if (id === '')
    return (
      <EmptyState
        icon={<MapPin />}
        title="Nenhuma entrevista selecionada"
        description="O identificador está no endereço da página da entrevista e em cada linha do registro do servidor."
      />
    );
  if (error && !onde) return <ErrorState title="Entrevista não encontrada" error={error} onRetry={retry} />;
  return (
    <>
      {onde ? (
        <Card className="p-4">
          <Facts className="sm:grid-cols-3">
            <Fact label="Empresa">{onde.empresa.nome}</Fact>
            <Fact label="Entrevista">{onde.entrevistaId ?? 'Nenhuma: o item não tem entrevista'}</Fact>
            <Fact label="Item">{onde.itemId ?? 'Nenhum'}</Fact>
          </Facts>
        </Card>
      ) : null}
      <DataList
        label="Salas de espera"
        rows={onde?.salas.map((sala) => ({ ...sala, id: sala.sala }))}
        stale={stale}
        columns={COLUMNS}
        skeletonRows={7}
      />
    </>
  );
}
