import type { MetasDaPesquisa, TabelaNoQuadro } from '@escuta/shared/contracts/surveys/goals/metas';
import { namesOf } from '@escuta/shared/domain/interview/goals/goal-table';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { ChoiceSelect } from '../../../kit/form/fields.tsx';
import { formatNumber } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';

type Plano = MetasDaPesquisa['planos'][number];
type Celula = TabelaNoQuadro['celulas'][number];

/** Number of cells shown at first. */
const FIRST = 12;

const stateWords = ({ meta, faltam, excedem }: Pick<Celula, 'meta' | 'faltam' | 'excedem'>): string => {
  if (meta === null) return 'sem meta';
  if (excedem > 0) return `${formatNumber(excedem)} a mais`;
  return faltam > 0 ? `${faltam === 1 ? 'falta' : 'faltam'} ${formatNumber(faltam)}` : 'completa';
};

/** Bar that compares the number of all interviews with the goal for their total. */
function TotalBar({ total, passar }: { total: NonNullable<Plano['total']>; passar: boolean }) {
  const words = `${formatNumber(total.feitas)} de ${formatNumber(total.meta)}`;
  return (
    <div className="grid gap-1.5 text-sm">
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">Meta total</span>
        <span className="tabular-nums">
          <span className="font-medium">{words}</span>
          <span className="text-muted-foreground"> · {stateWords(total)}</span>
        </span>
      </span>
      <Progress
        value={Math.min(1, total.feitas / total.meta)}
        label={`Meta total: ${words}`}
        tone={total.faltam === 0 ? 'success' : 'primary'}
      />
      {total.excedem > 0 ? (
        <p className="text-muted-foreground">
          {plural(total.excedem, 'entrevista passou da meta total', 'entrevistas passaram da meta total')}.{' '}
          {total.excedem === 1 ? 'Ela fica' : 'Todas ficam'} na pesquisa.
          {passar
            ? ''
            : ' Isso acontece com entrevistas já em andamento, em aparelhos sem internet, ou quando a meta diminui.'}
        </p>
      ) : null}
    </div>
  );
}

function CellRow({
  celula,
  tabela,
  own,
}: {
  celula: Celula;
  tabela: TabelaNoQuadro;
  /** Number of interviews in this cell by the chosen interviewer; null if no interviewer is chosen. */
  own: number | null;
}) {
  const { meta, feitas, faltam, excedem } = celula;
  const names = namesOf(tabela.dimensoes, celula.chave);
  return (
    <TableRow>
      {names.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are told by their place
        <TableCell key={place} className="min-w-20 break-words max-sm:px-2">
          {name}
        </TableCell>
      ))}
      {own === null ? null : <TableCell className="text-right tabular-nums">{formatNumber(own)}</TableCell>}
      <TableCell className="text-right tabular-nums max-sm:hidden">{formatNumber(feitas)}</TableCell>
      <TableCell className="text-right tabular-nums max-sm:hidden">
        {meta === null ? '-' : formatNumber(meta)}
      </TableCell>
      <TableCell className="w-44 max-sm:w-28 max-sm:min-w-28">
        <span className="grid gap-1">
          <span className="text-muted-foreground text-xs tabular-nums sm:hidden">
            {formatNumber(feitas)}
            {meta === null ? '' : ` de ${formatNumber(meta)}`}
          </span>
          <span className={excedem > 0 ? 'text-warning-text' : undefined}>{stateWords(celula)}</span>
          {meta ? (
            <Progress
              value={Math.min(1, feitas / meta)}
              label={`${names.join(', ')}: ${feitas} de ${meta}`}
              tone={faltam === 0 ? 'success' : 'primary'}
            />
          ) : null}
        </span>
      </TableCell>
    </TableRow>
  );
}

