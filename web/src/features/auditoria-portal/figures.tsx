import { formatCentavos, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleCheck, CircleHelp, Clock, Coins, Mic, Wallet } from 'lucide-react';
import { formatMinutes, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, StatCard } from '../../ui/card.tsx';
import type { Detalhe } from './words.ts';

export type Resumo = NonNullable<Detalhe['resumo']>;

const MINUTE_MS = 60_000;
export const minutesOf = ({ duracao_ms }: Pick<Resumo, 'duracao_ms'>) =>
  formatMinutes(duracao_ms / MINUTE_MS);

/** Place where a person can check something: a tab, with a filter of its list, a question or a column. */
export interface Place {
  aba: string;
  situacao?: string;
  pergunta?: string;
  coluna?: string;
  /** Index of the column for which the tab opens a new question. */
  nova?: string;
}

/** Figures to check before confirming, most pressing first: each with number, words in singular and plural, and tab. */
function mattersOf(resumo: Resumo, colunas: Detalhe['colunas']) {
  const cells = colunas.reduce((sum, { nao_reconhecidas }) => sum + nao_reconhecidas.n, 0);
  // A server of the previous version does not send `gravacoes_fora`.
  const { ambiguas, gravacoes_sem_linha, gravacoes_fora: fora = 0 } = resumo;
  const recordings = (situacao: string): Place => ({ aba: 'gravacoes', situacao });
  const rows = (situacao: string): Place => ({ aba: 'pares', situacao });
  const all: readonly [n: number, one: string, many: string, place: Place][] = [
    [ambiguas, 'gravação tem linhas possíveis', 'gravações têm linhas possíveis', recordings('ambigua')],
    [gravacoes_sem_linha - ambiguas, 'gravação sem linha', 'gravações sem linha', recordings('sem_linha')],
    [resumo.linhas_sem_gravacao, 'linha sem gravação', 'linhas sem gravação', rows('sem_gravacao')],
    [cells, 'resposta não reconhecida', 'respostas não reconhecidas', { aba: 'colunas' }],
    [
      resumo.recusadas,
      'gravação que não pode ser usada',
      'gravações que não podem ser usadas',
      recordings('recusada'),
    ],
    [resumo.repetidas, 'gravação repetida', 'gravações repetidas', recordings('todas')],
    [resumo.nao_auditar - fora, 'linha deixada de fora', 'linhas deixadas de fora', rows('nao_auditar')],
    [fora, 'gravação deixada de fora', 'gravações deixadas de fora', recordings('nao_auditar')],
  ];
  return all.filter(([n]) => n > 0).map(([n, one, many, place]) => ({ words: plural(n, one, many), place }));
}

/** Counts and cost that the dry run found, and buttons that lead to what is still to be checked. */
export function Figures({ preparo, onGo }: { preparo: Detalhe; onGo: (place: Place) => void }) {
  const { resumo, colunas } = preparo;
  if (!resumo) return null;
  const matters = mattersOf(resumo, colunas);
  const after = resumo.saldo - resumo.creditos;
  return (
    <section aria-label="Resumo" className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard
          label="A auditar"
          icon={<Mic />}
          value={formatNumber(resumo.a_auditar)}
          hint={`de ${plural(resumo.gravacoes, 'gravação', 'gravações')} e ${plural(resumo.linhas, 'linha', 'linhas')}`}
        />
        <StatCard
          label="Duração"
          icon={<Clock />}
          value={minutesOf(resumo)}
          hint={plural(resumo.perguntas, 'pergunta', 'perguntas')}
        />
        <StatCard
          label="Custo"
          icon={<Coins />}
          value={formatCreditos(resumo.creditos)}
          hint={
            resumo.centavos === null || resumo.creditos === 0
              ? 'cobrança ao confirmar'
              : `${formatCentavos(resumo.centavos)}, ao confirmar`
          }
        />
        <StatCard
          label="Saldo"
          icon={<Wallet />}
          value={formatCreditos(resumo.saldo)}
          hint={
            after < 0
              ? `${after === -1 ? 'falta' : 'faltam'} ${formatCreditos(-after)}`
              : `${after === 1 ? 'fica' : 'ficam'} ${formatCreditos(after)}`
          }
        />
      </div>
      <Card className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4">
        {matters.length === 0 ? (
          <p className="flex items-center gap-2 text-sm text-success-text">
            <CircleCheck className="size-4" aria-hidden="true" />
            Cada gravação tem a sua linha: nada a conferir.
          </p>
        ) : (
          <>
            <p className="flex items-center gap-2 font-medium text-sm">
              <CircleHelp className="size-4 text-warning-text" aria-hidden="true" />
              Para conferir
            </p>
            <ul className="flex flex-wrap gap-2">
              {matters.map(({ words, place }) => (
                <li key={words}>
                  <Button variant="outline" size="sm" onClick={() => onGo(place)}>
                    {words}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </section>
  );
}
