import { getSaldo, listPacotes } from '@escuta/shared/contracts/accounts/creditos';
import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { DemoSamples } from '../../domain/items/recording/demo-samples.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { session, useRequiredSession } from '../../lib/network/session.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { balanceOf, listOf } from './logic/answers.ts';
import { PackagesSection } from './packages-section.tsx';
import { StatementSection } from './statement-section.tsx';

const TITULO = 'Créditos de Auditoria';

/** 'Créditos de Auditoria' (specification 1, §2.7): balance, packages and statement. */
export default function CreditosPage() {
  const { empresaId } = useRequiredSession();
  if (!empresaId) {
    return (
      <>
        <PageHeader title={TITULO} />
        <ErrorState
          title="Não foi possível identificar sua empresa. Faça o login novamente."
          action={
            <Button variant="outline" onClick={() => session.end('recusada')}>
              Fazer login
            </Button>
          }
        />
      </>
    );
  }
  return <Credits empresaId={empresaId} />;
}

function Credits({ empresaId }: { empresaId: string }) {
  const [search, setSearch] = useSearchParams();
  const aba = search.get('aba') === 'extrato' ? 'extrato' : 'pacotes';
  const balance = useQuery({
    ...apiQuery(getSaldo, { params: { empresaId } }),
    select: balanceOf,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const packages = useQuery({ ...apiQuery(listPacotes), select: listOf });
  const failed = [balance, packages].find((query) => query.isError && query.data === undefined);

  if (failed) {
    return (
      <>
        <PageHeader title={TITULO} />
        <ErrorState
          title="Não foi possível carregar os dados da página. Tente novamente mais tarde."
          error={failed.error}
          fallback={
            failed === balance ? 'Erro ao buscar saldo de créditos' : 'Erro ao buscar pacotes de crédito'
          }
          onRetry={() => void Promise.all([balance.refetch(), packages.refetch()])}
          retrying={balance.isFetching || packages.isFetching}
        />
      </>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={TITULO}
        description="Cada ligação processada consome um crédito, e cada entrevista consome créditos conforme a duração. Sem resultado, os créditos voltam para o saldo."
        className="mb-0"
      />
      <Balance saldo={balance.data} />
      <Tabs
        value={aba}
        onValueChange={(next) =>
          setSearch(next === 'extrato' ? { aba: 'extrato' } : {}, { preventScrollReset: true })
        }
      >
        <TabsList aria-label="Créditos">
          <TabsTrigger value="pacotes">Pacotes</TabsTrigger>
          <TabsTrigger value="extrato">Extrato</TabsTrigger>
        </TabsList>
        <TabsContent value="pacotes">
          <h2 className="sr-only">Pacotes</h2>
          <DemoSamples className="mb-4" />
          <PackagesSection empresaId={empresaId} pacotes={packages.data} />
        </TabsContent>
        <TabsContent value="extrato">
          <h2 className="sr-only">Extrato</h2>
          <StatementSection empresaId={empresaId} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

function Balance({ saldo }: { saldo: { saldo: number; baixo: boolean } | undefined }) {
  return (
    <section aria-label="Saldo atual">
      <Card className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary-text">
          <Coins className="size-5.5" aria-hidden="true" />
        </span>
        <div className="grid gap-0.5" aria-busy={!saldo}>
          <p className="font-medium text-muted-foreground text-sm">Saldo atual</p>
          {saldo ? (
            <p
              className="font-semibold text-3xl tabular-nums leading-tight tracking-tight"
              aria-live="polite"
            >
              {formatNumber(saldo.saldo)}{' '}
              <span className="font-normal text-base text-muted-foreground">
                {saldo.saldo === 1 ? 'crédito' : 'créditos'}
              </span>
            </p>
          ) : (
            <Skeleton className="h-9 w-40" />
          )}
        </div>
        {saldo?.baixo ? (
          <Badge variant={saldo.saldo === 0 ? 'destructive' : 'warning'} className="ml-auto">
            {saldo.saldo === 0 ? 'Sem créditos' : 'Saldo baixo'}
          </Badge>
        ) : null}
      </Card>
    </section>
  );
}
