import { simulateImportacao } from '@escuta/shared/contracts/calls/importacoes';
import {
  DESTINO_LABEL,
  DESTINOS_COLUNA,
  type DestinoColuna,
  DIRECAO_PLANILHA_LABEL,
  DIRECOES_PLANILHA,
  type DirecaoPlanilha,
  FUSO_LABEL,
  FUSOS,
  type Fuso,
  type Mapeamento,
  mapeamentoSchema,
  type OrdemData,
  type UnidadeDuracao,
} from '@escuta/shared/domain/call-sheet/fields';
import {
  directionQuestion,
  formulaQuestion,
  orderQuestion,
} from '@escuta/shared/domain/call-sheet/recognise';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useId } from 'react';
import { usePutStaged } from '../../domain/intake/use-staged.ts';
import { ChoiceSelect } from '../../kit/form/fields.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { IMPORTACAO } from './intake.tsx';
import {
  changeMapping,
  draftOf,
  isOvertaken,
  type MappingDraftState,
  savedMapping,
} from './mapping-draft.ts';
import { SheetChoice } from './sheet-choice.tsx';
import type { Detalhe } from './words.ts';

const DESTINOS = DESTINOS_COLUNA.map((value) => ({ value, label: DESTINO_LABEL[value] }));
const ORDENS = [
  { value: '', label: 'Detectar pelas datas' },
  { value: 'dma', label: 'Dia/mês (31/12)' },
  { value: 'mda', label: 'Mês/dia (12/31)' },
];
const FUSO_OPTIONS = FUSOS.map((value) => ({ value, label: FUSO_LABEL[value] }));
const UNIDADES = [
  { value: 'segundos', label: 'Segundos' },
  { value: 'minutos', label: 'Minutos' },
];

/** Choices for calls' direction. 'na dúvida' needs columns for caller and called, so a single column excludes it. */
const DIRECOES = DIRECOES_PLANILHA.map((value) => ({ value, label: DIRECAO_PLANILHA_LABEL[value] }));
const DIRECOES_DO_NUMERO = DIRECOES.filter(({ value }) => !value.startsWith('duvida_')).map((one) =>
  one.value === 'valores' ? { ...one, label: 'Pela coluna da direção, se houver' } : one,
);