/** Notes beside the cells: interviews above their goal, and interviews outside all cells. */
function TableNotes({ tabela, passar }: { tabela: TabelaNoQuadro; passar: boolean }) {
  const over = tabela.celulas.filter(({ excedem }) => excedem > 0);
  const above = over.reduce((sum, { excedem }) => sum + excedem, 0);
  const gone = tabela.dimensoes.flatMap(({ nome, fora, grupos }) =>
    fora ? [nome] : grupos.filter((one) => one.fora).map(({ texto }) => `${nome}: ${texto}`),
  );
  const { n, dimensoes } = tabela.sem_celula;
  return (
    <div className="grid gap-1 text-muted-foreground text-sm">
      {over.length > 0 ? (
        <p>
          {plural(above, 'entrevista passou da meta', 'entrevistas passaram da meta')} em{' '}
          {plural(over.length, 'perfil', 'perfis')}. {above === 1 ? 'Ela fica' : 'Todas ficam'} na pesquisa.
          {passar
            ? ''
            : ` ${above === 1 ? 'Ela foi feita' : 'Elas foram feitas'} antes de o aparelho saber que o perfil estava completo.`}
        </p>
      ) : null}
      {n > 0 ? (
        <p>
          {plural(n, 'entrevista ficou fora dos perfis', 'entrevistas ficaram fora dos perfis')}
          {dimensoes.length > 0
            ? ` (${dimensoes.map((one) => `${formatNumber(one.n)} em ${one.nome}`).join('; ')})`
            : ''}
          : a resposta falta ou não está nas linhas da tabela.
        </p>
      ) : null}
      {gone.length > 0 ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge>fora do questionário</Badge>
          <span className="min-w-0 break-words">{gone.join('; ')}</span>
        </p>
      ) : null}
    </div>
  );
}

function GoalTable({ tabela, passar }: { tabela: TabelaNoQuadro; passar: boolean }) {
  const [all, setAll] = useState(false);
  const [person, setPerson] = useState('');
  const chosen = tabela.entrevistadores.find(({ id }) => (id ?? 'sem') === person);
  const shown = all ? tabela.celulas : tabela.celulas.slice(0, FIRST);
  const title = tabela.dimensoes.map(({ nome }) => nome.split(' · ')[0]).join(' × ');
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-medium text-sm">{title}</h4>
        {tabela.entrevistadores.length > 0 ? (
          <ChoiceSelect
            aria-label={`Entrevistador na tabela ${title}`}
            className="w-full sm:w-56"
            value={person}
            onValueChange={setPerson}
            options={[
              { value: '', label: 'Todos os entrevistadores' },
              ...tabela.entrevistadores.map(({ id, nome, feitas }) => ({
                value: id ?? 'sem',
                label: `${nome} (${formatNumber(feitas)})`,
              })),
            ]}
          />
        ) : null}
      </div>
      <Table aria-label={`Metas de ${title}`} scrollable>
        <TableHeader>
          <TableRow>
            {tabela.dimensoes.map(({ nome }) => (
              <TableHead key={nome} className="max-w-48 truncate max-sm:max-w-24 max-sm:px-2">
                {nome}
              </TableHead>
            ))}
            {chosen ? <TableHead className="text-right">{chosen.nome}</TableHead> : null}
            <TableHead className="text-right max-sm:hidden">Entrevistas</TableHead>
            <TableHead className="text-right max-sm:hidden">Meta</TableHead>
            <TableHead>Situação</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {shown.map((celula) => (
            <CellRow
              key={celula.chave}
              celula={celula}
              tabela={tabela}
              own={chosen ? (chosen.celulas.find(({ chave }) => chave === celula.chave)?.feitas ?? 0) : null}
            />
          ))}
        </TableBody>
      </Table>
      {tabela.celulas.length > FIRST ? (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setAll(!all)}>
          {all ? 'Mostrar menos' : `Ver todas (${formatNumber(tabela.celulas.length)})`}
        </Button>
      ) : null}
      <TableNotes tabela={tabela} passar={passar} />
    </div>
  );
}

/** Goals of each questionnaire: the total and each profile; the profile that lacks most interviews comes first. */
export function CrossedGoals({ planos }: { planos: readonly Plano[] }) {
  return planos.map((plano) => (
    <Card key={plano.questionario.id} className="grid min-w-0 content-start gap-5 p-4">
      <h3 className="font-medium text-sm">{plano.questionario.nome}</h3>
      {plano.total ? <TotalBar total={plano.total} passar={plano.passar} /> : null}
      {plano.tabelas.map((tabela) => (
        <GoalTable key={tabela.id} tabela={tabela} passar={plano.passar} />
      ))}
    </Card>
  ));
}
