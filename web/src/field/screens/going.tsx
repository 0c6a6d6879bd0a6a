import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { goTo } from '../device/place.ts';
import type { EntrevistaLocal } from '../log/model.ts';

export const nameOf = ({ nome, consentimento }: EntrevistaLocal): string =>
  nome || (consentimento === null ? 'Interrompida antes do consentimento' : 'Participação recusada');

/** An interview that can be continued. `named`: the button has the respondent's name. */
export function OpenInterview({
  entrevista,
  named = false,
}: {
  entrevista: EntrevistaLocal;
  named?: boolean;
}) {
  const { id, questionarioId, questionarioNome, iniciadaEm } = entrevista;
  const name = nameOf(entrevista);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-card p-3.5">
      <div className="min-w-0">
        {named ? null : <p className="break-words font-medium">{name}</p>}
        <p className="break-words text-muted-foreground text-sm">
          {named ? 'Começou em' : `${questionarioNome} ·`} {formatDateTime(iniciadaEm)}
        </p>
      </div>
      <Button
        size="lg"
        className="h-auto min-h-11 max-w-full whitespace-normal break-words"
        {...(named ? {} : { 'aria-label': `Continuar a entrevista de ${name}` })}
        onClick={() => goTo({ questionarioId, entrevistaId: id })}
      >
        {named ? `Continuar ${name}` : 'Continuar'}
      </Button>
    </li>
  );
}
