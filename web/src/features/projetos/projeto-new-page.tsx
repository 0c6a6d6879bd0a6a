import { createProjeto } from '@escuta/shared/contracts/projetos';
import { TIPOS_PROJETO } from '@escuta/shared/domain/status';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { TIPO_PROJETO } from '../../components/projects/tipos.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';

/** Create-project form; `?type=pesquisa` presets the kind (specification 2, §2). */
export default function ProjetoNewPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { empresaId } = useRequiredSession();
  const [search] = useSearchParams();
  const preset = TIPOS_PROJETO.find((tipo) => tipo === search.get('type')) ?? 'call_center';
  const form = useForm({
    resolver: zodResolver(createProjeto.body),
    defaultValues: {
      nome: '',
      descricao: '',
      tipo_projeto: preset,
      canal_agente: 'left' as const,
      ...(empresaId ? { empresa_id: empresaId } : {}),
    },
  });
  const { errors } = form.formState;
  const tipo = form.watch('tipo_projeto') ?? preset;

  const create = useMutation({
    mutationFn: (body: Parameters<Parameters<typeof form.handleSubmit>[0]>[0]) => {
      if (!empresaId) throw new Error('ID da empresa não encontrado.');
      return call(createProjeto, { body });
    },
    async onSuccess({ data }) {
      await client.invalidateQueries({ queryKey: queryKey({ ...createProjeto, id: 'listProjetos' }) });
      toast.success('Projeto criado com sucesso!', { description: data.nome });
      navigate(data.tipo_projeto === 'call_center' ? href(paths.projeto, { id: data.id }) : paths.projetos);
    },
    onError(error) {
      toast.error('Erro ao criar projeto', {
        description: errorMessage(error, error.message || 'Falha ao criar projeto.'),
      });
    },
  });

  return (
    <>
      <PageHeader
        title="Novo Projeto"
        description="Um projeto reúne as ligações ou entrevistas que serão auditadas com os mesmos critérios."
        back={{ to: paths.projetos, label: 'Voltar para Meus Projetos' }}
      />
      <Card className="max-w-2xl p-5 sm:p-6">
        <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((body) => create.mutate(body))}>
          <Field label="Nome" required error={errors.nome?.message}>
            <Input
              {...form.register('nome')}
              maxLength={200}
              placeholder="Ex.: SAC – Atendimento ao cliente"
            />
          </Field>
          <Field
            label="Descrição"
            error={errors.descricao?.message}
            hint="Opcional. Aparece na lista de projetos."
          >
            <Textarea {...form.register('descricao')} maxLength={2000} rows={3} />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Controller
              control={form.control}
              name="tipo_projeto"
              render={({ field }) => (
                <Select value={field.value ?? preset} onValueChange={field.onChange}>
                  <Field label="Tipo de projeto" required error={errors.tipo_projeto?.message}>
                    <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                      <SelectValue />
                    </SelectTrigger>
                  </Field>
                  <SelectContent>
                    {TIPOS_PROJETO.map((value) => (
                      <SelectItem key={value} value={value}>
                        {TIPO_PROJETO[value].label}
                      </SelectItem>
                    ))}
                  </SelectContent>
                </Select>
              )}
            />
            {tipo === 'call_center' ? (
              <Controller
                control={form.control}
                name="canal_agente"
                render={({ field }) => (
                  <Select value={field.value ?? 'left'} onValueChange={field.onChange}>
                    <Field
                      label="Canal do agente"
                      hint="Lado da gravação estéreo em que o agente fala."
                      error={errors.canal_agente?.message}
                    >
                      <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                        <SelectValue />
                      </SelectTrigger>
                    </Field>
                    <SelectContent>
                      <SelectItem value="left">Esquerdo</SelectItem>
                      <SelectItem value="right">Direito</SelectItem>
                    </SelectContent>
                  </Select>
                )}
              />
            ) : null}
          </div>
          <div className="flex flex-col-reverse gap-2 border-t pt-5 sm:flex-row sm:justify-end">
            <Button variant="outline" asChild>
              <Link to={paths.projetos}>Cancelar</Link>
            </Button>
            <Button type="submit" loading={create.isPending}>
              Criar Projeto
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
