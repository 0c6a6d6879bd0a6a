import { listQuestionariosDaPesquisa } from '@escuta/shared/contracts/surveys/questionarios';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type Step, StepList } from '../../kit/step-list.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QuestionnaireDialog } from './questionnaire-dialog.tsx';
import { editorOf, type Pesquisa, type Questionario } from './survey.ts';

const tabOf = (pesquisaId: string, aba: string): string =>
  `${href(paths.pesquisa, { id: pesquisaId })}?aba=${aba}`;

function stepsOf(
  pesquisa: Pesquisa,
  questionarios: readonly Questionario[],
  can: ReturnType<typeof useCan>,
  onCreate: () => void,
): Step[] {
  const published = questionarios.find(({ publicada }) => publicada !== null);
  const written = published ?? questionarios.find(({ total_perguntas: n }) => n > 0);
  const first = written ?? questionarios[0];
  const mayEdit = can('project', 'update');
  const link = (label: string, to: string) => (current: boolean) => (
    <Button variant={current ? 'default' : 'outline'} size="sm" asChild>
      <Link to={to}>
        {label}
        <ArrowRight aria-hidden="true" />
      </Link>
    </Button>
  );
  const editor = (label: string) =>
    mayEdit && first ? link(label, editorOf(pesquisa.id, first.id)) : undefined;
  return [
    {
      title: 'Crie o questionário',
      text: 'O questionário reúne as perguntas, o texto do consentimento e a regra da gravação.',
      done: first !== undefined,
      action: mayEdit
        ? (current) => (
            <Button variant={current ? 'default' : 'outline'} size="sm" onClick={onCreate}>
              Novo Questionário
              <ArrowRight aria-hidden="true" />
            </Button>
          )
        : undefined,
    },
    {
      title: 'Escreva as perguntas',
      text: 'Escreva uma a uma, ou leia todas de um arquivo (Word, PDF ou XLSForm).',
      done: written !== undefined,
      action: editor('Escrever perguntas'),
    },
    {
      title: 'Ensaie e publique',
      text: 'O ensaio mostra o questionário como o entrevistador o vê e não salva nada. Depois da publicação, as novas entrevistas usam essa versão.',
      done: published !== undefined,
      action: editor('Ensaiar e publicar'),
    },
    {
      title: 'Convide os entrevistadores e colete',
      text: 'Eles coletam pelo celular ou pelo computador, com ou sem internet.',
      done: false,
      action: (current) => (
        <>
          {can('project', 'delete')
            ? link('Convidar entrevistadores', href(paths.campoDaPesquisa, { id: pesquisa.id }))(current)
            : null}
          {first ? link('Abrir o questionário', tabOf(pesquisa.id, 'questionario'))(false) : null}
        </>
      ),
    },
    {
      title: 'Audite',
      text: 'Cada resposta digitada é comparada com a fala na gravação. As entrevistas já foram feitas fora da Escuta? Envie gravações, questionário e respostas em “Enviar auditoria”.',
      done: false,
      action: can('audit', 'create')
        ? () => link('Enviar auditoria', paths.auditoriaPortal)(false)
        : undefined,
    },
  ];
}

/** Next steps in a survey without interviews. */
export function NextSteps({ pesquisa }: { pesquisa: Pesquisa }) {
  const can = useCan();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const query = useQuery({
    ...apiQuery(listQuestionariosDaPesquisa, { params: { id: pesquisa.id } }),
    select: (answer) => answer.data,
  });
  // If the steps cannot be loaded, nothing is shown here, because the page's other parts are still useful.
  if (query.error) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Próximos passos</CardTitle>
      </CardHeader>
      <CardContent>
        {query.data ? (
          <StepList steps={stepsOf(pesquisa, query.data, can, () => setCreating(true))} />
        ) : (
          <Skeleton className="h-80" />
        )}
      </CardContent>
      <QuestionnaireDialog
        open={creating}
        questionario={null}
        pesquisaId={pesquisa.id}
        onCreated={(id) => navigate(editorOf(pesquisa.id, id))}
        onClose={() => setCreating(false)}
      />
    </Card>
  );
}
