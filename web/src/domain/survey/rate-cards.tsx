import type { ResultadosDaPesquisa } from '@escuta/shared/contracts/confrontos';
import { Card } from '../../ui/card.tsx';
import { Rate } from './rate.tsx';

type Figuras = ResultadosDaPesquisa['ia'];

const RATES = [
  ['audiveis', 'Conversas audíveis'],
  ['validadas', 'Respostas validadas'],
  ['corretas', 'Respostas corretas'],
] as const;

/** The three percentages of a survey's audit, each with what it is counted of: after review, and the AI's alone. */
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
