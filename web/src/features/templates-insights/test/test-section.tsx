import {
  type InsightTemplateWire,
  listProjectTemplates,
} from '@escuta/shared/contracts/insights/insight-templates';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useKnownValues } from '../../../domain/templates/known-values.ts';
import { filledValues, missingValues, ParameterValues } from '../../../domain/templates/parameter-values.tsx';
import { apiQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import {
  declaredOf,
  type TemplateFormOutput,
  type TemplateFormValues,
  templateSchema,
  toContent,
} from '../editor/form-rules.ts';
import { CallPicker, type TestableCall } from './call-picker.tsx';
import { TestResult } from './test-result.tsx';
import { useTemplateTest } from './use-template-test.ts';

interface TestSectionProps {
  /** The saved template; null for a new one. */
  template: InsightTemplateWire | null;
  empresaId: string | undefined;
  /** Called when something was typed or tested here that closing the form would lose. */
  onTried: () => void;
}

/** 'Testar em uma ligação': tries the form's present values on a processed call before saving. */
export function TestSection({ template, empresaId, onTried }: TestSectionProps) {
  const form = useFormContext<TemplateFormValues, unknown, TemplateFormOutput>();
  const [call, setCall] = useState<TestableCall | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { begin, test, error, retry, running, clear } = useTemplateTest();
  const links = useQuery({
    ...apiQuery(listProjectTemplates, { params: { projetoId: call?.projeto.id ?? '' } }),
    enabled: call !== null && template !== null,
    select: ({ data }) => data.find(({ insightTemplateId }) => insightTemplateId === template?.id),
  });
  const shown = useRef<HTMLDivElement>(null);
  const ended = test && !running ? test.id : null;
  // Scrolls to the result, which starts below the visible part.
  useEffect(() => {
    if (ended) shown.current?.scrollIntoView({ block: 'start' });
  }, [ended]);
  const [obrigatorios, opcionais] = useWatch({ control: form.control, name: ['obrigatorios', 'opcionais'] });
  const { parametrosObrigatorios, parametrosOpcionais } = declaredOf({
    promptTemplate: '',
    obrigatorios,
    opcionais,
  });
  const known = useKnownValues(empresaId);
  // Values of the parameters that are known from the company and the call's project; typed values replace them.
  const parametros = { ...known, ...links.data?.parametros, ...typed };

  const start = async (): Promise<void> => {
    if (running) return;
    if (!call) {
      setProblem('Selecione uma ligação processada.');
      return;
    }
    // A test needs no name; all other checks apply.
    const values = form.getValues();
    const draft = templateSchema.safeParse({ ...values, nome: values.nome.trim() || 'Rascunho' });
    if (!draft.success) {
      await form.trigger();
      setProblem('Corrija os campos apontados antes de testar.');
      return;
    }
    const names = [...parametrosObrigatorios, ...parametrosOpcionais];
    const given = filledValues(names, parametros);
    const without = missingValues(parametrosObrigatorios, given);
    setProblem(null);
    setMissing(without);
    if (without.length > 0) return;
    onTried();
    const { categoria: _c, descricao: _d, ativo: _a, metadata: _m, ...content } = toContent(draft.data, {});
    begin({
      auditoriaItemId: call.id,
      template: content,
      parametros: given,
      ...(template ? { templateId: template.id } : {}),
    });
  };

  return (
    <section aria-labelledby="testar-template" className="grid grid-cols-1 gap-3.5 rounded-lg border p-3.5">
      <div className="grid gap-1">
        <h3 id="testar-template" className="flex items-center gap-2 font-semibold text-sm">
          <FlaskConical className="size-4" aria-hidden="true" />
          Testar em uma ligação
        </h3>
        <p className="text-muted-foreground text-xs">
          Testa o formulário em uma ligação já processada
          {template ? `, em comparação com a versão ${template.versao}` : ''}, sem salvar e sem usar crédito.
          O provedor cobra o uso do modelo.
        </p>
      </div>
      <Field label="Ligação" error={problem ?? undefined}>
        <CallPicker
          empresaId={empresaId}
          value={call}
          onValueChange={(next) => {
            setCall(next);
            setProblem(null);
            setTyped({});
            setMissing([]);
            clear();
          }}
        />
      </Field>
      <ParameterValues
        obrigatorios={parametrosObrigatorios}
        opcionais={parametrosOpcionais}
        values={parametros}
        errors={Object.fromEntries(
          missingValues(missing, parametros).map((nome) => [nome, { message: 'Informe um valor.' }]),
        )}
        onChange={(values) => {
          setTyped(values);
          onTried();
        }}
        disabled={running}
      />
      <Button variant="outline" className="w-fit" loading={running} onClick={() => void start()}>
        {running ? 'Testando…' : 'Testar'}
      </Button>
      <div ref={shown} aria-live="polite" aria-busy={running} className="scroll-mt-4">
        {error && !test ? (
          <ErrorState title="Erro ao testar o template" error={error} onRetry={retry} className="py-6" />
        ) : test && call ? (
          <TestResult test={test} />
        ) : null}
      </div>
    </section>
  );
}
