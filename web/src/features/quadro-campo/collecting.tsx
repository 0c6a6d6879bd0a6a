import { type Cotas, getCotas } from '@escuta/shared/contracts/surveys/quadro';
import { listQuestionariosDaPesquisa } from '@escuta/shared/contracts/surveys/questionarios';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, Target, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { apiQuery } from '../../lib/network/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CollectorsDialog } from './collectors-dialog.tsx';
import { PlanDialog } from './goals/plan-dialog.tsx';
import { GoalsDialog } from './goals-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';

type Alvo = { id: string; nome: string };
const NONE: Cotas['cotas'] = [];

/** Shows the interviewers and the goals of each questionnaire, and lets coordinators invite people from a list. */
export function CollectionPanel({ pesquisaId }: { pesquisaId: string }) {
  const [collectors, setCollectors] = useState<Alvo | null>(null);
  const [goals, setGoals] = useState<Alvo | null>(null);
  const [plan, setPlan] = useState<Alvo | null>(null);
  const [inviting, setInviting] = useState(false);
  const query = useQuery({
    ...apiQuery(listQuestionariosDaPesquisa, { params: { id: pesquisaId } }),
    select: (answer) => answer.data,
  });
  const cotas = useQuery({
    ...apiQuery(getCotas, { params: { id: pesquisaId }, query: { aprovadas: undefined } }),
    select: (answer) => answer.data.cotas,
  });
  if (!query.data) {
    return query.error ? (
      <ErrorState
        title="Erro ao carregar os questionários"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-24 rounded-xl" />
    );
  }
  return (
    <>
      <Card>
        <ul aria-label="Questionários" className="divide-y">
          {query.data.map(({ id, nome }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
              <span className="min-w-0 break-words font-medium text-sm">{nome}</span>
              <span className="flex flex-wrap gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Coletores de ${nome}`}
                  onClick={() => setCollectors({ id, nome })}
                >
                  <Users aria-hidden="true" />
                  Coletores
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Metas de ${nome}`}
                  onClick={() => setPlan({ id, nome })}
                >
                  <Target aria-hidden="true" />
                  Metas
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Metas por resposta de ${nome}`}
                  disabled={cotas.data === undefined}
                  onClick={() => setGoals({ id, nome })}
                >
                  <ListChecks aria-hidden="true" />
                  Metas por resposta
                </Button>
              </span>
            </li>
          ))}
          {query.data.length === 0 ? (
            <li className="px-4 py-3 text-muted-foreground text-sm">
              A pesquisa ainda não tem questionários.
            </li>
          ) : null}
        </ul>
      </Card>
      <Button variant="outline" className="justify-self-start" onClick={() => setInviting(true)}>
        <UserPlus aria-hidden="true" />
        Convidar de uma lista
      </Button>
      <CollectorsDialog target={collectors} onClose={() => setCollectors(null)} />
      <PlanDialog target={plan} onClose={() => setPlan(null)} />
      <GoalsDialog target={goals} cotas={cotas.data ?? NONE} onClose={() => setGoals(null)} />
      <InviteDialog open={inviting} questionarios={query.data} onClose={() => setInviting(false)} />
    </>
  );
}
