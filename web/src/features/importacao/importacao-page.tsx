import {
  confirmImportacao,
  downloadRecusadas,
  previewUndoImportacao,
} from '@escuta/shared/contracts/calls/importacoes';
import { type Contagens, ORIGEM_LABEL } from '@escuta/shared/domain/call-sheet/fields';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { FilesCard } from '../../domain/intake/files-card.tsx';
import { ReadButton, WorkCard } from '../../domain/intake/stage.tsx';
import { StagedPage } from '../../domain/intake/staged-page.tsx';
import { useUploads } from '../../domain/intake/uploads.ts';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { useApiFile, useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatFileSize, formatNumber } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AgentsNotice, missingAgents } from './agents-notice.tsx';
import { Directions } from './directions.tsx';
import { IMPORTACAO } from './intake.tsx';
import { Mapping } from './mapping.tsx';
import { draftOf, isMappable, type MappingDraft, type MappingDraftState } from './mapping-draft.ts';
import { KeptCalls, LeftOut } from './row-lists.tsx';
import { ACEITA, agentsStay, type Detalhe, keptText, sheetProblem } from './words.ts';

/** Card with the progress of an import's task, in lines of the sheet. */
function ImportProgress({ importacao, title }: { importacao: Detalhe; title: string }) {
  const mayStop = useCan()('audit_item', 'process');
  return <WorkCard title={title} tarefa={importacao.tarefa} counts=" linhas" mayStop={mayStop} />;
}

/** The upload of the sheet, in progress or interrupted. */
function ImportUpload({ importacao }: { importacao: Detalhe }) {
  const { id, nome, tamanho, envio_id } = importacao;
  const mayCreate = useCan()('audit_item', 'create');
  const sends = useUploads<'importacao'>(id).importacao !== undefined;
  return (
    <>
      {sends ? null : <Notice>O envio do arquivo não terminou, ou o arquivo ainda não foi lido.</Notice>}
      <FilesCard
        sender={IMPORTACAO}
        intakeId={id}
        sending
        mayChange={mayCreate}
        files={[
          {
            ...{ papel: 'importacao', label: 'Planilha', icon: FileSpreadsheet, nome, tamanho, envio_id },
            choice: { accept: ACEITA, problemOf: sheetProblem },
          },
        ]}
      />
      {sends || !mayCreate ? null : (
        <div>
          <ReadButton kind={IMPORTACAO} id={id} variant="outline">
            Ler o arquivo
          </ReadButton>
        </div>
      )}
    </>
  );
}

/** Figures of a dry run or an import: lines read, calls created, duplicates and refusals. */
function ImportCounts({
  contagens,
  simulada,
  agents,
}: {
  contagens: Contagens;
  simulada: boolean;
  /** Notice about the agents, below the figures. */
  agents: ReactNode;
}) {
  const { pernas, resumos = 0 } = contagens;
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
      {resumos > 0 ? (
        <p className="text-muted-foreground text-sm">
          {plural(
            resumos,
            'linha de total ou de cabeçalho repetido foi ignorada',
            'linhas de total ou de cabeçalho repetido foram ignoradas',
          )}
          : não {resumos === 1 ? 'é uma ligação' : 'são ligações'}.
        </p>
      ) : null}
      {pernas > 0 ? (
        <Notice variant="info">
          A telefonia grava uma linha (perna) para cada telefone que toca:{' '}
          {plural(pernas, 'linha é', 'linhas são')} de ligações que já estão contadas. A duração, o ramal e a
          gravação são os da perna atendida com mais tempo de conversa; as outras pernas ficam guardadas na
          ligação.
        </Notice>
      ) : null}
      <Directions direcoes={contagens.direcoes ?? []} />
      {agents}
    </div>
  );
}

