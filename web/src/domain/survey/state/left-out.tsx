import { plural } from '@escuta/shared/domain/text/in-words';
import { CirclePause } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../../lib/paths.ts';

const LINK =
  'focus-ring touch-target rounded-sm font-medium text-foreground underline underline-offset-4 hover:text-primary-text';

/** Numbers of interviews on hold and rejected, left out of the figures; in a survey, each number links to its list. */
export function LeftOut({
  emEspera,
  rejeitadas,
  pesquisaId,
}: {
  emEspera: number;
  rejeitadas: number;
  pesquisaId?: string;
}) {
  const parts = [
    { n: emEspera, text: `${plural(emEspera, 'entrevista', 'entrevistas')} em espera`, revisao: 'em_espera' },
    {
      n: rejeitadas,
      text:
        emEspera > 0
          ? plural(rejeitadas, 'rejeitada', 'rejeitadas')
          : plural(rejeitadas, 'entrevista rejeitada', 'entrevistas rejeitadas'),
      revisao: 'rejeitada',
    },
  ].filter(({ n }) => n > 0);
  if (parts.length === 0) return null;
  return (
    <p className="flex items-start gap-2 text-muted-foreground text-sm">
      <CirclePause aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-text" />
      <span>
        {parts.map(({ text, revisao }, index) => (
          <Fragment key={revisao}>
            {index > 0 ? ' e ' : null}
            {pesquisaId ? (
              <Link
                to={`${href(paths.pesquisa, { id: pesquisaId })}?aba=entrevistas&revisao=${revisao}`}
                className={LINK}
              >
                {text}
              </Link>
            ) : (
              text
            )}
          </Fragment>
        ))}{' '}
        {emEspera + rejeitadas === 1 ? 'não entra' : 'não entram'} nos números, no mapa, nas cotas nem na
        amostra.
      </span>
    </p>
  );
}
