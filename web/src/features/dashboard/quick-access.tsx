import { getProfile } from '@escuta/shared/contracts/accounts/users';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, ClipboardList, Coins, Mic, PhoneCall, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';

/**
 * Links to daily work. `projectId`: the call-center project used last; `surveys`: true if the company conducts surveys.
 */
export function QuickAccess({ projectId, surveys }: { projectId: string | undefined; surveys: boolean }) {
  const can = useCan();
  const { data: profile } = useQuery(apiQuery(getProfile));
  return (
    <Card>
      <section aria-labelledby="acesso-rapido" className="grid gap-3 p-5">
        <CardTitle id="acesso-rapido">Acesso Rápido</CardTitle>
        <div className="grid gap-2 [&>a]:justify-start">
          {can('project', 'create') ? (
            <Button asChild>
              <Link to={paths.novoProjeto}>
                <Plus aria-hidden="true" />
                Novo Projeto
              </Link>
            </Button>
          ) : null}
          {profile?.data.coleta ? (
            <Button variant="outline" asChild>
              <Link to={paths.campo}>
                <Mic aria-hidden="true" />
                Campo: fazer entrevistas
              </Link>
            </Button>
          ) : null}
          {projectId ? (
            <Button variant="outline" asChild>
              <Link to={href(paths.ligacoes, { projectId })}>
                <PhoneCall aria-hidden="true" />
                Ligações do último projeto
              </Link>
            </Button>
          ) : null}
          {surveys ? (
            <Button variant="outline" asChild>
              <Link to={paths.pesquisas}>
                <ClipboardList aria-hidden="true" />
                Pesquisas
              </Link>
            </Button>
          ) : null}
          {can('credit', 'create') ? (
            <Button variant="outline" asChild>
              <Link to={paths.creditos}>
                <Coins aria-hidden="true" />
                Comprar créditos
              </Link>
            </Button>
          ) : null}
          <Button variant="outline" asChild>
            <Link to={paths.documentacao}>
              <BookOpen aria-hidden="true" />
              Documentação
            </Link>
          </Button>
        </div>
      </section>
    </Card>
  );
}
