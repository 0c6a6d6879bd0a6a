import { getAdminStats } from '@escuta/shared/contracts/operation/admin';
import { ACAO_LABEL, type AcaoRegistrada } from '@escuta/shared/domain/log/audit-actions';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Building2, FolderKanban, History, ListChecks, UserPlus, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { VolumeCard } from '../../domain/calls/volume-card.tsx';
import { ShutdownNotices } from '../../domain/models/shutdown-notices.tsx';
import { ChartCard } from '../../kit/charts/chart-card.tsx';
import { ColumnsChart } from '../../kit/charts/lazy.tsx';
import { Legend } from '../../kit/charts/patterns.tsx';
import { monthLabel, type Series } from '../../kit/charts/series.ts';
import { ExplainedBasis, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Data } from '../../lib/network/api.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle, StatCard } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';

type Stats = Data<typeof getAdminStats>;

/** Interval of refetching, ms. Refetching is needed because live events of other companies do not reach this page. */
const REFRESH_MS = 60_000;

const NEW_SERIES: readonly Series[] = [
  { key: 'usuarios', label: 'Novos usuários', color: 'var(--chart-1)' },
  { key: 'empresas', label: 'Novas empresas', color: 'var(--chart-2)', pattern: 'listrado' },
];

function Totals({ stats }: { stats: Stats | undefined }) {
  return (
    <section
      aria-label="Totais"
      aria-busy={!stats}
      className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4"
    >
      <StatCard
        label="Total de Empresas"
        icon={<Building2 />}
        value={stats && formatNumber(stats.totalEmpresas)}
        hint="ativas"
      />
      <StatCard
        label="Total de Projetos"
        icon={<FolderKanban />}
        value={stats && formatNumber(stats.totalProjetos)}
        hint="de todas as empresas"
      />
      <StatCard
        label="Total de Auditorias"
        icon={<ListChecks />}
        value={stats && formatNumber(stats.totalAuditorias)}
        hint={stats && `${plural(stats.totalItens, 'item', 'itens')} de empresas ativas`}
      />
      <StatCard
        label="Total de Usuários"
        icon={<Users />}
        value={stats && formatNumber(stats.totalUsuarios)}
        hint="pessoas com conta ativa"
      />
    </section>
  );
}

