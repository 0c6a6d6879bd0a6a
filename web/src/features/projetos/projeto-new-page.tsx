import { createProjeto } from '@escuta/shared/contracts/operation/projetos';
import { TIPOS_PROJETO } from '@escuta/shared/domain/runs/status';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { CANAIS } from '../../domain/projects/canais.ts';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { SelectField, TextareaField, TextField } from '../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const TIPOS = TIPOS_PROJETO.map((value) => ({ value, label: TIPO_PROJETO[value].label }));

/** Form that creates a project; `?type=pesquisa` presets the kind (specification 2, §2). */
export default function ProjetoNewPage() {
  const navigate = useNavigate();
  const { empresaId } = useRequiredSession();
  const [search] = useSearchParams();
  const create = useApiMutation(createProjeto, {
    failed: null,
    onDone: ({ data }) => toast.success('Projeto criado com sucesso!', { description: data.nome }),
  });
  const api = useApiForm({
    schema: createProjeto.body,
    values: {
      nome: '',
      descricao: '',
      tipo_projeto: TIPOS_PROJETO.find((tipo) => tipo === search.get('type')) ?? 'call_center',
      canal_agente: 'left' as const,
      ...(empresaId ? { empresa_id: empresaId } : {}),
    },
    send: (body) => {
      if (!empresaId) throw new Error('ID da empresa não encontrado.');
      return create.run({ body });
    },
    onSaved: (answer) => {
      if (!answer) return;
      const { id, tipo_projeto } = answer.data;
      // A survey project leads on to its survey's form. `replace`, because Back must not show a created project's form.
      navigate(
        tipo_projeto === 'pesquisa'
          ? `${paths.novaPesquisa}?${new URLSearchParams({ projeto: id })}`
          : href(paths.projeto, { id }),
        { replace: true },
      );
    },
    failed: 'Erro ao criar projeto',
    fallback: empresaId ? 'Falha ao criar projeto.' : 'ID da empresa não encontrado.',
    draft: { key: 'projeto', title: 'Novo Projeto' },
  });
  const { field } = api;
  return (
    <>
      <PageHeader
        title="Novo Projeto"
        description="Um projeto reúne as ligações ou entrevistas que serão auditadas com os mesmos critérios."
        back={{ to: paths.projetos, label: 'Voltar para Meus Projetos' }}
      />
      <Card className="max-w-2xl p-5 sm:p-6">
        <Form
          api={api}
          footer={
            <FormButtons busy={api.busy} submitLabel="Criar Projeto" className="border-t pt-5">
              <Button variant="outline" asChild>
                <Link to={paths.projetos}>Cancelar</Link>
              </Button>
            </FormButtons>
          }
        >
          <TextField
            {...field('nome')}
            label="Nome"
            required
            maxLength={200}
            placeholder="Ex.: SAC – Atendimento ao cliente"
          />
          <TextareaField
            {...field('descricao')}
            label="Descrição"
            hint="Opcional. Aparece na lista de projetos."
            maxLength={2000}
            rows={3}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField {...field('tipo_projeto')} label="Tipo de projeto" required options={TIPOS} />
            {api.form.watch('tipo_projeto') === 'call_center' ? (
              <SelectField
                {...field('canal_agente')}
                label="Canal do agente"
                hint="Lado da gravação estéreo em que o agente fala."
                options={CANAIS}
              />
            ) : null}
          </div>
        </Form>
      </Card>
    </>
  );
}
