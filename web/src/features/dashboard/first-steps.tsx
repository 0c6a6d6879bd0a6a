import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ExampleButton, ExampleSurveyButton } from '../../domain/projects/example-button.tsx';
import { StepList } from '../../kit/step-list.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import type { Home } from './home.ts';

interface Step {
  title: string;
  text: string;
  done: boolean;
  /** Button of the step; absent if the person has nothing to do for it. */
  action?: { label: string; to: string } | undefined;
}

type Projeto = NonNullable<Home['projetosAtivos']>[number];

/** The third step, which depends on the kind of the project; without a project, words that fit any kind. */
function firstItem(project: Projeto | undefined): Pick<Step, 'title' | 'text' | 'action'> {
  switch (project?.tipo_projeto) {
    case 'call_center':
      return {
        title: 'Registre a primeira ligação',
        text: 'Informe o número e o horário e envie a gravação: o processamento começa em seguida.',
        action: { label: 'Registrar ligação', to: href(paths.ligacoes, { projectId: project.id }) },
      };
    case 'pesquisa':
      return {
        title: 'Monte o questionário e faça a primeira entrevista',
        text: 'Escreva as perguntas, entreviste pelo celular ou pelo computador e processe a gravação.',
        action: { label: 'Abrir o projeto', to: href(paths.projeto, { id: project.id }) },
      };
    case 'auditoria':
      return {
        title: 'Envie o primeiro arquivo',
        text: 'Envie a gravação ao projeto: o processamento começa em seguida.',
        action: { label: 'Abrir o projeto', to: href(paths.projeto, { id: project.id }) },
      };
    case undefined:
      return {
        title: 'Registre a primeira ligação, ou faça a primeira entrevista',
        text: 'Para uma ligação, informe o número e o horário e envie a gravação. Para uma pesquisa, monte o questionário, entreviste e envie a gravação.',
      };
  }
}

function stepsOf(home: Home, can: ReturnType<typeof useCan>): Step[] {
  const project = home.projetosAtivos?.find(({ exemplo }) => !exemplo);
  return [
    {
      title: 'Crie um projeto',
      text: 'Um projeto reúne as ligações de uma operação ou as entrevistas de uma pesquisa, e define os critérios da análise.',
      done: project !== undefined,
      action: can('project', 'create') ? { label: 'Novo Projeto', to: paths.novoProjeto } : undefined,
    },
    {
      title: 'Garanta os créditos',
      text: can('credit', 'create')
        ? 'Cada ligação processada usa um crédito, e cada entrevista usa créditos conforme a duração; se o processamento falha, os créditos voltam.'
        : 'Cada ligação processada usa um crédito, e cada entrevista usa créditos conforme a duração. O gerente da empresa compra os créditos.',
      done: (home.cartoes?.creditos ?? 0) > 0,
      action: can('credit', 'create') ? { label: 'Ver pacotes', to: paths.creditos } : undefined,
    },
    { ...firstItem(project), done: false },
    {
      title: 'Veja o resultado da análise',
      text:
        project?.tipo_projeto === 'pesquisa'
          ? 'O mapa da pesquisa mostra cada resposta digitada ao lado da fala na gravação, com o trecho que a comprova.'
          : 'A página da ligação mostra a transcrição dos dois lados, o sentimento, as ofensas e os critérios, com o trecho que comprova cada resposta. Os gráficos desta página usam esses resultados.',
      done: false,
    },
  ];
}

/** Shown instead of empty charts: the first steps of a company that has no items, with a mark on the done steps. */
export function FirstSteps({ home }: { home: Home }) {
  const can = useCan();
  const steps = stepsOf(home, can);
  return (
    <Card>
      <section aria-labelledby="primeiros-passos" className="grid gap-5 p-5 sm:p-6">
        <div className="grid gap-1">
          <CardTitle id="primeiros-passos">Primeiros passos</CardTitle>
          <p className="text-muted-foreground">São quatro passos, da conta vazia ao primeiro resultado.</p>
        </div>
        {can('project', 'create') ? (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-primary-soft p-4 text-primary-text">
            <p className="min-w-52 flex-1 text-sm">
              <strong className="font-semibold">Antes de tudo, veja um exemplo.</strong> Uma ligação e uma
              pesquisa fictícias, já auditadas: ouça, leia e confira cada critério e cada resposta. Não usam
              créditos nem entram nos seus números.
            </p>
            <div className="flex flex-wrap gap-2">
              <ExampleButton variant="outline" />
              <ExampleSurveyButton variant="outline" />
            </div>
          </div>
        ) : null}
        <StepList
          steps={steps.map(({ action, ...step }) => ({
            ...step,
            action:
              action &&
              ((current) => (
                <Button variant={current ? 'default' : 'outline'} size="sm" asChild>
                  <Link to={action.to}>
                    {action.label}
                    <ArrowRight aria-hidden="true" />
                  </Link>
                </Button>
              )),
          }))}
        />
      </section>
    </Card>
  );
}
