import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { LIMITES_METAS, namesOf, spread } from '@escuta/shared/domain/interview/goals/goal-table';
import { cellWeights, readPastedGoals } from '@escuta/shared/domain/interview/goals/goal-text';
import { enumerate, plural } from '@escuta/shared/domain/text/in-words';
import { ClipboardPaste, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { ChoiceSelect } from '../../../kit/form/fields.tsx';
import { formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Input } from '../../../ui/inputs/input.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';
import {
  type Alvo,
  type Coluna,
  firstLines,
  nameKey,
  readTable,
  TARDE,
  type TabelaDigitada,
  type TabelaLida,
} from './plan-form.ts';

type Known = { alvos: readonly Alvo[]; perguntas: readonly PerguntaWire[] };

const HINTS = {
  opcoes: 'Escreva uma linha por grupo. Para juntar opções, use “Capital = Centro; Zona sul”.',
  faixas:
    'Escreva uma faixa por linha, como “16 a 24” ou “45 ou mais”. Para dar um nome à faixa, use “Jovens = 16 a 24”.',
  entrevistadores: 'Escreva uma linha por pessoa ou área, como “Zona norte = Ana; Beto”.',
} as const;

/** A table of goals: its columns, and the goal of each combination. */
export function TableEditor({
  number,
  tabela,
  known,
  errors,
  onChange,
  onRemove,
}: {
  number: number;
  tabela: TabelaDigitada;
  known: Known;
  errors: FieldErrors<TabelaDigitada> | undefined;
  onChange: (next: TabelaDigitada) => void;
  onRemove: () => void;
}) {
  const { alvos } = known;
  const read = readTable(tabela.colunas, alvos);
  const late = tabela.colunas.flatMap(({ alvo: id }) => {
    const alvo = alvos.find((one) => one.id === id);
    return alvo?.lugar && alvo.lugar > TARDE ? [alvo.nome.split(' · ')[0] ?? alvo.nome] : [];
  });
  const titles = tabela.colunas.map(({ alvo: id }) => alvos.find((one) => one.id === id)?.nome ?? '');
  const setColumns = (colunas: Coluna[]): void => onChange({ ...tabela, colunas });
  const setColumn = (place: number, coluna: Coluna): void =>
    setColumns(tabela.colunas.map((one, index) => (index === place ? coluna : one)));
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-xl border p-4">
      <legend className="sr-only">Tabela {number}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-sm">Tabela {number}</h3>
        <Button variant="ghost" size="sm" aria-label={`Excluir a tabela ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          Excluir
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {tabela.colunas.map((coluna, place) => (
          <ColumnEditor
            // Columns have no id, so their index identifies them.
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be equal while they are typed
            key={place}
            number={place + 1}
            coluna={coluna}
            known={known}
            taken={tabela.colunas.filter((_, index) => index !== place).map((one) => one.alvo)}
            error={errors?.colunas?.[place]?.linhas?.message}
            onChange={(next) => setColumn(place, next)}
            onRemove={
              tabela.colunas.length > 1
                ? () => setColumns(tabela.colunas.filter((_, index) => index !== place))
                : null
            }
          />
        ))}
      </div>
      {tabela.colunas.length < LIMITES_METAS.dimensoes ? (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setColumns([...tabela.colunas, { alvo: '', linhas: '' }])}
        >
          <Plus aria-hidden="true" />
          Cruzar com outra pergunta
        </Button>
      ) : null}
      {late.length > 0 ? (
        <Notice variant="warning" icon={<TriangleAlert aria-hidden="true" />}>
          A entrevista só é encerrada depois da resposta de {enumerate(late)}. Deixe as perguntas de perfil no
          começo do questionário.
        </Notice>
      ) : null}
      {read ? (
        <Cells
          tabela={tabela}
          read={read}
          titles={titles}
          onMetas={(metas) => onChange({ ...tabela, metas })}
        />
      ) : null}
      {errors?.metas ? (
        <p role="alert" className="text-destructive-text text-sm">
          {String(errors.metas.message)}
        </p>
      ) : null}
    </fieldset>
  );
}

function ColumnEditor({
  number,
  coluna,
  known,
  taken,
  error,
  onChange,
  onRemove,
}: {
  number: number;
  coluna: Coluna;
  known: Known;
  taken: readonly string[];
  error: string | undefined;
  onChange: (next: Coluna) => void;
  onRemove: (() => void) | null;
}) {
  const alvo = known.alvos.find(({ id }) => id === coluna.alvo);
  return (
    <div className="grid min-w-0 content-start gap-3">
      <div className="flex items-end gap-2">
        <Field label={`Coluna ${number}`} className="min-w-0 flex-1">
          <ChoiceSelect
            value={coluna.alvo}
            options={[
              ...(alvo ? [] : [{ value: '', label: 'Selecione' }]),
              ...known.alvos
                .filter(({ id }) => id === coluna.alvo || !taken.includes(id))
                .map(({ id, nome }) => ({ value: id, label: nome })),
            ]}
            onValueChange={(id) => {
              const chosen = known.alvos.find((one) => one.id === id);
              onChange({ alvo: id, linhas: chosen ? firstLines(chosen, known.perguntas) : '' });
            }}
          />
        </Field>
        {onRemove ? (
          <Button variant="ghost" size="icon" aria-label={`Remover a coluna ${number}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      {alvo || error ? (
        <Field
          label={alvo?.tipo === 'faixas' ? 'Faixas' : 'Linhas'}
          hint={alvo ? HINTS[alvo.tipo] : undefined}
          error={error}
        >
          <Textarea
            rows={5}
            value={coluna.linhas}
            onChange={(event) => onChange({ ...coluna, linhas: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  );
}

/** Inputs for the goals of all combinations, with buttons that help to fill them in. */
function Cells({
  tabela,
  read,
  titles,
  onMetas,
}: {
  tabela: TabelaDigitada;
  read: TabelaLida;
  titles: readonly string[];
  onMetas: (metas: Record<string, string>) => void;
}) {
  const [total, setTotal] = useState('');
  const [pasting, setPasting] = useState(false);
  const { dimensoes, chaves, pesos } = read;
  const rows = chaves.map((chave) => namesOf(dimensoes, chave));
  const sum = rows.reduce((all, names) => all + (Number(tabela.metas[nameKey(names)]) || 0), 0);
  const shared = pesos.some((group) => group.some((share) => share !== null));
  const amount = /^[1-9]\d{0,6}$/u.test(total.trim()) ? Number(total.trim()) : null;
  const distribute = (): void => {
    if (amount === null) return;
    const goals = spread(amount, cellWeights(pesos));
    onMetas(Object.fromEntries(rows.map((names, index) => [nameKey(names), String(goals[index] ?? 0)])));
  };
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Total a distribuir" className="max-sm:w-full">
          <Input
            inputMode="numeric"
            maxLength={7}
            className="sm:w-40"
            value={total}
            onChange={(event) => setTotal(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" disabled={amount === null} onClick={distribute}>
            Distribuir
          </Button>
          <Button variant="outline" aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
            <ClipboardPaste aria-hidden="true" />
            Colar da planilha
          </Button>
        </div>
      </div>
      <p className="text-muted-foreground text-xs">
        {shared
          ? 'O total é dividido na proporção dos percentuais das linhas.'
          : 'O total é dividido em partes iguais. Para outra proporção, escreva “Feminino 52%” nas linhas.'}
      </p>
      {pasting ? (
        <PasteForm
          dimensoes={dimensoes}
          onRead={(metas) => {
            onMetas(
              Object.fromEntries(
                [...metas].map(
                  ([chave, meta]) => [nameKey(namesOf(dimensoes, chave)), String(meta)] as const,
                ),
              ),
            );
            setPasting(false);
          }}
        />
      ) : null}
      <Table
        aria-label="Metas de cada combinação"
        containerClassName="max-h-96 overflow-y-auto rounded-lg border"
      >
        <TableHeader>
          <TableRow>
            {tabela.colunas.map(({ alvo }, place) => (
              <TableHead key={alvo} className="max-w-48 truncate">
                {titles[place]}
              </TableHead>
            ))}
            <TableHead className="text-right">Meta</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((names) => (
            <GoalRow
              key={nameKey(names)}
              id={nameKey(names)}
              value={tabela.metas[nameKey(names)] ?? ''}
              onChange={(value) => onMetas({ ...tabela.metas, [nameKey(names)]: value })}
            />
          ))}
        </TableBody>
      </Table>
      <p className="text-muted-foreground text-sm">
        {plural(rows.length, 'combinação', 'combinações')}. Soma das metas: {formatNumber(sum)}. Em branco, o
        perfil fica sem meta; com 0, ninguém desse perfil é entrevistado.
      </p>
    </div>
  );
}

/** Memoised, so that a row is drawn again only if its own goal changes; `id` tells the callback which row changed. */
const GoalRow = memo(function GoalRow({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const names = id.split('\t');
  return (
    <TableRow>
      {names.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are told by their place
        <TableCell key={place} className="min-w-24 break-words">
          {name}
        </TableCell>
      ))}
      <TableCell className="text-right">
        <Input
          aria-label={`Meta de ${names.join(', ')}`}
          inputMode="numeric"
          maxLength={7}
          className="ml-auto w-24 text-right"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </TableCell>
    </TableRow>
  );
});

function PasteForm({
  dimensoes,
  onRead,
}: {
  dimensoes: TabelaLida['dimensoes'];
  onRead: (metas: ReadonlyMap<string, number>) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const example = namesOf(dimensoes, dimensoes.map(() => '0').join('.'));
  const use = (): void => {
    const read = readPastedGoals(text, dimensoes);
    if (read.metas) onRead(read.metas);
    else setProblem(read.problema);
  };
  return (
    <div className="grid gap-3 rounded-lg border bg-muted/40 p-3">
      <Field
        label="Linhas da planilha"
        hint={`Copie da planilha uma linha por combinação, com a meta na última coluna: ${example.join(' | ')} | 30. Também serve uma tabela cruzada, com os grupos da última coluna como títulos.`}
        error={problem ?? undefined}
      >
        <Textarea
          id={id}
          rows={5}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      <Button size="sm" className="justify-self-start" onClick={use}>
        Usar estas metas
      </Button>
    </div>
  );
}
