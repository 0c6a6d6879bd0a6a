import type { getRelatorioAgentes } from '@escuta/shared/contracts/relatorios';
import { UsersRound } from 'lucide-react';
import type { Wire } from '../../lib/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import { differenceOf, formatFigure } from './figures.ts';
import { Figure } from './report-body.tsx';

type Agentes = Wire<typeof getRelatorioAgentes>['data'];

/** Agents by their mean score; without a place where there is no base for one. */
export function AgentsRanking({ report }: { report: Agentes }) {
  if (report.ranking.length === 0) {
    return (
      <EmptyState
        icon={<UsersRound />}
        title="Nenhuma ligação com agente neste período"
        description="Diga de quem são os ramais, ou escolha outro período."
      />
    );
  }
  return (
    <Card className="min-w-0 p-5">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled by keyboard too */}
      <div className="focus-ring overflow-x-auto rounded-sm" tabIndex={0}>
        <table aria-label="Agentes por nota média" className="w-full border-collapse text-sm">
          <TableHeader>
            <TableRow>
              <TableHead className="w-16">Posição</TableHead>
              <TableHead className="min-w-44">Agente</TableHead>
              <TableHead className="text-right">Nota média</TableHead>
              <TableHead className="text-right">Intervalo de 95%</TableHead>
              <TableHead className="text-right">Antes</TableHead>
              <TableHead className="text-right">Com nota</TableHead>
              <TableHead className="text-right">Ligações</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {report.ranking.map((one) => (
              <TableRow key={one.id ?? 'ninguem'}>
                <TableCell className="tabular-nums">
                  {one.posicao === null ? '-' : `${one.posicao}º`}
                </TableCell>
                <th scope="row" className="px-3 py-2 text-left font-medium">
                  <span className="flex flex-wrap items-center gap-2">
                    {one.nome}
                    {one.ativo ? null : <Badge variant="neutral">Inativo</Badge>}
                    {one.semDiferenca ? <Badge variant="neutral">Sem diferença clara</Badge> : null}
                  </span>
                  {one.motivo ? (
                    <span className="font-normal text-muted-foreground text-xs">{one.motivo}</span>
                  ) : null}
                </th>
                <TableCell className="text-right tabular-nums">
                  <Figure of={{ ...one.nota, nome: `Nota média de ${one.nome}` }} />
                </TableCell>
                <TableCell className="whitespace-nowrap text-right text-muted-foreground tabular-nums">
                  {one.nota.intervalo
                    ? `${formatFigure(one.nota.intervalo.de, 'nota')} a ${formatFigure(one.nota.intervalo.ate, 'nota')}`
                    : '-'}
                </TableCell>
                <TableCell className="whitespace-nowrap text-right tabular-nums">
                  <Figure
                    of={{
                      ...one.nota,
                      ...one.nota.anterior,
                      nome: `Nota média de ${one.nome}, período anterior`,
                    }}
                  />{' '}
                  <span className="text-muted-foreground">{differenceOf(one.nota)?.text}</span>
                </TableCell>
                <TableCell className="text-right tabular-nums">
                  <Figure
                    of={{
                      ...one.nota,
                      unidade: 'ligacoes',
                      valor: one.nota.n,
                      nome: `Ligações com nota de ${one.nome}`,
                    }}
                  />
                </TableCell>
                <TableCell className="text-right tabular-nums">
                  <Figure of={{ ...one.ligacoes, nome: `Ligações de ${one.nome}` }} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </table>
      </div>
      <p className="mt-3 text-muted-foreground text-xs">
        Sem diferença clara: o intervalo cruza o de quem vem antes, e nada diz que um é melhor que o outro.
      </p>
    </Card>
  );
}
