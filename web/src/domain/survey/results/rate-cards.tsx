import type { ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Rate } from './rate.tsx';

type Figuras = ResultadosDaPesquisa['ia'];

const RATES = [
  ['audiveis', 'Conversas audíveis'],
  ['validadas', 'Respostas validadas'],
  ['corretas', 'Respostas corretas'],
] as const;

/** A survey audit's three percentages with numbers of cases, each shown twice: after review, and from the AI alone. */
export function RateCards({ ia, revisada }: { ia: Figuras; revisada: Figuras }) {
  return (
    <div className="grid gap-3 md:grid-cols-3">
      {RATES.map(([name, label]) => (
        <Card key={name} role="group" aria-label={label} className="grid content-start gap-2 p-4">
          <span className="text-sm">{label}</span>
          <dl className="grid gap-2">
            <div>
              <dt className="text-muted-foreground text-xs">Após revisão</dt>
              <dd>
                <Rate rate={revisada[name]} className="whitespace-normal font-semibold text-2xl" />
              </dd>
            </div>
            <div>
              <dt className="text-muted-foreground text-xs">Só a IA</dt>
              <dd>
                <Rate rate={ia[name]} className="whitespace-normal" />
              </dd>
            </div>
          </dl>
        </Card>
      ))}
    </div>
  );
}

/** The AI's error rate, based on the interviews of the random sample that people heard in full. */
export function AiErrorCard({ verificacao }: Pick<ResultadosDaPesquisa, 'verificacao'>) {
  const { entrevistas, reauditadas, taxa, amostraPequena } = verificacao;
  return (
    <Card
      role="group"
      aria-label="Erro da IA na amostra verificada"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-4 text-sm"
    >
      <span>Erro da IA na amostra verificada</span>
      {taxa ? (
        <Rate rate={taxa} className="whitespace-normal font-semibold text-base" />
      ) : (
        <span className="text-muted-foreground">nenhuma entrevista sorteada foi ouvida ainda</span>
      )}
      {taxa && amostraPequena ? <Badge>amostra pequena</Badge> : null}
      {taxa ? (
        <span className="text-muted-foreground text-xs">
          respostas em que a pessoa discordou da IA ÷ respostas de{' '}
          {plural(entrevistas, 'entrevista ouvida', 'entrevistas ouvidas')}, com peso pela chance de sorteio;{' '}
          {taxa.de === null
            ? 'ainda não há entrevistas suficientes para um intervalo'
            : 'o intervalo é calculado por entrevista'}
        </span>
      ) : null}
      {reauditadas > 0 ? (
        <span className="text-muted-foreground text-xs">
          {plural(reauditadas, 'entrevista ouvida foi auditada', 'entrevistas ouvidas foram auditadas')} de
          novo, com outros vereditos:{' '}
          {reauditadas === 1 ? 'conta quando for ouvida' : 'contam quando forem ouvidas'} de novo
        </span>
      ) : null}
    </Card>
  );
}
