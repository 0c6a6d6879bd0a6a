import type { getRelatorioPalavras } from '@escuta/shared/contracts/relatorios';
import { MessageCircle } from 'lucide-react';
import type { Wire } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { Card, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import { describePeriod } from './figures.ts';

type Palavras = Wire<typeof getRelatorioPalavras>['data'];

/** Words that tell the period from the one before it, the most telling first. */
export function WordsTable({ report }: { report: Palavras }) {
  const { palavras, comparados } = report;
  if (palavras.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircle />}
        title="Nada para comparar"
        description="É preciso que algo tenha sido dito tanto no período quanto no anterior."
      />
    );
  }
  return (
    <Card className="grid min-w-0 gap-3 p-5">
      <CardTitle>Palavras que importam</CardTitle>
      <p className="text-muted-foreground text-xs">
        Mais ou menos ditas em {describePeriod(comparados.agora)} do que em {describePeriod(comparados.antes)}
        .
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled by keyboard too */}
      <div className="focus-ring overflow-x-auto rounded-sm" tabIndex={0}>
        <table aria-label="Palavras que importam" className="w-full border-collapse text-sm">
          <TableHeader>
            <TableRow>
              <TableHead>Palavra</TableHead>
              <TableHead className="text-right">No período</TableHead>
              <TableHead className="text-right">Antes</TableHead>
              <TableHead className="text-right">Mudança</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {palavras.map(({ palavra, agora, antes, z }) => (
              <TableRow key={palavra}>
                <th scope="row" className="px-3 py-2 text-left font-medium">
                  {palavra}
                </th>
                <TableCell className="text-right tabular-nums">{formatNumber(agora)}</TableCell>
                <TableCell className="text-right tabular-nums">{formatNumber(antes)}</TableCell>
                <TableCell className="whitespace-nowrap text-right">
                  {Math.abs(z) < 1.96 ? 'sem diferença clara' : z > 0 ? 'mais dita' : 'menos dita'}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </table>
      </div>
    </Card>
  );
}