function RefusedRows({ importacao, simulada }: { importacao: Detalhe; simulada: boolean }) {
  const { save, busy } = useApiFile(downloadRecusadas, {
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

/** Result of a dry run or an import: figures, and rows that became no call. */
function ImportReport({
  importacao,
  simulada,
  children,
}: {
  importacao: Detalhe;
  simulada: boolean;
  /** Actions below the figures and above the lists of left-out rows, which may be long. */
  children?: ReactNode;
}) {
  const contagens = simulada ? importacao.simulacao : importacao.resultado;
  if (!contagens) return null;
  const { recusadas, duplicadas, pernas } = contagens;
  const lists = [
    ['recusada', 'Linhas recusadas', recusadas],
    ['duplicada', 'Linhas duplicadas', duplicadas - pernas],
    ['perna', 'Pernas de ligações', pernas],
  ] as const;
  return (
    <>
      <ImportCounts
        contagens={contagens}
        simulada={simulada}
        agents={<AgentsNotice importacao={importacao} contagens={contagens} simulada={simulada} />}
      />
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
      {/* Rows are deleted with the file. */}
      {(importacao.arquivo ? lists : []).map(([situacao, title, n]) =>
        n > 0 ? (
          <LeftOut
            key={situacao}
            id={importacao.id}
            situacao={situacao}
            simulada={simulada}
            title={title}
            action={
              situacao === 'recusada' ? (
                <RefusedRows importacao={importacao} simulada={simulada} />
              ) : undefined
            }
          />
        ) : null,
      )}
    </>
  );
}

/** Confirms an import. `mapped`: true if the columns were chosen but no dry run was made yet. */
function ImportConfirmation({ importacao, mapped = false }: { importacao: Detalhe; mapped?: boolean }) {
  const mayCreate = useCan()('audit_item', 'create');
  const { run, busy } = useApiMutation(confirmImportacao, { failed: 'Não foi possível importar' });
  if (!mayCreate) return null;
  const again = importacao.estado === 'interrompida';
  if (!again && !importacao.simulacao?.criadas) {
    return (
      <Notice>
        {importacao.simulacao?.duplicadas
          ? 'Nada a importar: as linhas desta planilha já existem como ligações do projeto ou foram recusadas.'
          : 'Nada a importar: nenhuma linha desta planilha vira uma ligação. Confira as colunas abaixo, ou corrija a planilha e envie-a de novo.'}
      </Notice>
    );
  }
  if (mapped) {
    return <Notice>Você alterou as colunas depois desta simulação. Simule de novo antes de importar.</Notice>;
  }
  const missing = again ? null : missingAgents(importacao);
  const start = (criar_agentes?: true): void =>
    void run({
      params: { id: importacao.id },
      body: { versao: importacao.versao, ...(criar_agentes && { criar_agentes }) },
    }).catch(() => undefined);
  const calls = `Importar ${plural(importacao.simulacao?.criadas ?? 0, 'ligação', 'ligações')}`;
  if (missing) {
    return (
      <>
        <Button loading={busy} onClick={() => start(true)}>
          Criar {plural(missing.length, 'agente', 'agentes')} e importar
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => start()}>
          {calls} sem criar agentes
        </Button>
      </>
    );
  }
  return (
    <Button loading={busy} onClick={() => start()}>
      {again ? 'Continuar importação' : calls}
    </Button>
  );
}

/** Calls that were undone, and reasons for those that stayed. */
function ImportUndone({ importacao }: { importacao: Detalhe }) {
  const { id, desfeita } = importacao;
  const kept = useQuery({
    ...apiQuery(previewUndoImportacao, { params: { id } }),
    select: (answer) => answer.data,
    enabled: Boolean(desfeita?.mantidas),
  });
  return (
    <Notice variant="info">
      Importação desfeita: {plural(desfeita?.apagadas ?? 0, 'ligação excluída', 'ligações excluídas')},{' '}
      {plural(desfeita?.mantidas ?? 0, 'mantida', 'mantidas')}.{kept.data ? ` ${keptText(kept.data)}` : ''}
      {agentsStay(importacao)}
    </Notice>
  );
}

/** Link to a new import, shown when this import has ended. */
function AnotherImport({ importacao }: { importacao: Detalhe }) {
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

/** Actions on the created calls: list them, or process them. */
function ImportedCallActions({ importacao }: { importacao: Detalhe }) {
  if (!importacao.resultado?.criadas) return <AnotherImport importacao={importacao} />;
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
      <AnotherImport importacao={importacao} />
    </div>
  );
}

/** Says what has expired: the 30 days for an undo, or the file (deleted soon after, or earlier with a call's data). */
function ImportExpiry({ importacao: { desfazer_ate, arquivo } }: { importacao: Detalhe }) {
  if (desfazer_ate && arquivo) return null;
  return (
    <Notice variant="info">
      {desfazer_ate
        ? 'O arquivo e as linhas recusadas foram apagados junto com os dados de uma ligação deste projeto. A importação ainda pode ser desfeita.'
        : arquivo
          ? 'Passaram-se 30 dias: a importação não pode mais ser desfeita. O arquivo e as linhas recusadas serão apagados em seguida. As ligações são mantidas.'
          : 'Passaram-se 30 dias: o arquivo e as linhas recusadas já foram apagados, e a importação não pode mais ser desfeita. As ligações são mantidas.'}
    </Notice>
  );
}

function ImportStage({ importacao, ...mapping }: { importacao: Detalhe } & MappingDraftState) {
  switch (importacao.estado) {
    case 'enviando':
      return <ImportUpload importacao={importacao} />;
    case 'lendo':
      return <ImportProgress importacao={importacao} title="Lendo o arquivo" />;
    case 'mapear':
      return <Mapping importacao={importacao} {...mapping} />;
    case 'simulando':
      return <ImportProgress importacao={importacao} title="Simulando: nada foi salvo ainda" />;
    case 'simulada':
      return (
        <>
          <ImportReport importacao={importacao} simulada>
            <ImportConfirmation
              importacao={importacao}
              mapped={draftOf(importacao, mapping.draft) !== null}
            />
          </ImportReport>
          <Mapping importacao={importacao} {...mapping} again />
        </>
      );
    case 'importando':
      return <ImportProgress importacao={importacao} title="Importando as ligações" />;
    case 'interrompida':
      return (
        <>
          <ImportReport importacao={importacao} simulada={false} />
          {importacao.arquivo ? (
            <div className="flex flex-wrap gap-2">
              <ImportConfirmation importacao={importacao} />
            </div>
          ) : (
            <Notice>
              O arquivo desta importação não existe mais, e ela não pode continuar. Envie a planilha de novo:
              as linhas já importadas contam como duplicadas.
            </Notice>
          )}
        </>
      );
    case 'concluida':
      return (
        <>
          <ImportExpiry importacao={importacao} />
          <ImportedCallActions importacao={importacao} />
          <ImportReport importacao={importacao} simulada={false} />
        </>
      );
    case 'desfazendo':
      return <ImportProgress importacao={importacao} title="Desfazendo a importação" />;
    case 'desfeita':
      return (
        <>
          <ImportUndone importacao={importacao} />
          {importacao.desfeita?.mantidas ? <KeptCalls id={importacao.id} /> : null}
          <AnotherImport importacao={importacao} />
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
          <AnotherImport importacao={importacao} />
        </>
      );
  }
}

/**
 * Steps of an import. Unsaved columns are kept here, because the steps appear and disappear while other people work.
 */
function ImportStages({ importacao }: { importacao: Detalhe }) {
  const [draft, setDraft] = useState<MappingDraft | null>(null);
  useUnsaved(() => (isMappable(importacao) && draftOf(importacao, draft) ? TYPED : null));
  return (
    <>
      {importacao.avisos.map((aviso) => (
        <Notice key={aviso}>{aviso}</Notice>
      ))}
      <ImportStage importacao={importacao} draft={draft} onDraft={setDraft} />
    </>
  );
}

/** An import of calls: columns, dry run, report. */
export default function ImportacaoPage() {
  const { projectId = '', importacaoId = '' } = useParams();
  return (
    <StagedPage
      kind={IMPORTACAO}
      id={importacaoId}
      back={{ to: href(paths.importar, { projectId }), label: 'Importar ligações' }}
      title={({ nome }) => nome}
      documentTitle={({ nome }) => `Importação de ${nome}`}
      facts={({ tamanho, origem }) => [formatFileSize(tamanho), origem && ORIGEM_LABEL[origem]]}
    >
      {(importacao) => <ImportStages key={importacao.id} importacao={importacao} />}
    </StagedPage>
  );
}