function TopCompanies({ rows }: { rows: Stats['maioresEmpresas'] | undefined }) {
  return (
    <Card className="overflow-hidden">
      <section aria-labelledby="maiores-empresas" aria-busy={!rows}>
        <div className="flex items-center justify-between gap-3 p-5 pb-4">
          <CardTitle id="maiores-empresas">Maiores Empresas</CardTitle>
          <Button variant="link" size="inline" asChild>
            <Link to={paths.adminEmpresas}>Ver todas</Link>
          </Button>
        </div>
        {!rows ? (
          <div className="grid gap-3 p-5 pt-0">
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} className="h-8" />
            ))}
          </div>
        ) : rows.length === 0 ? (
          <EmptyState
            className="m-5 mt-0 py-8"
            icon={<Building2 />}
            title="Nenhuma empresa com itens"
            description="As empresas com mais itens registrados aparecem aqui."
          />
        ) : (
          <Table aria-labelledby="maiores-empresas">
            <TableHeader>
              <TableRow className="hover:bg-transparent">
                <TableHead className="pl-5">Empresa</TableHead>
                <TableHead className="text-right">Itens</TableHead>
                <TableHead className="text-right">Créditos usados</TableHead>
                <TableHead className="pr-5 text-right">Saldo</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {rows.map(({ id, nome, itens, creditosUsados, saldo }) => (
                <TableRow key={id}>
                  <TableCell className="min-w-36 pl-5">
                    <Link
                      to={href(paths.adminEmpresa, { id })}
                      className="focus-ring break-words rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                    >
                      {nome}
                    </Link>
                  </TableCell>
                  <TableCell className="text-right tabular-nums">{formatNumber(itens)}</TableCell>
                  <TableCell className="text-right tabular-nums">{formatNumber(creditosUsados)}</TableCell>
                  <TableCell className="pr-5 text-right tabular-nums">{formatNumber(saldo)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </section>
    </Card>
  );
}

function RecentActions({ rows }: { rows: Stats['atividadeRecente'] | undefined }) {
  return (
    <Card>
      <section aria-labelledby="acoes-recentes" aria-busy={!rows} className="grid gap-4 p-5">
        <div className="flex items-center justify-between gap-3">
          <CardTitle id="acoes-recentes">Atividade Recente</CardTitle>
          <Button variant="link" size="inline" asChild>
            <Link to={paths.adminRegistros}>Ver registro</Link>
          </Button>
        </div>
        {!rows ? (
          <div className="grid gap-3">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-8" />
            ))}
          </div>
        ) : rows.length === 0 ? (
          <EmptyState
            className="py-8"
            icon={<History />}
            title="Nenhuma atividade ainda"
            description="Cadastros, convites, compras e outras ações sensíveis aparecem aqui."
          />
        ) : (
          <ol className="grid gap-3">
            {rows.map(({ id, acao, empresa, usuario, quando }) => (
              <li key={id} className="grid gap-0.5 border-l-2 pl-3">
                <p className="text-dense leading-snug">
                  {ACAO_LABEL[acao as AcaoRegistrada] ?? acao}
                  {empresa ? ` · ${empresa}` : ''}
                </p>
                <p className="break-words text-muted-foreground text-xs">
                  {usuario ? `${usuario} · ` : ''}
                  <time dateTime={quando} className="whitespace-nowrap tabular-nums">
                    {formatDateTime(quando)}
                  </time>
                </p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </Card>
  );
}

/** 'Painel do Administrador' (specification 1, §2.10): figures of the whole installation, from a single request. */
export default function AdminPage() {
  return (
    <RememberedBasis padrao="entrada">
      <Panel />
    </RememberedBasis>
  );
}

const READERS = { data: oneOf(['ligacao']) };

function Panel() {
  const { filters, change } = useListFilters(READERS);
  const query = useQuery({
    ...apiListQuery(getAdminStats, { query: { data: filters.data || undefined } }),
    select: (answer) => answer.data,
    refetchInterval: REFRESH_MS,
  });
  const stats = query.data;
  const state = { onRetry: () => void query.refetch(), retrying: query.isFetching };
  const news = stats?.novosPorMes.map((row) => ({ ...row, nome: monthLabel(row.mes) }));
  return (
    <>
      <PageHeader
        title="Painel do Administrador"
        description="Todas as empresas desta instalação."
        actions={
          <ExplainedBasis
            conta="A data selecionada vale para o gráfico de auditorias por mês."
            padrao="entrada"
            value={filters.data}
            onValueChange={(next) => change({ data: READERS.data(next) })}
          />
        }
      />
      <div className="mb-4 empty:hidden">
        <ShutdownNotices
          action={
            <Button variant="link" size="inline" asChild>
              <Link to={paths.adminModelos}>Ver modelos</Link>
            </Button>
          }
        />
      </div>
      {query.isError && !stats ? (
        <ErrorState
          title="Falha ao buscar as estatísticas do admin."
          error={query.error}
          onRetry={state.onRetry}
          retrying={state.retrying}
        />
      ) : (
        <div className="grid gap-4">
          <Totals stats={stats} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 gap-4">
              <VolumeCard
                title="Auditorias nos Últimos 6 Meses"
                description={`${filters.data ? 'Itens de cada mês pela data da ligação' : 'Itens registrados em cada mês'}, de todas as empresas, pelo status atual`}
                months={stats?.volumeMensal}
                {...state}
              />
              <TopCompanies rows={stats?.maioresEmpresas} />
              <ChartCard
                title="Novos Usuários e Empresas"
                description="Cadastros de cada mês"
                data={
                  news && {
                    head: ['Mês', ...NEW_SERIES.map(({ label }) => label)],
                    rows: news.map(({ mes, nome, usuarios, empresas }) => ({
                      id: mes,
                      cells: [nome, formatNumber(usuarios), formatNumber(empresas)],
                    })),
                  }
                }
                empty={
                  news?.every(({ usuarios, empresas }) => usuarios + empresas === 0) && {
                    icon: <UserPlus />,
                    title: 'Nenhum cadastro nos últimos 6 meses',
                    description: 'Empresas e pessoas que se cadastram ou são convidadas aparecem aqui.',
                  }
                }
                {...state}
              >
                <div className="h-56">
                  <ColumnsChart rows={news ?? []} category="nome" series={NEW_SERIES} />
                </div>
                <Legend series={NEW_SERIES} />
              </ChartCard>
            </div>
            <RecentActions rows={stats?.atividadeRecente} />
          </div>
        </div>
      )}
    </>
  );
}
