import { listProjetos } from '@escuta/shared/contracts/operation/projetos';
import { createPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { TODAS_AS_PESQUISAS } from '../../domain/survey/results/survey-failure.tsx';
import { ControlField, TextareaField, TextField } from '../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { anId } from '../../kit/list/filter-params.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AccessDenied, Notice } from '../../ui/notice.tsx';

/** Form that creates a survey; `?projeto=` presets the project (specification 2, §2). */
export default function PesquisaNovaPage() {
  const navigate = useNavigate();
  /** True if the pressed button leads to the new survey; false if it leads to the list (specification 2, §2). */
  const opens = useRef(false);
  const mayCreate = useCan()('project', 'create');
  const [search] = useSearchParams();
  const create = useApiMutation(createPesquisa, {
    failed: null,
    onDone: ({ data }) => toast.success('Pesquisa criada com sucesso!', { description: data.titulo }),
  });
  const api = useApiForm({
    schema: createPesquisa.body,
    values: { titulo: '', descricao: '', projeto_id: anId(search.get('projeto') ?? '') },
    send: async (body) => {
      // Reads the choice before the request, so that a button pressed meanwhile does not change where the page goes.
      const opensSurvey = opens.current;
      const { data } = await create.run({ body: { ...body, descricao: body.descricao || null } });
      return opensSurvey ? href(paths.pesquisa, { id: data.id }) : paths.pesquisas;
    },
    onSaved: (next) => navigate(next ?? paths.pesquisas, { replace: true }),
    failed: 'Erro ao criar pesquisa',
    fallback: 'Falha ao criar pesquisa.',
    draft: { key: 'pesquisa', title: 'Nova Pesquisa' },
  });
  const { field } = api;
  return (
    <>
      <PageHeader
        title="Nova Pesquisa"
        description="Uma pesquisa reúne os questionários e as entrevistas de um projeto."
        back={TODAS_AS_PESQUISAS}
      />
      {mayCreate ? <ProjectFirst /> : null}
      {mayCreate ? (
        <Card className="max-w-2xl p-5 sm:p-6">
          <Form
            api={api}
            // 'Criar Pesquisa' leads to the list, even if the other button was pressed before and a field was missing.
            onClickCapture={() => {
              opens.current = false;
            }}
            footer={
              <FormButtons busy={api.busy} submitLabel="Criar Pesquisa" className="border-t pt-5">
                <Button variant="outline" asChild>
                  <Link to={paths.pesquisas}>Cancelar</Link>
                </Button>
                {/* No submit button, because Enter would press the first one of the form. */}
                <Button
                  type="button"
                  variant="outline"
                  disabled={api.busy}
                  onClick={() => {
                    opens.current = true;
                    api.submit();
                  }}
                >
                  Criar e montar o questionário
                </Button>
              </FormButtons>
            }
          >
            <TextField
              {...field('titulo')}
              label="Título"
              required
              maxLength={200}
              placeholder="Ex.: Satisfação com o transporte – 1ª onda"
            />
            <TextareaField
              {...field('descricao')}
              label="Descrição"
              hint="Opcional. Aparece na página da pesquisa."
              maxLength={2000}
              rows={3}
            />
            <ControlField
              {...field('projeto_id')}
              label="Projeto"
              required
              hint="Selecione um projeto do tipo Pesquisa. O projeto pode ter mais de uma pesquisa."
            >
              {({ value, onChange }) => (
                <ProjectPicker label="Projeto" tipo="pesquisa" own value={value} onValueChange={onChange} />
              )}
            </ControlField>
          </Form>
        </Card>
      ) : (
        <AccessDenied>Peça ao gerente da empresa que crie a pesquisa.</AccessDenied>
      )}
    </>
  );
}

/** Link to create the first survey project and come back; nothing if the company already has one. */
function ProjectFirst() {
  const projects = useQuery({
    ...apiListQuery(listProjetos, { query: { limit: 20, tipo: 'pesquisa' } }),
    select: (answer) => answer.data,
  });
  if (!projects.data || projects.data.some(({ exemplo }) => !exemplo)) return null;
  return (
    <Notice variant="info" className="mb-4 max-w-2xl">
      <span className="block">
        A empresa ainda não tem projeto do tipo Pesquisa. Crie o projeto, e esta página volta com ele
        selecionado.
      </span>
      <Button size="sm" className="mt-2" asChild>
        <Link to={`${paths.novoProjeto}?type=pesquisa`}>Criar projeto</Link>
      </Button>
    </Notice>
  );
}
