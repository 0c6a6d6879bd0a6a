import { listMeusRetornos, type RetornoWire } from '@escuta/shared/contracts/team/agente-pagina';
import { getIndicacoes } from '@escuta/shared/contracts/team/indicacoes';
import { listMeusSorteios } from '@escuta/shared/contracts/team/sorteios';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Dices, MessageSquareReply, UserCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';

const LINK =
  'focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline';

/** Address at which an agent reads feedback: on the daily sheet that it belongs to, else on the agent's page. */
const feedbackPath = ({ id, agente, folha }: RetornoWire): string =>
  folha === null
    ? `${href(paths.agente, { id: agente.id })}#retorno-${id}`
    : href(paths.minhaFolha, { dia: folha });

/**
 * Work that waits for this person: samples to review, assigned signals and verifications, and unread feedback. Draws
 * nothing if nothing waits.
 */
export function MyWork() {
  const samples = useQuery(apiQuery(listMeusSorteios)).data?.data ?? [];
  const feedback = useQuery(apiQuery(listMeusRetornos)).data?.data ?? [];
  const given = useQuery(apiQuery(getIndicacoes)).data?.data;
  return (
    <>
      {feedback[0] ? (
        <Card className="grid gap-2 p-5">
          <CardTitle className="flex items-center gap-2 text-base">
            <MessageSquareReply aria-hidden="true" className="size-4" />
            {plural(feedback.length, 'retorno para você', 'retornos para você')}
          </CardTitle>
          <p className="line-clamp-3 break-words text-sm">{feedback[0].texto}</p>
          <Button variant="outline" size="sm" className="justify-self-start" asChild>
            <Link to={feedbackPath(feedback[0])}>Ver</Link>
          </Button>
        </Card>
      ) : null}
      {given && (given.sinais > 0 || given.verificacoes.length > 0) ? (
        <Card className="grid gap-3 p-5">
          <CardTitle className="flex items-center gap-2 text-base">
            <UserCheck aria-hidden="true" className="size-4" />
            Atribuído a você
          </CardTitle>
          <ul className="grid gap-2 text-sm">
            {given.sinais > 0 ? (
              <li>
                <Link to={paths.sinais} className={LINK}>
                  {plural(given.sinais, 'sinal aguarda o seu parecer', 'sinais aguardam o seu parecer')}
                </Link>
              </li>
            ) : null}
            {given.verificacoes.map(({ pesquisa, n }) => (
              <li key={pesquisa.id} className="min-w-0">
                <Link to={href(paths.campoDaPesquisa, { id: pesquisa.id })} className={LINK}>
                  {plural(n, 'entrevista para verificar', 'entrevistas para verificar')}
                </Link>
                <span className="block truncate text-muted-foreground" title={pesquisa.titulo}>
                  {pesquisa.titulo}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {samples.length > 0 ? (
        <Card className="grid gap-3 p-5">
          <CardTitle className="flex items-center gap-2 text-base">
            <Dices aria-hidden="true" className="size-4" />
            Suas revisões sorteadas
          </CardTitle>
          <ul className="grid gap-3">
            {samples.map(({ id, nome, projeto, prazo, progresso, proxima }) => (
              <li key={id} className="grid gap-1 text-sm">
                <Link
                  to={`${href(paths.ligacoes, { projectId: projeto.id })}?sorteio_id=${id}`}
                  className="focus-ring break-words rounded-sm font-medium hover:underline"
                >
                  {nome}
                </Link>
                <Progress
                  className="h-1.5"
                  value={progresso.total === 0 ? 0 : progresso.revisadas / progresso.total}
                  label={`${nome}: ligações revisadas`}
                />
                <span className="text-muted-foreground">
                  {formatNumber(progresso.revisadas)} de {plural(progresso.total, 'revisada', 'revisadas')}
                  {prazo ? ` · prazo ${formatDate(prazo)}` : ''}
                </span>
                {proxima ? (
                  <Link
                    to={href(paths.analiseLigacao, { itemId: proxima })}
                    className="focus-ring justify-self-start rounded-sm text-primary hover:underline"
                  >
                    Revisar a próxima
                  </Link>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}
