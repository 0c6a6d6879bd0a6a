import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ExampleButton } from '../../domain/projects/example-button.tsx';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import type { Home } from './home.ts';

interface Step {
  title: string;
  text: string;
  done: boolean;
  /** Absent: nothing to do for this person. */
  action?: { label: string; to: string } | undefined;
}

function stepsOf(home: Home, can: ReturnType<typeof useCan>): Step[] {
  const project = home.projetosAtivos?.find(
    ({ tipo_projeto, exemplo }) => tipo_projeto === 'call_center' && !exemplo,
  );
  return [
    {
      title: 'Crie um projeto',
      text: 'Um projeto reúne as ligações de uma operação e diz o que a análise verifica nelas.',
      done: project !== undefined,
      action: can('project', 'create') ? { label: 'Novo Projeto', to: paths.novoProjeto } : undefined,
    },
    {
      title: 'Tenha créditos',
      text: can('credit', 'create')
        ? 'Cada gravação processada usa um crédito; se o processamento falha, ele volta.'
        : 'Cada gravação processada usa um crédito. Quem compra é o gestor da empresa.',
      done: (home.cartoes?.creditos ?? 0) > 0,
      action: can('credit', 'create') ? { label: 'Ver pacotes', to: paths.creditos } : undefined,
    },
    {
      title: 'Registre a primeira ligação',
      text: 'Informe o número e o horário e envie a gravação: o processamento começa em seguida.',
      done: false,
      action: project
        ? { label: 'Registrar ligação', to: href(paths.ligacoes, { projectId: project.id }) }
        : undefined,
    },
    {
      title: 'Veja o que a análise encontrou',
      text: 'Transcrição dos dois lados, sentimento, ofensas e critérios, cada resposta com o trecho que a comprova. Os gráficos deste painel nascem daí.',
      done: false,
    },
  ];
}

/** Instead of empty charts: what a company without any item does first, and what is done already. */
export function FirstSteps({ home }: { home: Home }) {
  const can = useCan();
  const steps = stepsOf(home, can);
  const current = steps.findIndex(({ done }) => !done);
  return (
    <Card>
      <section aria-labelledby="primeiros-passos" className="grid gap-5 p-5 sm:p-6">
        <div className="grid gap-1">
          <CardTitle id="primeiros-passos">Primeiros passos</CardTitle>
          <p className="text-muted-foreground">Quatro passos da conta vazia ao primeiro resultado.</p>
        </div>
        {can('project', 'create') ? (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-primary-soft p-4 text-primary-text">
            <p className="min-w-52 flex-1 text-sm">
              <strong className="font-semibold">Antes de tudo, veja como fica.</strong> Uma ligação inventada,
              já analisada: ouça, leia e confira cada critério. Não usa créditos nem entra nos seus números.
            </p>
            <ExampleButton variant="outline" />
          </div>
        ) : null}
        <ol className="grid gap-4">
          {steps.map(({ title, text, done, action }, index) => (
            <li key={title} className="flex gap-4" aria-current={index === current ? 'step' : undefined}>
              <span
                className={cn(
                  'flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-sm',
                  done
                    ? 'bg-success-soft text-success-text'
                    : index === current
                      ? 'bg-primary text-primary-foreground'
                      : 'bg-muted text-muted-foreground',
                )}
              >
                {done ? <Check className="size-4" aria-hidden="true" /> : index + 1}
              </span>
              <div className="grid flex-1 justify-items-start gap-1 pt-1">
                <p className="font-medium">
                  {title}
                  {done ? <span className="sr-only"> (feito)</span> : null}
                </p>
                <p className="max-w-prose text-muted-foreground">{text}</p>
                {!done && action ? (
                  <Button
                    variant={index === current ? 'default' : 'outline'}
                    size="sm"
                    className="mt-1.5"
                    asChild
                  >
                    <Link to={action.to}>
                      {action.label}
                      <ArrowRight aria-hidden="true" />
                    </Link>
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}
