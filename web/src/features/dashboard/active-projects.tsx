import { FolderOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';
import type { Home, PartState } from './home.ts';

export function ActiveProjects({
  projects,
  state,
}: {
  projects: Home['projetosAtivos'] | undefined;
  state: PartState;
}) {
  return (
    <Card className="overflow-hidden">
      <section aria-labelledby="projetos-ativos" aria-busy={projects === undefined}>
        <div className="flex items-center justify-between gap-3 p-5 pb-4">
          <CardTitle id="projetos-ativos">Projetos Ativos</CardTitle>
          <Button variant="link" size="inline" className="touch-target" asChild>
            <Link to={paths.projetos}>Ver todos</Link>
          </Button>
        </div>
        {projects === undefined ? (
          <div className="grid gap-3 p-5 pt-0">
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} className="h-8" />
            ))}
          </div>
        ) : projects === null ? (
          <ErrorState
            className="m-5 mt-0 py-8"
            title="Não foi possível carregar os projetos."
            onRetry={state.onRetry}
            retrying={state.retrying}
          />
        ) : projects.length === 0 ? (
          <EmptyState
            className="m-5 mt-0 py-8"
            icon={<FolderOpen />}
            title="Nenhum projeto ativo"
            description="Crie um projeto para registrar ligações ou fazer entrevistas e acompanhar as análises."
          />
        ) : (
          <Table aria-labelledby="projetos-ativos">
            <TableHeader>
              <TableRow className="hover:bg-transparent">
                <TableHead className="pl-5">Nome do Projeto</TableHead>
                <TableHead>Tipo</TableHead>
                <TableHead className="pr-5">Última Atividade</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {projects.map(({ id, nome, tipo_projeto, exemplo, ultimaAtividade }) => (
                <TableRow key={id}>
                  <TableCell className="min-w-28 pl-5">
                    <Link
                      to={href(paths.projeto, { id })}
                      className="focus-ring touch-target break-words rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                    >
                      {nome}
                    </Link>
                  </TableCell>
                  <TableCell>
                    <Badge variant={TIPO_PROJETO[tipo_projeto].variant}>
                      {TIPO_PROJETO[tipo_projeto].label}
                    </Badge>
                    {exemplo ? (
                      <Badge variant="neutral" className="ml-1.5">
                        fora dos números
                      </Badge>
                    ) : null}
                  </TableCell>
                  <TableCell className="pr-5 sm:whitespace-nowrap text-muted-foreground tabular-nums">
                    {formatDateTime(ultimaAtividade)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </section>
    </Card>
  );
}
