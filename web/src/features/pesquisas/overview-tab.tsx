import { ClipboardList } from 'lucide-react';
import { Link } from 'react-router-dom';
import { InterviewBadge, InterviewDot } from '../../domain/survey/state/interview-state.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDate, formatStart } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { NextSteps } from './next-steps.tsx';
import type { Pesquisa } from './survey.ts';

/** A survey's date of creation, its state, and its three newest interviews. */
export function OverviewTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const { recentes } = pesquisa.estatisticas;
  const manages = useCan()('project', 'delete');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {pesquisa.estatisticas.total === 0 ? (
        <div className="lg:col-span-2">
          <NextSteps pesquisa={pesquisa} />
        </div>
      ) : null}
      <Card>
        <CardHeader>
          <CardTitle>Informações</CardTitle>
        </CardHeader>
        <CardContent>
          <Facts>
            <Fact label="Data de criação">{formatDate(pesquisa.created_at)}</Fact>
            <Fact label="Status">
              <Badge variant={pesquisa.ativo ? 'success' : 'neutral'}>
                {pesquisa.ativo ? 'Ativa' : 'Inativa'}
              </Badge>
            </Fact>
            <Fact label="Campo">
              <Link
                to={href(paths.campoDaPesquisa, { id: pesquisa.id })}
                className="focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
              >
                {manages ? 'Quadro, cotas e verificação' : 'Minhas verificações'}
              </Link>
            </Fact>
            <Fact label="Descrição">
              <span className="whitespace-pre-line break-words">
                {pesquisa.descricao || 'Sem descrição disponível'}
              </span>
            </Fact>
          </Facts>
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Entrevistas Recentes</CardTitle>
        </CardHeader>
        <CardContent>
          {recentes.length === 0 ? (
            <EmptyState
              className="py-8"
              icon={<ClipboardList />}
              title="Nenhuma entrevista realizada ainda."
            />
          ) : (
            <ul aria-label="Entrevistas recentes" className="divide-y">
              {recentes.map((entrevista) => (
                <li key={entrevista.id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
                  <InterviewDot situacao={entrevista.status} />
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium" title={entrevista.nome}>
                      {entrevista.nome}
                    </p>
                    <p className="text-muted-foreground text-xs tabular-nums">
                      {formatStart(entrevista.data, entrevista.dataPrecisao)}
                    </p>
                  </div>
                  <InterviewBadge
                    situacao={entrevista.status}
                    desfecho={entrevista.desfecho}
                    aguardando={entrevista.aguardandoAparelho}
                  />
                </li>
              ))}
            </ul>
          )}
        </CardContent>
      </Card>
    </div>
  );
}
