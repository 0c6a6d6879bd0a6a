import { searchConversas } from '@escuta/shared/contracts/calls/busca';
import type { getRelatorioPalavras } from '@escuta/shared/contracts/insights/relatorios';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MessageCircle } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage, type Wire } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatClockMs, formatDate, formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import { saidChange, sayShare, wordAddress } from './figures.ts';

type Palavras = Wire<typeof getRelatorioPalavras>['data'];
type Palavra = Palavras['palavras'][number];

/** Greatest number of examples shown for a word. */
const EXEMPLOS = 3;

/** Words typical of the period compared with the previous one, the most typical first, each with examples to play. */
export function WordsTable({ report, projetoId }: { report: Palavras; projetoId: string | undefined }) {
  // A server of the previous version sends no totals; zeros make the shares count as unknown.
  const { palavras, totais = { agora: 0, antes: 0 }, periodo, anterior } = report;
  const comparados = { agora: periodo, antes: anterior };
  const [open, setOpen] = useState<string | null>(null);
  if (palavras.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircle />}
        title="Nenhuma palavra se destaca"
        description="Ainda não há conversas suficientes para comparar meses."
      />
    );
  }
  return (
    <Card className="grid min-w-0 gap-3 p-5">
      <CardTitle>Palavras que importam</CardTitle>
      <p className="text-muted-foreground text-xs">
        Palavras ditas com maior ou menor frequência do que antes. A mudança compara quantas vezes a palavra
        foi dita a cada mil palavras, porque o total de palavras muda de um período para o outro.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled by keyboard too */}
      <div className="focus-ring overflow-x-auto rounded-sm" tabIndex={0}>
        <table aria-label="Palavras que importam" className="w-full border-collapse text-sm">
          <TableHeader>
            <TableRow>
              <TableHead>Palavra</TableHead>
              <TableHead className="text-right">No período</TableHead>
              <TableHead className="text-right">Antes</TableHead>
              <TableHead className="text-right max-sm:hidden">Mudança</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {palavras.map((one) => (
              <Fragment key={one.palavra}>
                <Word
                  one={one}
                  comparados={comparados}
                  totais={totais}
                  projetoId={projetoId}
                  open={open === one.palavra}
                  onToggle={(next) => setOpen(next ? one.palavra : null)}
                />
                {open === one.palavra ? (
                  <TableRow>
                    <TableCell colSpan={4}>
                      {/* The examples of a word that became rarer come from the months before. */}
                      <Examples
                        palavra={one.palavra}
                        periodo={one.z > 0 ? comparados.agora : comparados.antes}
                        projetoId={projetoId}
                      />
                    </TableCell>
                  </TableRow>
                ) : null}
              </Fragment>
            ))}
          </TableBody>
        </table>
      </div>
    </Card>
  );
}

interface WordProps {
  one: Palavra;
  comparados: Record<'agora' | 'antes', Palavras['periodo']>;
  totais: Palavras['totais'];
  projetoId: string | undefined;
  open: boolean;
  onToggle: (open: boolean) => void;
}

function Word({ one, comparados, totais, projetoId, open, onToggle }: WordProps) {
  const change = saidChange(one, totais);
  return (
    <TableRow>
      <th scope="row" className="px-3 py-1 text-left font-medium max-sm:px-0">
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={open}
          onClick={() => onToggle(!open)}
          className="max-sm:h-auto max-sm:min-h-11 max-sm:px-1 max-sm:text-left"
        >
          <ChevronDown aria-hidden="true" className={cn('transition-transform', open && 'rotate-180')} />
          {/* The longest words may break on a phone. */}
          <span className="max-sm:whitespace-normal max-sm:[overflow-wrap:anywhere]">
            {one.palavra}
            <span className="block font-normal text-muted-foreground text-xs sm:hidden">{change}</span>
          </span>
          <span className="sr-only">: ouvir exemplos</span>
        </Button>
      </th>
      {(['agora', 'antes'] as const).map((half) => (
        <TableCell key={half} className="text-right tabular-nums">
          <SaidCount
            n={one[half]}
            label={`${one.palavra}, ${half === 'agora' ? 'no período' : 'antes'}: ${formatNumber(one[half])}. Ver as conversas`}
            to={wordAddress(one.palavra, comparados[half], projetoId)}
          />
          <span className="block text-muted-foreground text-xs">{sayShare(one[half], totais[half])}</span>
        </TableCell>
      ))}
      <TableCell className="whitespace-nowrap text-right tabular-nums max-sm:hidden">{change}</TableCell>
    </TableRow>
  );
}

/** Number of times that a word was said, with a link to the conversations that contain the word or its inflections. */
function SaidCount({ n, label, to }: { n: number; label: string; to: string }) {
  if (n === 0) return formatNumber(n);
  return (
    <Link
      to={to}
      aria-label={label}
      className="focus-ring touch-target rounded-sm underline decoration-dotted underline-offset-4 hover:text-primary-text hover:decoration-solid max-sm:justify-end"
    >
      {formatNumber(n)}
    </Link>
  );
}

function Examples({
  palavra,
  periodo,
  projetoId,
}: {
  palavra: string;
  periodo: { de: string; ate: string };
  projetoId: string | undefined;
}) {
  const found = useQuery(
    apiQuery(searchConversas, { query: { q: palavra, ...periodo, data: 'ligacao', projeto_id: projetoId } }),
  );
  if (found.isError) {
    return <p className="text-destructive">{errorMessage(found.error, 'Erro ao buscar os exemplos.')}</p>;
  }
  if (!found.data) return <Skeleton className="h-16" />;
  const examples = found.data.data.conversas.slice(0, EXEMPLOS);
  if (examples.length === 0) return <p className="text-muted-foreground">Nenhum exemplo com esta palavra.</p>;
  return (
    <ul className="grid gap-2">
      {examples.map(({ item_id, papel, projeto, quando, trechos: [trecho] }) => (
        <li key={`${item_id}-${papel}`}>
          <Link
            to={`${href(paths.analiseLigacao, { itemId: item_id })}${trecho ? `?t=${Math.floor(trecho.startMs / 1000)}` : ''}`}
            className="focus-ring rounded-sm underline decoration-dotted underline-offset-4 hover:decoration-solid"
          >
            {trecho ? `Ouvir em ${formatClockMs(trecho.startMs)}` : 'Abrir a conversa'}
          </Link>
          <span className="text-muted-foreground">
            {' '}
            · {formatDate(quando)} · {projeto.nome}
          </span>
          {trecho ? <p>“{trecho.texto}”</p> : null}
        </li>
      ))}
    </ul>
  );
}
