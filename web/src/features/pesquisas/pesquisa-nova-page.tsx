import { createPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
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
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AccessDenied } from '../../ui/notice.tsx';

/** Create-survey form; `?projeto=` presets the project (specification 2, §2). */
export default function PesquisaNovaPage() {
  const navigate = useNavigate();
  /** True: opens the new survey instead of the list (specification 2, §2). */
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
    send: (body) => create.run({ body: { ...body, descricao: body.descricao || null } }),
    onSaved: (answer) =>
      navigate(answer && opens.current ? href(paths.pesquisa, { id: answer.data.id }) : paths.pesquisas, {
        replace: true,
      }),
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
      {mayCreate ? (
        <Card className="max-w-2xl p-5 sm:p-6">
          <Form
            api={api}
            // 'Criar Pesquisa' opens the list, even after the other button was refused for a missing field.
            onClickCapture={() => {
              opens.current = false;
            }}
            footer={
              <FormButtons busy={api.busy} submitLabel="Criar Pesquisa" className="border-t pt-5">
                <Button variant="outline" asChild>
                  <Link to={paths.pesquisas}>Cancelar</Link>
                </Button>
                <Button
                  type="submit"
                  variant="outline"
                  disabled={api.busy}
                  onClick={() => {
                    opens.current = true;
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
              hint="Um projeto do tipo Pesquisa. Pode ter mais de uma."
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