/** The recognised meaning of each column, with a control to change it. */
export function Mapping({
  importacao,
  draft,
  onDraft,
  again = false,
}: { importacao: Detalhe; again?: boolean } & MappingDraftState) {
  const mayCreate = useCan()('audit_item', 'create');
  const put = usePutStaged(IMPORTACAO);
  const box = useId();
  const { colunas } = importacao;
  const own = draftOf(importacao, draft);
  const mapping = own?.mapping ?? savedMapping(importacao);
  const { run, busy } = useApiMutation(simulateImportacao, {
    failed: 'Não foi possível simular',
    onDone: (answer) => {
      put(answer);
      onDraft(null);
    },
  });
  const change = (some: Partial<Mapeamento>): void => onDraft(changeMapping(importacao, draft, some));
  const checked = mapeamentoSchema.safeParse(mapping);
  const question = orderQuestion(colunas, mapping);
  const direction = directionQuestion(mapping, importacao.leitura);
  const both = mapping.colunas.includes('origem') && mapping.colunas.includes('destino');
  const unmade = formulaQuestion(colunas, mapping);
  const problem = checked.success
    ? unmade && `${unmade} Você também pode ignorar a coluna.`
    : (checked.error.issues[0]?.message ?? null);
  return (
    <Card className="grid gap-5 p-4 sm:p-5">
      <div className="grid gap-1">
        <h2 className="font-semibold">Conteúdo de cada coluna</h2>
        <p className="text-muted-foreground text-sm">
          {plural(importacao.linhas ?? 0, 'linha', 'linhas')}
          {importacao.aba ? ` da aba “${importacao.aba}”` : ''}. A Escuta usa as mesmas definições em outras
          planilhas com este cabeçalho.
        </p>
      </div>
      <SheetChoice importacao={importacao} disabled={!mayCreate || busy} />
      <ul className="grid divide-y" aria-label="Colunas da planilha">
        {colunas.map(({ titulo, exemplos, certa, sugestao }, at) => {
          const name = titulo || `Coluna ${at + 1}`;
          return (
            // The index identifies a column, because columns keep their places.
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title
            <li key={at} className="grid gap-2 py-3 md:grid-cols-2">
              <div className="grid min-w-0 content-start gap-1">
                <p className="flex min-w-0 flex-wrap items-center gap-2 break-words font-medium text-sm">
                  {name}
                  {!certa && sugestao !== 'metadado' && sugestao !== 'ignorar' ? (
                    <Badge variant="warning">confira</Badge>
                  ) : null}
                </p>
                <p className="line-clamp-2 break-words text-muted-foreground text-xs">
                  {exemplos.length > 0
                    ? `Ex.: ${exemplos.map((one) => `“${one}”`).join(', ')}`
                    : 'Coluna vazia'}
                </p>
              </div>
              <ChoiceSelect
                aria-label={`Conteúdo da coluna ${name}`}
                value={mapping.colunas[at] ?? 'ignorar'}
                disabled={!mayCreate || busy}
                options={DESTINOS}
                onValueChange={(value) =>
                  change({
                    colunas: colunas.map((_, n) =>
                      n === at ? (value as DestinoColuna) : (mapping.colunas[n] ?? 'ignorar'),
                    ),
                  })
                }
              />
            </li>
          );
        })}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Field
          label="Datas"
          error={
            question
              ? question.ordem === 'mista'
                ? `A coluna “${question.titulo}” mistura os dois formatos: selecione o correto.`
                : `As datas da coluna “${question.titulo}” servem para os dois formatos: selecione o correto.`
              : undefined
          }
        >
          <ChoiceSelect
            value={mapping.ordem ?? ''}
            options={ORDENS}
            disabled={!mayCreate || busy}
            onValueChange={(value) => change({ ordem: value === '' ? null : (value as OrdemData) })}
          />
        </Field>
        <Field label="Fuso horário">
          <ChoiceSelect
            value={mapping.fuso}
            options={FUSO_OPTIONS}
            disabled={!mayCreate || busy}
            onValueChange={(value) => change({ fuso: value as Fuso })}
          />
        </Field>
        <Field label="Durações sem unidade">
          <ChoiceSelect
            value={mapping.duracao}
            options={UNIDADES}
            disabled={!mayCreate || busy}
            onValueChange={(value) => change({ duracao: value as UnidadeDuracao })}
          />
        </Field>
        <Field label="Direção das ligações" error={direction ?? undefined}>
          <ChoiceSelect
            value={mapping.direcao ?? 'valores'}
            options={both ? DIRECOES : DIRECOES_DO_NUMERO}
            disabled={!mayCreate || busy}
            onValueChange={(value) => change({ direcao: value as DirecaoPlanilha })}
          />
        </Field>
      </div>
      {mapping.colunas.some((coluna) => coluna === 'agente' || coluna === 'ramal') ? (
        <label htmlFor={box} className="flex cursor-pointer items-center gap-2 text-sm">
          <Checkbox
            id={box}
            checked={mapping.criar_agentes}
            disabled={!mayCreate || busy}
            onCheckedChange={(value) => change({ criar_agentes: value === true })}
          />
          Criar agentes que faltam
        </label>
      ) : null}
      {problem ? <Notice>{problem}</Notice> : null}
      {own && isOvertaken(importacao, own) ? (
        <Notice role="alert">
          Outra pessoa simulou esta planilha com outras colunas. As suas colunas continuam acima.{' '}
          <Button variant="link" size="inline" onClick={() => onDraft(null)}>
            Ver as colunas da outra pessoa
          </Button>
        </Notice>
      ) : null}
      {mayCreate ? (
        <div>
          <Button
            variant={again ? 'outline' : 'default'}
            disabled={busy || problem !== null || question !== null || direction !== null}
            onClick={() =>
              void run({ params: { id: importacao.id }, body: { mapeamento: mapping } }).catch(
                () => undefined,
              )
            }
          >
            {again ? 'Simular de novo' : 'Simular'}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
