import type { Quadro } from '@escuta/shared/contracts/quadro';
import { Link } from 'react-router-dom';
import { formatDayMonth, formatNumber, formatShare, plural } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { StatCard } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';

type Entrevistador = Quadro['entrevistadores'][number];

/** What is done and what waits, over the whole survey. */
export function Totals({ quadro }: { quadro: Quadro | undefined }) {
  const total = quadro?.total;
  const n = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Concluídas"
        value={n(total?.concluidas)}
        hint={total ? plural(total.interrompidas, 'interrompida', 'interrompidas') : undefined}
      />
      <StatCard
        label="Aprovadas"
        value={n(total?.aprovadas)}
        hint={
          total && total.concluidas > 0
            ? `${formatShare(total.aprovadas / total.concluidas)} das concluídas`
            : undefined
        }
      />
      <StatCard
        label="Aguardando o aparelho"
        value={n(total?.aguardando)}
        hint={total ? `de ${formatNumber(total.em_andamento)} em andamento` : undefined}
      />
      <StatCard label="Em quarentena" value={n(total?.quarentena)} />
    </div>
  );
}

/** One day's figures: concluded first, the others behind where there are any. */
function DayCell({ dia }: { dia: Entrevistador['dias'][number] | undefined }) {
  if (!dia) return <span className="text-muted-foreground">–</span>;
  const rest = [
    dia.interrompidas > 0 ? `${formatNumber(dia.interrompidas)} int.` : null,
    dia.em_andamento > 0 ? `${formatNumber(dia.em_andamento)} and.` : null,
  ].filter(Boolean);
  return (
    <span>
      <span className="font-medium">{formatNumber(dia.concluidas)}</span>
      {rest.length > 0 ? (
        <span className="block text-muted-foreground text-xs">
          {rest.join(' · ')}
          <span className="sr-only"> (interrompidas, em andamento)</span>
        </span>
      ) : null}
    </span>
  );
}

/** Done against due of the verification sample. */
function Verification({ devidas, sorteadas, feitas }: Entrevistador['verificacao']) {
  const late = feitas < devidas;
  return (
    <span className="flex items-center gap-2">
      <span className={late ? undefined : 'text-success-text'}>
        {formatNumber(feitas)} de {formatNumber(devidas)}
      </span>
      {sorteadas < devidas ? (
        <Badge variant="warning">{formatNumber(devidas - sorteadas)} a sortear</Badge>
      ) : null}
    </span>
  );
}

/** Who interviewed how many on which day; the last two columns are over the whole survey. */
export function BoardTable({ quadro, pesquisaId }: { quadro: Quadro; pesquisaId: string }) {
  return (
    <>
      <Table
        scrollable
        aria-label="Entrevistas por entrevistador e dia"
        containerClassName="rounded-lg border"
      >
        <TableHeader>
          <TableRow>
            <TableHead>Entrevistador</TableHead>
            {quadro.dias.map((dia) => (
              <TableHead key={dia} className="tabular-nums">
                {formatDayMonth(`${dia}T12:00:00-03:00`)}
              </TableHead>
            ))}
            <TableHead>Todas</TableHead>
            <TableHead>Verificadas</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {quadro.entrevistadores.map((one) => (
            <TableRow key={one.id ?? 'sem'}>
              <TableHead scope="row" className="h-auto min-w-40 whitespace-normal py-2 text-foreground">
                {one.id ? (
                  <Link
                    to={`${href(paths.pesquisa, { id: pesquisaId })}?aba=entrevistas&agente_id=${one.id}`}
                    className="focus-ring rounded-sm hover:text-primary-text hover:underline"
                  >
                    {one.nome}
                  </Link>
                ) : (
                  one.nome
                )}
                <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
                  {one.aguardando > 0 ? (
                    <Badge variant="warning">{formatNumber(one.aguardando)} aguardando o aparelho</Badge>
                  ) : null}
                  {one.quarentena > 0 ? (
                    <Badge variant="destructive">{formatNumber(one.quarentena)} em quarentena</Badge>
                  ) : null}
                </span>
              </TableHead>
              {quadro.dias.map((dia) => (
                <TableCell key={dia} className="tabular-nums">
                  <DayCell dia={one.dias.find((d) => d.dia === dia)} />
                </TableCell>
              ))}
              <TableCell className="tabular-nums">
                <span className="font-medium">{formatNumber(one.total.concluidas)}</span>
                <span className="block text-muted-foreground text-xs">
                  {plural(one.aprovadas, 'aprovada', 'aprovadas')}
                </span>
              </TableCell>
              <TableCell className="tabular-nums">
                <Verification {...one.verificacao} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {quadro.mais_entrevistadores ? (
        <p className="text-muted-foreground text-sm">
          Os {formatNumber(quadro.entrevistadores.length)} com mais entrevistas; os totais contam todos.
        </p>
      ) : null}
    </>
  );
}
