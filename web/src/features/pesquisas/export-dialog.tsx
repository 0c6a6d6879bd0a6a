import type { QueryIn } from '@escuta/shared/contracts/contract';
import { exportMicrodados, getMicrodados } from '@escuta/shared/contracts/surveys/microdados';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { cutOf, type MapFiltersState } from '../../domain/survey/map/map-filters.tsx';
import { useApiFile } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { ChoiceCards } from '../../ui/inputs/choice-cards.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

type Arquivo = Pick<QueryIn<typeof exportMicrodados>, 'formato' | 'parte'>;
const ARQUIVOS: readonly { valor: string; nome: string; sobre: string; arquivo: Arquivo }[] = [
  {
    valor: 'xlsx',
    nome: 'Excel (.xlsx)',
    sobre: 'Uma linha por entrevista, e o livro de códigos em outra aba',
    arquivo: { formato: 'xlsx' },
  },
  {
    valor: 'csv',
    nome: 'CSV: respostas',
    sobre: 'Uma linha por entrevista, para programas de estatística',
    arquivo: { formato: 'csv', parte: 'respostas' },
  },
  {
    valor: 'codigos',
    nome: 'CSV: livro de códigos',
    sobre: 'Significado de cada coluna e de cada código',
    arquivo: { formato: 'csv', parte: 'codigos' },
  },
  {
    valor: 'pdf',
    nome: 'Relatório (.pdf)',
    sobre: 'Respostas de cada pergunta, auditoria e método, para entregar ao cliente',
    arquivo: { formato: 'pdf' },
  },
];

const TODAS = 'todas';

