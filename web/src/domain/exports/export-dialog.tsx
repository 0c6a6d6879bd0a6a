import type { BodyIn } from '@escuta/shared/contracts/contract';
import {
  countExportacao,
  createExportacao,
  exportLista,
} from '@escuta/shared/contracts/operation/exportacoes';
import {
  defaultColumns,
  EXPORTACAO_MAX,
  EXPORTACOES,
  exportOf,
  FORMATOS_EXPORTACAO,
  type FormatoExportacao,
  type TipoExportacao,
} from '@escuta/shared/domain/exports/exports';
import type { Ordem } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useApiFile, useApiMutation } from '../../kit/mutation.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/inputs/choice-cards.tsx';
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
import { ColumnChoice, SheetChoice } from './column-choice.tsx';
import { SavedChoices } from './saved-choices.tsx';

/** The rows of an export: their kind, owner and filter. */
export type Alvo = BodyIn<typeof countExportacao>;

/** Order and columns of a list, as the dialog's initial choice. */
export interface ExportedAs {
  ordem: Ordem;
  colunas: readonly string[];
}

const FORMATO: Record<FormatoExportacao, { nome: string; sobre: string }> = {
  xlsx: { nome: 'Excel (.xlsx)', sobre: 'Números e datas formatados; outras planilhas em abas' },
  csv: { nome: 'CSV', sobre: 'Uma tabela, no formato do Excel brasileiro' },
  json: { nome: 'JSON', sobre: 'Para programas: valores sem formatação, datas em UTC' },
};

const FALHA: Partial<Record<TipoExportacao, string>> = {
  resultados: 'Falha ao exportar resultados.',
  extrato: 'Erro ao exportar o extrato',
};

/** Chooses format and columns for a filtered list, shows the number of rows, and exports it. */
export function ExportDialog({
  alvo,
  como,
  open,
  onClose,
}: {
  alvo: Alvo;
  como?: ExportedAs | undefined;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent className="max-w-4xl">
        <DialogHeader>
          <DialogTitle>Exportar {EXPORTACOES[alvo.tipo].rotulo.toLowerCase()}</DialogTitle>
          <DialogDescription>
            {'selecao' in alvo && alvo.selecao && 'ids' in alvo.selecao
              ? 'Só os itens selecionados na lista'
              : 'Todas as páginas da lista, com os filtros atuais'}
            {como ? ' e na ordem da lista' : ''}. Cada exportação fica no registro de ações.
          </DialogDescription>
        </DialogHeader>
        <ExportChoices alvo={alvo} como={como} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function ExportChoices({
  alvo,
  como,
  onClose,
}: {
  alvo: Alvo;
  como: ExportedAs | undefined;
  onClose: () => void;
}) {
  const { tipo } = alvo;
  const { substantivo, planilhas: known } = exportOf(tipo);
  const [formato, setFormato] = useState<FormatoExportacao>('xlsx');
  const [colunas, setColunas] = useState<readonly string[]>(() => como?.colunas ?? defaultColumns(tipo));
  const [planilhas, setPlanilhas] = useState<readonly string[]>([]);
  const query = useQuery({
    ...apiQuery(countExportacao, { body: alvo }),
    // Runs offline too, because a paused request would look like an endless count.
    networkMode: 'always',
    select: (answer) => answer.data,
  });
  const file = useApiFile(exportLista, {
    name: `${tipo}.${formato}`,
    done: 'Exportação concluída',
    failed: FALHA[tipo] ?? `Erro ao exportar ${EXPORTACOES[tipo].rotulo.toLowerCase()}`,
    fallback: 'Não foi possível exportar. Tente novamente.',
  });
  const task = useApiMutation(createExportacao, {
    failed: FALHA[tipo] ?? `Erro ao exportar ${EXPORTACOES[tipo].rotulo.toLowerCase()}`,
    fallback: 'Não foi possível exportar. Tente novamente.',
  });
  const found = query.data;
  if (task.answer) return <QueuedExport onClose={onClose} />;
  const nothing = found?.linhas === 0;
  const body = {
    ...alvo,
    ...(como && { ordem: como.ordem }),
    formato,
    colunas: [...colunas],
    planilhas: formato === 'csv' ? [] : [...planilhas],
  };
  return (
    <div className="grid min-w-0 gap-4">
      <ChoiceCards
        legend="Formato"
        value={formato}
        onValueChange={setFormato}
        options={FORMATOS_EXPORTACAO.map((value) => ({
          value,
          label: FORMATO[value].nome,
          description: FORMATO[value].sobre,
        }))}
        className="sm:grid-cols-3"
      />
      <SavedChoices
        tipo={tipo}
        now={{ formato, colunas, planilhas }}
        onChoose={(kept) => {
          setFormato(kept.formato);
          setColunas(kept.colunas);
          setPlanilhas(kept.planilhas);
        }}
      />
      <ColumnChoice tipo={tipo} chosen={colunas} onChange={setColunas} />
      {known.length > 0 ? (
        <SheetChoice
          known={known}
          chosen={planilhas}
          onChange={setPlanilhas}
          refused={
            formato === 'csv' ? 'O CSV tem uma só tabela: selecione Excel ou JSON para incluir outras.' : null
          }
        />
      ) : null}
      {query.error && !found ? (
        <ErrorState
          title="Erro ao contar os itens a exportar."
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : found ? (
        <p role="status" className="text-sm">
          {nothing ? (
            `Não há ${substantivo[1]} para exportar.`
          ) : found.demais ? (
            `São mais de ${formatNumber(EXPORTACAO_MAX)} ${substantivo[1]}: selecione um período menor.`
          ) : (
            <>
              <strong className="tabular-nums">{formatNumber(found.linhas)}</strong>{' '}
              {substantivo[found.linhas === 1 ? 0 : 1]}.
              {found.naHora ? null : (
                <span className="text-muted-foreground">
                  {' '}
                  O arquivo é gerado em segundo plano e fica 7 dias em Tarefas.
                </span>
              )}
            </>
          )}
        </p>
      ) : (
        <Skeleton aria-busy="true" className="h-5 w-48" />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Fechar
        </Button>
        <Button
          loading={file.busy || task.busy}
          disabled={!found || nothing || found.demais || colunas.length === 0}
          onClick={() => (found?.naHora ? file.save({ body }) : void task.attempt({ body }))}
        >
          {file.busy || task.busy ? null : <Download aria-hidden="true" />}
          Exportar
        </Button>
      </DialogFooter>
    </div>
  );
}

function QueuedExport({ onClose }: { onClose: () => void }) {
  return (
    <div className="grid gap-5">
      <p role="status" className="text-sm">
        O arquivo está sendo gerado. Quando terminar, baixe-o em{' '}
        <Link
          to={paths.tarefas}
          onClick={onClose}
          className="focus-ring rounded-sm font-medium text-primary-text underline underline-offset-4"
        >
          Tarefas
        </Link>
        . Você pode fechar a página.
      </p>
      <DialogFooter>
        <Button onClick={onClose}>Fechar</Button>
      </DialogFooter>
    </div>
  );
}
