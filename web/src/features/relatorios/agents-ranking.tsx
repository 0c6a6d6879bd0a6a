import type { getRelatorioAgentes } from '@escuta/shared/contracts/insights/relatorios';
import { UNIDADES_MINIMO } from '@escuta/shared/domain/intervals/ratio';
import { plural } from '@escuta/shared/domain/text/in-words';
import { UsersRound } from 'lucide-react';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import { differenceOf, formatFigure } from './figures.ts';
import { Figure } from './report-body.tsx';

type Agentes = Wire<typeof getRelatorioAgentes>['data'];

type Ranked = Agentes['ranking'][number];

/** Class of the columns that a phone hides for lack of room; their figures then stand below the agent's name. */
const WIDE = 'max-md:hidden';

/** Class that lets a link's touch area overlap the lines around it, so that the line does not become taller. */
const CLOSE = 'max-sm:-my-3 max-sm:min-w-0';

const interval = ({ nota }: Ranked): string =>
  nota.intervalo
    ? `${formatFigure(nota.intervalo.de, 'nota')} a ${formatFigure(nota.intervalo.ate, 'nota')}`
    : nota.n > 0
      ? 'poucas'
      : '-';

function FormerScore({ one, className }: { one: Ranked; className?: string }) {
  return (
    <>
      <Figure
        of={{ ...one.nota, ...one.nota.anterior, nome: `Pontuação média de ${one.nome}, período anterior` }}
        className={className}
      />{' '}
      <span className="text-muted-foreground">{differenceOf(one.nota)?.text}</span>
    </>
  );
}

/** The mean of the AI's own scores, shown if people's corrections changed the mean visibly. */
function OfTheAi({ one: { nota, nota_ia } }: { one: Ranked }) {
  const ia = formatFigure(nota_ia, 'nota');
  if (ia === formatFigure(nota.valor, 'nota')) return null;
  return (
    <span className="mr-1 whitespace-nowrap text-muted-foreground text-xs">
      IA {ia} <span aria-hidden="true">→</span>
      <span className="sr-only">, com as correções das pessoas</span>{' '}
    </span>
  );
}

function ScoredCalls({ one, className }: { one: Ranked; className?: string }) {
  return (
    <Figure
      of={{
        ...one.nota,
        unidade: 'ligacoes',
        valor: one.nota.n,
        nome: `Ligações de ${one.nome} com pontuação`,
      }}
      className={className}
    />
  );
}

/** Scores of the calls drawn in samples and of the other calls, each with its number of calls. */
function ApartScores({ one: { amostra, nome } }: { one: Ranked }) {
  if (!amostra) return null;
  return (
    <span className="mt-0.5 block font-normal text-muted-foreground text-xs">
      {(['sorteadas', 'outras'] as const).map((key, index) => (
        <span key={key} className="md:block md:whitespace-nowrap">
          {index > 0 ? <span className="md:hidden"> · </span> : null}
          {key}{' '}
          {amostra[key].n < UNIDADES_MINIMO ? (
            'poucas'
          ) : (
            <Figure of={{ ...amostra[key], nome: `${amostra[key].nome} de ${nome}` }} className="text-xs" />
          )}{' '}
          ({plural(amostra[key].n, 'ligação', 'ligações')})
        </span>
      ))}
    </span>
  );
}

function AgentDetails({ one }: { one: Ranked }) {
  return (
    <Facts className="mt-2 font-normal tabular-nums md:hidden">
      <Fact label="Intervalo de 95%">{interval(one)}</Fact>
      <Fact label="Antes">
        <FormerScore one={one} className={CLOSE} />
      </Fact>
      <Fact label="Com pontuação">
        <ScoredCalls one={one} className={CLOSE} />
      </Fact>
      <Fact label="Ligações">
        <Figure of={{ ...one.ligacoes, nome: `Ligações de ${one.nome}` }} className={CLOSE} />
      </Fact>
      {one.amostra ? (
        <Fact label="Amostra" className="col-span-full">
          <ApartScores one={one} />
        </Fact>
      ) : null}
    </Facts>
  );
}

/** Agents sorted by mean score. An agent with too few calls has no rank. */
export function AgentsRanking({ report }: { report: Agentes }) {
  if (report.ranking.length === 0) {
    return (
      <EmptyState
        icon={<UsersRound />}
        title="Nenhuma ligação com agente neste período"
        description="Cadastre os ramais dos agentes, ou selecione outro período."
      />
    );
  }
  return (
    <Card className="min-w-0 p-5">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is too wide is scrolled by keyboard too */}
      <div className="focus-ring overflow-x-auto rounded-sm" tabIndex={0}>
        <table aria-label="Agentes por pontuação média" className="w-full border-collapse text-sm">
          <TableHeader>
            <TableRow>
              <TableHead className="w-16 max-md:w-0 max-md:pr-0">
                <span className="max-md:sr-only">Posição</span>
              </TableHead>
              <TableHead className="md:min-w-44">Agente</TableHead>
              <TableHead className="text-right max-md:whitespace-normal">Pontuação média</TableHead>
              <TableHead className={cn('text-right', WIDE)}>Intervalo de 95%</TableHead>
              <TableHead className={cn('text-right', WIDE)}>Antes</TableHead>
              <TableHead className={cn('text-right', WIDE)}>Com pontuação</TableHead>
              <TableHead className={cn('text-right', WIDE)}>Ligações</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {report.ranking.map((one) => (
              <TableRow key={one.id ?? 'ninguem'}>
                <TableCell className="tabular-nums max-md:pr-0 max-md:align-top">
                  {one.posicao === null ? '-' : `${one.posicao}º`}
                </TableCell>
                <th scope="row" className="px-3 py-2 text-left font-medium">
                  <span className="flex flex-wrap items-center gap-2">
                    {one.id === null ? one.nome : <AgentLink agente={{ id: one.id, nome: one.nome }} />}
                    {one.ativo ? null : <Badge variant="neutral">Inativo</Badge>}
                    {one.semDiferenca ? <Badge variant="neutral">Sem diferença clara</Badge> : null}
                  </span>
                  <AgentDetails one={one} />
                </th>
                <TableCell className="text-right tabular-nums max-md:align-top">
                  <OfTheAi one={one} />
                  <Figure of={{ ...one.nota, nome: `Pontuação média de ${one.nome}` }} />
                  <span className="max-md:hidden">
                    <ApartScores one={one} />
                  </span>
                </TableCell>
                <TableCell
                  className={cn('whitespace-nowrap text-right text-muted-foreground tabular-nums', WIDE)}
                >
                  {interval(one)}
                </TableCell>
                <TableCell className={cn('whitespace-nowrap text-right tabular-nums', WIDE)}>
                  <FormerScore one={one} />
                </TableCell>
                <TableCell className={cn('text-right tabular-nums', WIDE)}>
                  <ScoredCalls one={one} />
                </TableCell>
                <TableCell className={cn('text-right tabular-nums', WIDE)}>
                  <Figure of={{ ...one.ligacoes, nome: `Ligações de ${one.nome}` }} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </table>
      </div>
      <p className="mt-3 text-muted-foreground text-xs">
        Quando não há diferença clara, o intervalo do agente cruza o do agente anterior, e não é possível
        dizer qual dos dois é melhor.
        {report.ranking.some(({ motivo }) => motivo !== null)
          ? ' Agentes com poucas ligações com pontuação no período ficam sem posição.'
          : ''}
      </p>
    </Card>
  );
}
