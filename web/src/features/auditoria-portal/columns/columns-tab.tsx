import { type ColunaDoPreparo, correctColunas } from '@escuta/shared/contracts/surveys/preparos';
import { PAPEIS_COLUNA, type PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Columns3, EyeOff, Pencil, Plus, Save } from 'lucide-react';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePutStaged } from '../../../domain/intake/use-staged.ts';
import { EntityPicker } from '../../../kit/entity-picker.tsx';
import { ChoiceSelect } from '../../../kit/form/fields.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AlertList } from '../alerts.tsx';
import type { Place } from '../figures.tsx';
import { PREPARO } from '../intake.ts';
import { type Detalhe, PAPEL_COLUNA_LABEL } from '../words.ts';
import {
  asRead,
  type ColumnDraft,
  type ColumnUse,
  changeColumn,
  changesOf,
  draftProblem,
  leaveOut,
} from './column-draft.ts';

const PAPEIS = PAPEIS_COLUNA.map((value) => ({ value, label: PAPEL_COLUNA_LABEL[value] }));
/** Number of columns shown at first, and added by each 'Mostrar mais'. */
const STEP = 40;
const FOUND = 30;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds a question of the questionnaire by its code or its words. */
function QuestionPicker({
  label,
  value,
  perguntas,
  onChange,
  invalid,
}: {
  label: string;
  value: number | null;
  perguntas: readonly PerguntaLida[];
  onChange: (place: number) => void;
  invalid: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const words = plain(text.trim());
  const chosen = value === null ? undefined : perguntas[value];
  return (
    <EntityPicker
      label={label}
      value={value === null ? '' : String(value)}
      name={chosen ? `${chosen.codigo} ${chosen.texto}` : undefined}
      emptyLabel="Qual pergunta?"
      aria-invalid={invalid}
      open={open}
      onOpenChange={setOpen}
      text={text}
      onTextChange={setText}
      placeholder="Código ou texto da pergunta"
      options={perguntas
        .map((pergunta, place) => ({ pergunta, place }))
        .filter(({ pergunta }) => plain(`${pergunta.codigo} ${pergunta.texto}`).includes(words))
        .slice(0, FOUND)
        .map(({ pergunta, place }) => ({ id: String(place), label: `${pergunta.codigo} ${pergunta.texto}` }))}
      errorText={null}
      emptyText="Nenhuma pergunta encontrada."
      onValueChange={(option) => option && onChange(Number(option.id))}
    />
  );
}

function ColumnCard({
  coluna,
  use,
  changed,
  perguntas,
  alertas,
  mayCorrect,
  onChange,
  onLeaveOut,
  onGo,
}: {
  coluna: ColunaDoPreparo;
  use: ColumnUse;
  changed: boolean;
  perguntas: readonly PerguntaLida[];
  alertas: Detalhe['alertas'];
  mayCorrect: boolean;
  onChange: (change: Partial<ColumnUse>) => void;
  onLeaveOut: () => void;
  onGo: (place: Place) => void;
}) {
  const { cabecalho, exemplos, nao_reconhecidas: unknown, regra } = coluna;
  const name = cabecalho || `Coluna ${coluna.n + 1}`;
  const pergunta = use.pergunta === null ? undefined : perguntas[use.pergunta];
  const opcao = use.opcao === null ? undefined : pergunta?.opcoes[use.opcao];
  const lost = alertas.some(({ tipo }) => tipo === 'coluna_sem_pergunta');
  const stopped = alertas.some(({ gravidade }) => gravidade === 'impede');
  return (
    <li
      data-coluna={coluna.n}
      tabIndex={-1}
      className="focus-ring grid gap-3 rounded-sm py-4 first:pt-0 last:pb-0 md:grid-cols-2"
    >
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 break-words font-medium text-sm">{name}</p>
          {changed ? <Badge variant="primary">alterada</Badge> : null}
        </div>
        <p className="line-clamp-2 break-words text-muted-foreground text-xs">
          {exemplos.length > 0 ? `Ex.: ${exemplos.map((one) => `“${one}”`).join(', ')}` : 'Coluna vazia'}
        </p>
        {changed ? null : (
          <>
            <AlertList label={`Avisos da coluna ${name}`} alertas={alertas} />
            {mayCorrect && alertas.length > 0 ? (
              <div className="flex flex-wrap gap-2 pt-1">
                {lost ? (
                  <Button
                    variant="outline"
                    size="sm"
                    onClick={() => onGo({ aba: 'perguntas', nova: String(coluna.n) })}
                  >
                    <Plus aria-hidden="true" />
                    Criar a pergunta
                  </Button>
                ) : use.pergunta === null ? null : (
                  <Button
                    variant="outline"
                    size="sm"
                    onClick={() => onGo({ aba: 'perguntas', pergunta: String(use.pergunta) })}
                  >
                    <Pencil aria-hidden="true" />
                    Ver {pergunta?.codigo}
                  </Button>
                )}
                {stopped ? (
                  <Button variant="outline" size="sm" onClick={onLeaveOut}>
                    <EyeOff aria-hidden="true" />
                    Deixar fora da auditoria
                  </Button>
                ) : null}
              </div>
            ) : null}
          </>
        )}
        {unknown.n > 0 && !changed && !alertas.some(({ tipo }) => tipo === 'nao_reconhecidas') ? (
          <div className="text-warning-text text-xs">
            <p className="font-medium">
              {plural(unknown.n, 'resposta não reconhecida', 'respostas não reconhecidas')}
            </p>
            <ul>
              {unknown.exemplos.map(({ linha, motivo }) => (
                <li key={linha} className="break-words">
                  Linha {linha}: {motivo}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {mayCorrect ? (
          <>
            <ChoiceSelect
              aria-label={`Conteúdo da coluna ${name}`}
              value={use.papel}
              options={PAPEIS}
              onValueChange={(value) => onChange({ papel: value as PapelColuna })}
            />
            {use.papel === 'pergunta' ? (
              <QuestionPicker
                label={`Pergunta da coluna ${name}`}
                value={use.pergunta}
                perguntas={perguntas}
                invalid={use.pergunta === null}
                onChange={(place) => onChange({ pergunta: place })}
              />
            ) : null}
            {pergunta?.tipo === 'multipla' && pergunta.opcoes.length > 0 ? (
              <ChoiceSelect
                aria-label={`Parte da resposta na coluna ${name}`}
                value={use.opcao === null ? '' : String(use.opcao)}
                options={[
                  { value: '', label: 'A resposta inteira' },
                  ...pergunta.opcoes.map(({ texto }, place) => ({
                    value: String(place),
                    label: `Só a opção “${texto}”`,
                  })),
                ]}
                onValueChange={(value) => onChange({ opcao: value === '' ? null : Number(value) })}
              />
            ) : null}
          </>
        ) : (
          <p className="break-words text-sm">
            {PAPEL_COLUNA_LABEL[use.papel]}
            {pergunta ? `: ${pergunta.codigo} ${pergunta.texto}` : ''}
            {opcao ? ` – “${opcao.texto}”` : ''}
          </p>
        )}
        {changed ? null : <p className="text-muted-foreground text-xs">Motivo: {regra}</p>}
      </div>
    </li>
  );
}

/** Scrolls to the column named in the address. */
function useAskedColumn(
  list: RefObject<HTMLUListElement | null>,
  colunas: readonly ColunaDoPreparo[],
  shown: number,
  setShown: (n: number) => void,
): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('coluna');
  useEffect(() => {
    if (asked === null) return;
    const place = colunas.findIndex(({ n }) => String(n) === asked);
    if (place >= shown) {
      setShown(place + 1);
      return;
    }
    const row = list.current?.querySelector<HTMLElement>(`[data-coluna="${Number(asked)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    setSearch(
      (before) => {
        before.delete('coluna');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asked, colunas, shown, list, setShown, setSearch]);
}

/** The use of each column of the sheet, with controls to change it. */
export function ColumnsTab({
  preparo,
  mayCorrect,
  draft,
  onDraft: setDraft,
  onGo,
}: {
  preparo: Detalhe;
  mayCorrect: boolean;
  onGo: (place: Place) => void;
  /** Unsaved changes. The parent keeps them, so that they stay when another tab is opened. */
  draft: ColumnDraft;
  onDraft: Dispatch<SetStateAction<ColumnDraft>>;
}) {
  const put = usePutStaged(PREPARO);
  const [shown, setShown] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  useAskedColumn(list, preparo.colunas, shown, setShown);
  const save = useApiMutation(correctColunas, {
    failed: 'Não foi possível salvar as colunas',
    onDone: (answer) => {
      setDraft(new Map());
      put(answer);
    },
  });
  const perguntas = preparo.questionario?.perguntas ?? [];
  const { colunas } = preparo;
  const problem = draftProblem(draft, colunas);
  if (colunas.length === 0) {
    return (
      <EmptyState
        icon={<Columns3 />}
        title="Nenhuma coluna na planilha"
        description="Troque a planilha de respostas."
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card className="p-4 sm:p-5">
        {/* Disabled while saving, because the answer discards the draft. */}
        <fieldset disabled={save.busy} className="contents">
          <ul ref={list} aria-label="Colunas da planilha" className="divide-y">
            {colunas.slice(0, shown).map((coluna) => (
              <ColumnCard
                key={coluna.n}
                coluna={coluna}
                use={draft.get(coluna.n) ?? asRead(coluna)}
                changed={draft.has(coluna.n)}
                perguntas={perguntas}
                alertas={preparo.alertas.filter(({ coluna: n }) => n === coluna.n)}
                mayCorrect={mayCorrect}
                onGo={onGo}
                onLeaveOut={() => setDraft((before) => leaveOut(before, coluna))}
                onChange={(change) => setDraft((before) => changeColumn(before, coluna, change))}
              />
            ))}
          </ul>
        </fieldset>
        {colunas.length > shown ? (
          <Button variant="outline" className="mt-4" onClick={() => setShown(shown + STEP)}>
            Mostrar mais {Math.min(STEP, colunas.length - shown)} de {colunas.length - shown} colunas
          </Button>
        ) : null}
      </Card>
      {draft.size > 0 ? (
        <div className="sticky bottom-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-xl border bg-card p-3 shadow-card max-sm:bottom-36">
          <p role="status" className="text-sm">
            {problem ??
              `${plural(draft.size, 'coluna alterada', 'colunas alteradas')}. Ao salvar, a Escuta procura os pares de novo; os definidos por você são mantidos.`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" disabled={save.busy} onClick={() => setDraft(new Map())}>
              Descartar
            </Button>
            <Button
              loading={save.busy}
              disabled={problem !== null}
              onClick={() =>
                void save.attempt({
                  params: { id: preparo.id },
                  body: { versao: preparo.versao, colunas: changesOf(draft) },
                })
              }
            >
              {save.busy ? null : <Save aria-hidden="true" />}
              Salvar colunas
            </Button>
          </div>
        </div>
      ) : null}
      {perguntas.length === 0 ? (
        <Notice>
          Nenhuma pergunta foi reconhecida no questionário. Adicione as perguntas para vincular as colunas.
        </Notice>
      ) : null}
    </div>
  );
}