/** Button 'Exportar' for people who may export. Its dialog starts with the filters of the results. */
export function ExportSurvey({ pesquisaId, filters }: { pesquisaId: string; filters: MapFiltersState }) {
  const may = useCan()('result', 'export');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button variant="outline" className="ml-auto print:hidden" onClick={() => setOpen(true)}>
        <Download aria-hidden="true" />
        Exportar
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Exportar a pesquisa</DialogTitle>
            <DialogDescription>
              A exportação traz as entrevistas terminadas, menos as que estão em quarentena ou foram apagadas.
            </DialogDescription>
          </DialogHeader>
          <ExportChoices pesquisaId={pesquisaId} initial={cutOf(filters)} onClose={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}

function ExportChoices({
  pesquisaId,
  initial,
  onClose,
}: {
  pesquisaId: string;
  initial: ReturnType<typeof cutOf>;
  onClose: () => void;
}) {
  const id = useId();
  const [valor, setValor] = useState('xlsx');
  const [questionario, setQuestionario] = useState(initial.questionario_id);
  const [versao, setVersao] = useState(initial.versao_id);
  const [aprovadas, setAprovadas] = useState(initial.aprovadas === 'true');
  const [dias, setDias] = useState({ de: initial.de ?? '', ate: initial.ate ?? '' });
  const [identificacao, setIdentificacao] = useState(false);
  const cut = {
    agente_id: initial.agente_id,
    aprovadas: aprovadas ? ('true' as const) : undefined,
    de: dias.de || undefined,
    ate: dias.ate || undefined,
  };
  const query = useQuery({
    ...apiQuery(getMicrodados, { params: { id: pesquisaId }, query: cut }),
    select: (answer) => answer.data.questionarios,
    placeholderData: (before) => before,
  });
  const { save, busy } = useApiFile(exportMicrodados, {
    name: 'microdados',
    done: 'Exportação concluída',
    failed: 'Erro ao exportar a pesquisa',
    fallback: 'Não foi possível exportar. Tente novamente.',
  });
  const questionarios = query.data;
  if (!questionarios) {
    return query.error ? (
      <ErrorState
        title="Erro ao contar as entrevistas a exportar."
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-72 rounded-lg" />
    );
  }
  const chosen =
    questionarios.find((one) => one.id === questionario) ??
    questionarios.find(({ versoes }) => versoes.some((one) => one.id === versao)) ??
    questionarios[0];
  const ofVersion = chosen?.versoes.find((one) => one.id === versao);
  const { arquivo } = ARQUIVOS.find((one) => one.valor === valor) ?? {
    arquivo: { formato: 'xlsx' as const },
  };
  const isReport = arquivo.formato === 'pdf';
  const n = (ofVersion ?? chosen)?.[isReport ? 'concluidas' : 'entrevistas'] ?? 0;
  return (
    <div className="grid min-w-0 gap-5" aria-busy={query.isFetching || undefined}>
      <ChoiceCards
        legend="Formato"
        value={valor}
        onValueChange={setValor}
        options={ARQUIVOS.map((one) => ({ value: one.valor, label: one.nome, description: one.sobre }))}
      />
      <div className="grid gap-3">
        {questionarios.length > 1 ? (
          <div className="grid gap-2">
            <Label htmlFor={`${id}-questionario`}>Questionário</Label>
            <Select
              value={chosen?.id ?? ''}
              onValueChange={(next) => {
                setQuestionario(next);
                setVersao(undefined);
              }}
            >
              <SelectTrigger id={`${id}-questionario`} className="w-full">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {questionarios.map((one) => (
                  <SelectItem key={one.id} value={one.id}>
                    {one.nome}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          </div>
        ) : null}
        {chosen && chosen.versoes.length > 1 ? (
          <div className="grid gap-2">
            <Label htmlFor={`${id}-versao`}>Versão do questionário</Label>
            <Select
              value={ofVersion?.id ?? TODAS}
              onValueChange={(next) => setVersao(next === TODAS ? undefined : next)}
            >
              <SelectTrigger id={`${id}-versao`} className="w-full">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                <SelectItem value={TODAS}>Todas as versões</SelectItem>
                {chosen.versoes.map((one) => (
                  <SelectItem key={one.id} value={one.id}>
                    Versão {one.numero}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <DateRange label="Período" value={dias} onValueChange={setDias} className="min-w-44 flex-1" />
          <span className="flex items-center gap-2 text-sm">
            <Switch id={`${id}-aprovadas`} checked={aprovadas} onCheckedChange={setAprovadas} />
            <Label htmlFor={`${id}-aprovadas`}>Só aprovadas</Label>
          </span>
        </div>
        {isReport ? null : (
          <span className="flex items-start gap-2.5 text-sm">
            <Checkbox
              id={`${id}-identificacao`}
              className="mt-0.5"
              checked={identificacao}
              onCheckedChange={(next) => setIdentificacao(next === true)}
              aria-describedby={`${id}-lgpd`}
            />
            <span className="grid gap-0.5">
              <Label htmlFor={`${id}-identificacao`}>Com nome e telefone dos entrevistados</Label>
              <span id={`${id}-lgpd`} className="text-muted-foreground text-xs">
                O consentimento diz que o nome não aparece nos resultados. A exportação fica no registro de
                ações.
              </span>
            </span>
          </span>
        )}
      </div>
      <p role="status" className="text-sm">
        {n === 0 ? (
          'Nenhuma entrevista corresponde à seleção.'
        ) : (
          <>
            <strong className="tabular-nums">{formatNumber(n)}</strong>{' '}
            {n === 1 ? 'entrevista' : 'entrevistas'} {isReport ? 'concluída' : 'terminada'}
            {n === 1 ? '' : 's'}
            {cut.agente_id ? ', do entrevistador selecionado nos resultados' : ''}.
          </>
        )}
      </p>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Fechar
        </Button>
        <Button
          loading={busy}
          disabled={n === 0}
          onClick={() =>
            save({
              params: { id: pesquisaId },
              query: {
                ...arquivo,
                ...cut,
                questionario_id: chosen?.id,
                versao_id: ofVersion?.id,
                ...(identificacao && !isReport ? { identificacao: 'true' as const } : {}),
              },
            })
          }
        >
          {busy ? null : <Download aria-hidden="true" />}
          Exportar
        </Button>
      </DialogFooter>
    </div>
  );
}
