import {
  baixarRecusadas,
  cancelarImportacao,
  confirmarImportacao,
  desfazerImportacao,
  getImportacao,
  lerImportacao,
  previaDesfazerImportacao,
} from '@escuta/shared/contracts/importacoes';
import {
  type Contagens,
  ESTADO_IMPORTACAO_LABEL,
  type EstadoImportacao,
  ORIGEM_LABEL,
} from '@escuta/shared/domain/call-sheet/fields';
import { listFilter } from '@escuta/shared/domain/filtro-endereco';
import { useQuery } from '@tanstack/react-query';
import { Download, FileUp, FileX2, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { useApiFile, useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { RecordFailure } from '../../kit/record-failure.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatDate, formatDateTime, formatFileSize, formatNumber, plural } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { TYPED } from '../../lib/unsaved.ts';
import { cn } from '../../lib/utils.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/states.tsx';
import { Directions } from './directions.tsx';
import { Mapping } from './mapping.tsx';
import { draftOf, isMappable, type MappingDraft, type MappingDraftState } from './mapping-draft.ts';
import { Kept, LeftOut } from './row-lists.tsx';
import { Steps } from './steps.tsx';
import { forgetSheet, resumeSheet, sendSheet, useSheetUpload } from './uploads.ts';
import { ACEITA, type Detalhe, ESTADO_VARIANTE, keptText, sheetProblem, stepOf, undoText } from './words.ts';

const FICAM =
  'As ligações que ela criou são excluídas. Ficam as que têm gravação, processamento, revisão, responsável ou alteração.';

/** States that change by themselves, and how often they are asked for, ms. */
const AGORA: readonly EstadoImportacao[] = ['enviando', 'lendo', 'simulando', 'importando', 'desfazendo'];
const POLL_MS = 1000;

function Bar({ importacao, what }: { importacao: Detalhe; what: string }) {
  const { tarefa } = importacao;
  const mayStop = useCan()('audit_item', 'process');
  const share = tarefa?.total ? tarefa.feito / tarefa.total : null;
  return (
    <Card className="grid gap-3 p-4 sm:p-5" aria-live="polite">
      <p className="text-sm">
        {what}
        {tarefa?.total
          ? ` ${formatNumber(tarefa.feito)} de ${formatNumber(tarefa.total)} linhas.`
          : ' Você pode sair desta página e voltar depois.'}
      </p>
      <Progress value={share} label={what} />
      {tarefa && mayStop ? (
        <Link
          to={`${paths.tarefas}?tarefa=${tarefa.id}`}
          className="focus-ring w-fit rounded-sm text-muted-foreground text-xs underline underline-offset-4"
        >
          Acompanhar ou parar em Tarefas
        </Link>
      ) : null}
    </Card>
  );
}

/** What came, before it was read. */
function Sending({ importacao }: { importacao: Detalhe }) {
  const upload = useSheetUpload(importacao.id);
  const [refused, setRefused] = useState<string | null>(null);
  const { run, busy } = useApiMutation(lerImportacao, { failed: 'Não foi possível ler o arquivo' });
  if (upload && upload.phase !== 'erro' && upload.phase !== 'pausado')
    return (
      <Card className="grid gap-3 p-4 sm:p-5">
        <p className="text-sm">
          Enviando {importacao.nome}: {formatFileSize(upload.sent)} de {formatFileSize(upload.total)}.
          {upload.phase === 'esperando' ? ' Esperando a rede…' : ''}
        </p>
        <Progress value={upload.total ? upload.sent / upload.total : null} label="Envio do arquivo" />
      </Card>
    );
  const reason =
    upload?.problem?.kind === 'recusado'
      ? upload.problem.message
      : upload
        ? 'O arquivo não chegou inteiro a este servidor.'
        : 'O arquivo não chegou inteiro a este servidor, ou chegou e ainda não foi lido.';
  return (
    <Card className="grid justify-items-start gap-3 p-4 sm:p-5">
      <Notice>{reason}</Notice>
      {refused ? (
        <Notice variant="destructive" role="alert">
          {refused}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {upload ? <Button onClick={() => resumeSheet(importacao.id)}>Continuar envio</Button> : null}
        <Button variant="outline" asChild>
          <label className="cursor-pointer">
            Escolher o arquivo de novo
            <input
              type="file"
              accept={ACEITA}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = '';
                if (!file) return;
                const problem = sheetProblem(file);
                setRefused(problem);
                if (problem === null) sendSheet(importacao.id, importacao.envio_id, file);
              }}
            />
          </label>
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          onClick={() => void run({ params: { id: importacao.id } }).catch(() => undefined)}
        >
          Ler o arquivo
        </Button>
      </div>
    </Card>
  );
}

/** The figures of a dry run or an import. */
function Counts({ contagens, simulada }: { contagens: Contagens; simulada: boolean }) {
  const { pernas } = contagens;
  const figures = [
    ['Linhas lidas', contagens.lidas],
    [simulada ? 'Ligações que serão criadas' : 'Ligações criadas', contagens.criadas],
    ...(pernas > 0 ? [['Pernas de ligações', pernas] as const] : []),
    ['Duplicadas', contagens.duplicadas - pernas],
    ['Recusadas', contagens.recusadas],
  ] as const;
  return (
    <div className="grid gap-3">
      <dl className={cn('grid grid-cols-2 gap-3', pernas > 0 ? 'sm:grid-cols-5' : 'sm:grid-cols-4')}>
        {figures.map(([label, n]) => (
          <div key={label} className="rounded-lg border bg-card p-3">
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="font-semibold text-xl tabular-nums">{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      {pernas > 0 ? (
        <Notice variant="info">
          A telefonia grava uma linha para cada telefone que toca: {plural(pernas, 'linha é', 'linhas são')}{' '}
          de ligações que já estão contadas. Duração, ramal e gravação vêm da perna atendida com mais tempo de
          conversa; as outras ficam guardadas na ligação.
        </Notice>
      ) : null}
      <Directions direcoes={contagens.direcoes ?? []} />
      {contagens.agentes_novos.length > 0 ? (
        <Notice variant="info">
          Agentes que {simulada ? 'ainda não existem' : 'não existiam'}:{' '}
          {contagens.agentes_novos.slice(0, 10).join(', ')}
          {contagens.agentes_novos.length > 10
            ? ` e mais ${formatNumber(contagens.agentes_novos.length - 10)}`
            : ''}
          .
          {contagens.sem_agente > 0
            ? ` ${formatNumber(contagens.sem_agente)} ligações ficam sem agente: o nome é guardado com elas.`
            : ''}
        </Notice>
      ) : null}
    </div>
  );
}

function Refused({ importacao, simulada }: { importacao: Detalhe; simulada: boolean }) {
  const { save, busy } = useApiFile(baixarRecusadas, {
    name: 'recusadas.xlsx',
    done: 'Linhas recusadas baixadas',
    failed: 'Erro ao baixar as linhas recusadas',
    fallback: 'Não foi possível baixar. Tente novamente.',
  });
  return (
    <Button
      variant="outline"
      disabled={busy}
      onClick={() =>
        save({ params: { id: importacao.id }, query: { simulada: simulada ? 'true' : 'false' } })
      }
    >
      <Download aria-hidden="true" />
      Baixar recusadas
    </Button>
  );
}

/** What the dry run or the import found: figures, and the rows that became no call. */
function Report({
  importacao,
  simulada,
  children,
}: {
  importacao: Detalhe;
  simulada: boolean;
  /** What is done with it, beside its figures: rows that were left out may be many. */
  children?: ReactNode;
}) {
  const contagens = simulada ? importacao.simulacao : importacao.resultado;
  if (!contagens) return null;
  return (
    <>
      <Counts contagens={contagens} simulada={simulada} />
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
      {/* The rows go with the file. */}
      {contagens.recusadas > 0 && importacao.arquivo ? (
        <LeftOut
          id={importacao.id}
          situacao="recusada"
          simulada={simulada}
          title="Linhas recusadas"
          action={<Refused importacao={importacao} simulada={simulada} />}
        />
      ) : null}
      {contagens.duplicadas > contagens.pernas && importacao.arquivo ? (
        <LeftOut id={importacao.id} situacao="duplicada" simulada={simulada} title="Linhas duplicadas" />
      ) : null}
      {contagens.pernas > 0 && importacao.arquivo ? (
        <LeftOut id={importacao.id} situacao="perna" simulada={simulada} title="Pernas de ligações" />
      ) : null}
    </>
  );
}

/** @param mapped columns were chosen that nothing was simulated with yet */
function Confirm({ importacao, mapped = false }: { importacao: Detalhe; mapped?: boolean }) {
  const mayCreate = useCan()('audit_item', 'create');
  const { run, busy } = useApiMutation(confirmarImportacao, { failed: 'Não foi possível importar' });
  if (!mayCreate) return null;
  const again = importacao.estado === 'interrompida';
  if (!again && !importacao.simulacao?.criadas) {
    return (
      <Notice>
        {importacao.simulacao?.duplicadas
          ? 'Não há o que importar: as linhas desta planilha já são ligações do projeto, ou foram recusadas.'
          : 'Não há o que importar: nenhuma linha desta planilha se torna uma ligação. Confira as colunas abaixo, ou corrija a planilha e envie-a de novo.'}
      </Notice>
    );
  }
  if (mapped) {
    return <Notice>Você mudou colunas depois desta simulação. Simule de novo antes de importar.</Notice>;
  }
  return (
    <Button
      loading={busy}
      onClick={() =>
        void run({ params: { id: importacao.id }, body: { versao: importacao.versao } }).catch(
          () => undefined,
        )
      }
    >
      {again
        ? 'Continuar importação'
        : `Importar ${plural(importacao.simulacao?.criadas ?? 0, 'ligação', 'ligações')}`}
    </Button>
  );
}

function Undo({ importacao }: { importacao: Detalhe }) {
  const mayDelete = useCan()('audit_item', 'delete');
  const [asking, setAsking] = useState(false);
  const { run } = useApiMutation(desfazerImportacao, { failed: 'Não foi possível desfazer' });
  // Counted each time that somebody asks: meanwhile others work.
  const preview = useQuery({
    ...apiQuery(previaDesfazerImportacao, { params: { id: importacao.id } }),
    select: (answer) => answer.data,
    enabled: asking,
    staleTime: 0,
  });
  if (!mayDelete || !importacao.desfazer_ate) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden="true" />
        Desfazer importação
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Desfazer esta importação?"
        description={
          preview.data ? undoText(preview.data) : preview.isError ? FICAM : 'Contando o que seria excluído…'
        }
        confirmLabel="Desfazer importação"
        cancelLabel="Voltar"
        destructive
        onConfirm={() => run({ params: { id: importacao.id } })}
      />
    </>
  );
}

/** What was taken back, and why the rest stayed. */
function Undone({ importacao: { id, desfeita } }: { importacao: Detalhe }) {
  const kept = useQuery({
    ...apiQuery(previaDesfazerImportacao, { params: { id } }),
    select: (answer) => answer.data,
    enabled: Boolean(desfeita?.mantidas),
  });
  return (
    <Notice variant="info">
      Importação desfeita: {plural(desfeita?.apagadas ?? 0, 'ligação excluída', 'ligações excluídas')},{' '}
      {plural(desfeita?.mantidas ?? 0, 'mantida', 'mantidas')}.{kept.data ? ` ${keptText(kept.data)}` : ''}
    </Notice>
  );
}

function Cancel({ importacao }: { importacao: Detalhe }) {
  const mayCreate = useCan()('audit_item', 'create');
  const [asking, setAsking] = useState(false);
  const { run } = useApiMutation(cancelarImportacao, {
    done: 'Importação cancelada.',
    failed: 'Não foi possível cancelar',
    onDone: () => forgetSheet(importacao.id),
  });
  const open: readonly EstadoImportacao[] = [
    'enviando',
    'lendo',
    'mapear',
    'simulando',
    'simulada',
    'falhou',
  ];
  if (!mayCreate || !open.includes(importacao.estado)) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Cancelar importação
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancelar esta importação?"
        description="O arquivo enviado é apagado. Nenhuma ligação foi criada."
        confirmLabel="Cancelar importação"
        cancelLabel="Voltar"
        destructive
        onConfirm={() => run({ params: { id: importacao.id } })}
      />
    </>
  );
}

/** The way on where nothing more becomes of this one. */
function Another({ importacao }: { importacao: Detalhe }) {
  const mayCreate = useCan()('audit_item', 'create');
  if (!mayCreate) return null;
  return (
    <Button variant="outline" className="justify-self-start" asChild>
      <Link to={href(paths.importar, { projectId: importacao.projeto_id })}>
        <FileUp aria-hidden="true" />
        Enviar outra planilha
      </Link>
    </Button>
  );
}

/** What goes on with the calls that it made: they are looked at, or processed. */
function Made({ importacao }: { importacao: Detalhe }) {
  if (!importacao.resultado?.criadas) return <Another importacao={importacao} />;
  const address = { importacao_id: importacao.id };
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild>
        <Link
          to={`${href(paths.ligacoes, { projectId: importacao.projeto_id })}?${new URLSearchParams(address)}`}
        >
          Ver as ligações
        </Link>
      </Button>
      <BulkRunButton projetoId={importacao.projeto_id} selecao={{ filtro: listFilter(address), exceto: [] }}>
        Processar
      </BulkRunButton>
      <Another importacao={importacao} />
    </div>
  );
}

/** What is gone of an import that was done: its undoing after 30 days, its file soon after, or earlier with a call's data. */
function Past({ importacao: { desfazer_ate, arquivo } }: { importacao: Detalhe }) {
  if (desfazer_ate && arquivo) return null;
  return (
    <Notice variant="info">
      {desfazer_ate
        ? 'O arquivo e as linhas recusadas foram apagados, porque os dados de uma ligação deste projeto foram apagados. A importação ainda pode ser desfeita.'
        : arquivo
          ? 'Passaram 30 dias: a importação não pode mais ser desfeita. O arquivo e as linhas recusadas são apagados em seguida. As ligações ficam.'
          : 'Passaram 30 dias: o arquivo e as linhas recusadas já foram apagados, e a importação não pode mais ser desfeita. As ligações ficam.'}
    </Notice>
  );
}

function Stage({ importacao, ...mapping }: { importacao: Detalhe } & MappingDraftState) {
  switch (importacao.estado) {
    case 'enviando':
      return <Sending importacao={importacao} />;
    case 'lendo':
      return <Bar importacao={importacao} what="Lendo o arquivo." />;
    case 'mapear':
      return <Mapping importacao={importacao} {...mapping} />;
    case 'simulando':
      return <Bar importacao={importacao} what="Simulando: nada é gravado." />;
    case 'simulada':
      return (
        <>
          <Report importacao={importacao} simulada>
            <Confirm importacao={importacao} mapped={draftOf(importacao, mapping.draft) !== null} />
          </Report>
          <Mapping importacao={importacao} {...mapping} again />
        </>
      );
    case 'importando':
      return <Bar importacao={importacao} what="Importando as ligações." />;
    case 'interrompida':
      return (
        <>
          <Report importacao={importacao} simulada={false} />
          {importacao.arquivo ? (
            <div className="flex flex-wrap gap-2">
              <Confirm importacao={importacao} />
            </div>
          ) : (
            <Notice>
              O arquivo desta importação não está mais guardado, e por isso ela não continua. Envie a planilha
              de novo: o que já foi importado conta como duplicado.
            </Notice>
          )}
        </>
      );
    case 'concluida':
      return (
        <>
          <Past importacao={importacao} />
          <Made importacao={importacao} />
          <Report importacao={importacao} simulada={false} />
        </>
      );
    case 'desfazendo':
      return <Bar importacao={importacao} what="Desfazendo a importação." />;
    case 'desfeita':
      return (
        <>
          <Undone importacao={importacao} />
          {importacao.desfeita?.mantidas ? <Kept id={importacao.id} /> : null}
          <Another importacao={importacao} />
        </>
      );
    case 'falhou':
    case 'cancelada':
      return (
        <>
          {importacao.estado === 'cancelada' ? (
            <Notice variant="info">
              Esta importação foi cancelada: o arquivo foi apagado e nenhuma ligação foi criada.
            </Notice>
          ) : null}
          <Another importacao={importacao} />
        </>
      );
  }
}

/** One import of calls: columns, dry run, report. Its address leads back to where it stands. */
export default function ImportacaoPage() {
  const { projectId = '', importacaoId = '' } = useParams();
  const query = useQuery({
    ...apiQuery(getImportacao, { params: { id: importacaoId } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) => (state.data && AGORA.includes(state.data.data.estado) ? POLL_MS : false),
  });
  const importacao = query.data;
  const [draft, setDraft] = useState<MappingDraft | null>(null);
  useUnsaved(() => (importacao && isMappable(importacao) && draftOf(importacao, draft) ? TYPED : null));
  useDocumentTitle(importacao ? `Importação de ${importacao.nome}` : null);
  const back = { to: href(paths.importar, { projectId }), label: 'Importar ligações' };
  if (query.error && !importacao) {
    return (
      <RecordFailure
        title="Importação"
        query={query}
        back={back}
        missingIcon={<FileX2 />}
        missingTitle="Importação não encontrada"
        missingDescription="Ela pode ter sido apagada, ou pertence a outra empresa."
        failedTitle="Não foi possível buscar a importação."
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5" aria-busy={query.isPending}>
      <PageHeader
        title={importacao?.nome}
        back={back}
        badges={
          importacao ? (
            <Badge variant={ESTADO_VARIANTE[importacao.estado]}>
              {ESTADO_IMPORTACAO_LABEL[importacao.estado]}
            </Badge>
          ) : undefined
        }
        description={
          importacao ? (
            <p className="text-sm">
              {formatFileSize(importacao.tamanho)} · enviada em {formatDateTime(importacao.created_at)}
              {importacao.autor?.nome ? ` por ${importacao.autor.nome}` : ''}
              {importacao.origem ? ` · ${ORIGEM_LABEL[importacao.origem]}` : ''}
              {importacao.desfazer_ate
                ? ` · pode ser desfeita até ${formatDate(importacao.desfazer_ate)}`
                : ''}
            </p>
          ) : undefined
        }
        actions={
          importacao ? (
            <>
              <Undo importacao={importacao} />
              <Cancel importacao={importacao} />
            </>
          ) : undefined
        }
        className="mb-0"
      />
      {importacao ? (
        <>
          {query.error ? <StaleNotice what="a importação" onRetry={() => void query.refetch()} /> : null}
          <Steps current={stepOf(importacao.estado)} />
          {importacao.motivo ? (
            <Notice variant={importacao.estado === 'falhou' ? 'destructive' : 'warning'} role="alert">
              {importacao.motivo}
            </Notice>
          ) : null}
          {importacao.avisos.map((aviso) => (
            <Notice key={aviso}>{aviso}</Notice>
          ))}
          <Stage importacao={importacao} draft={draft} onDraft={setDraft} />
        </>
      ) : (
        <Skeleton className="h-72 rounded-xl" />
      )}
    </div>
  );
}
