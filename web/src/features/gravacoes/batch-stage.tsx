import {
  confirmLoteGravacoes,
  decideGravacoes,
  type LoteGravacaoDetalhe,
  retryLoteGravacoes,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import { semLigacao } from '@escuta/shared/domain/recordings/recording-batch';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Archive, FolderOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { FilesCard } from '../../domain/intake/files-card.tsx';
import { ReadButton, WorkCard } from '../../domain/intake/stage.tsx';
import { useUploads } from '../../domain/intake/uploads.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChooseCard } from './choose-card.tsx';
import { isStopped, LOTE } from './intake.ts';
import { RecordingsTable } from './recordings-table.tsx';

/** Formats the day 'yyyy-MM-dd' as 'dd/MM/yyyy'. */
const dayText = (day: string): string => day.split('-').reverse().join('/');

type Sem = NonNullable<LoteGravacaoDetalhe['sem_gravacao']>;

/** Shows the upload of the recordings, which this page sends, or which another page began before it was closed. */
function BatchUpload({ lote, mayAct }: { lote: LoteGravacaoDetalhe; mayAct: boolean }) {
  const { id, nome, tamanho, recebido, envio_id, envio_completo, origem } = lote;
  const state = useUploads<'gravacoes'>(id).gravacoes;
  /** True if no page sends the files any more, so that the person has to choose them again. */
  const stopped = state ? state.phase === 'erro' && state.problem?.kind !== 'recusado' : !envio_completo;
  return (
    <>
      <FilesCard
        sender={LOTE}
        intakeId={id}
        sending
        mayChange={mayAct}
        files={[
          {
            ...{ papel: 'gravacoes', label: 'Gravações', icon: origem === 'pasta' ? FolderOpen : Archive },
            ...{ nome, tamanho, recebido, envio_id, completo: envio_completo },
          },
        ]}
      />
      {stopped && mayAct ? (
        <ChooseCard projetoId={lote.projeto.id} lote={lote} onBegun={() => undefined} />
      ) : null}
    </>
  );
}

/** Recordings that need a person's decision, with buttons that decide all of a kind at once. */
function ToDecide({ lote }: { lote: LoteGravacaoDetalhe }) {
  const { attempt, busy } = useApiMutation(decideGravacoes, { failed: 'Não foi possível aplicar a decisão' });
  const { orfa, ambigua, ja_tem } = lote.situacoes;
  const matters = [
    {
      situacao: 'orfa',
      n: orfa,
      text: semLigacao(orfa),
      acts: [
        ['criar', 'Criar ligações a partir dos nomes'],
        ['descartar', 'Descartar as gravações sem ligação'],
      ],
    },
    {
      situacao: 'ambigua',
      n: ambigua,
      text: `${plural(ambigua, 'gravação pode ser', 'gravações podem ser')} de mais de uma ligação: selecione ${ambigua === 1 ? 'a ligação ou descarte a gravação' : 'a ligação de cada uma ou descarte as gravações'}.`,
      acts: [],
    },
    {
      situacao: 'ja_tem',
      n: ja_tem,
      text: `${plural(ja_tem, 'gravação é de uma ligação que já tem outra', 'gravações são de ligações que já têm outra')}. A substituição apaga ${ja_tem === 1 ? 'a gravação atual' : 'as gravações atuais'}.`,
      acts: [
        ['descartar', 'Manter gravações atuais'],
        ['substituir', 'Substituir gravações'],
      ],
    },
  ] as const;
  return matters
    .filter(({ n }) => n > 0)
    .map(({ situacao, text, acts }) => (
      <Notice key={situacao} variant="warning">
        <p>{text}</p>
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {acts.map(([acao, label]) => (
            <Button
              key={acao}
              variant="outline"
              size="sm"
              disabled={busy}
              onClick={() =>
                void attempt({ params: { id: lote.id }, body: { versao: lote.versao, situacao, acao } })
              }
            >
              {label}
            </Button>
          ))}
        </div>
      </Notice>
    ));
}

/** Buttons for a person's next step with the batch. */
function NextActs({ lote }: { lote: LoteGravacaoDetalhe }) {
  const params = { id: lote.id };
  const confirm = useApiMutation(confirmLoteGravacoes, { failed: 'Não foi possível confirmar o envio' });
  const repeat = useApiMutation(retryLoteGravacoes, {
    failed: 'Não foi possível anexar as gravações de novo',
  });
  const { estado, situacoes, confirmado_em } = lote;
  const { pareada, criar, substituir, orfa, ambigua, ja_tem } = situacoes;
  const n = pareada + criar + substituir;
  const open = orfa + ambigua + ja_tem;
  const stopped = estado === 'anexando' && isStopped(lote);
  return (
    <>
      {estado === 'pronto' || stopped ? (
        <Button
          loading={confirm.busy}
          disabled={estado === 'pronto' && n === 0 && (open > 0 || confirmado_em === null)}
          onClick={() => void confirm.attempt({ params, body: { versao: lote.versao } })}
        >
          {stopped
            ? 'Continuar anexando'
            : n === 0 && confirmado_em !== null
              ? 'Concluir o envio'
              : `Anexar ${plural(n, 'gravação', 'gravações')}`}
        </Button>
      ) : null}
      {(estado === 'pronto' && confirmado_em === null) ||
      estado === 'falhou' ||
      (estado === 'enviando' && lote.envio_completo) ? (
        <ReadButton kind={LOTE} id={lote.id} variant={estado === 'enviando' ? 'default' : 'outline'}>
          {estado === 'pronto'
            ? 'Procurar ligações de novo'
            : estado === 'falhou'
              ? 'Ler de novo'
              : 'Ler as gravações'}
        </ReadButton>
      ) : null}
      {lote.a_repetir > 0 ? (
        <Button variant="outline" loading={repeat.busy} onClick={() => void repeat.attempt({ params })}>
          Anexar de novo {plural(lote.a_repetir, 'gravação', 'gravações')}
        </Button>
      ) : null}
    </>
  );
}

/** Buttons for the calls that received a recording: process them, or list them. */
function AttachedCallActions({ lote }: { lote: LoteGravacaoDetalhe }) {
  const address = { lote_gravacoes_id: lote.id };
  return (
    <>
      <BulkRunButton
        variant="default"
        projetoId={lote.projeto.id}
        selecao={{ filtro: listFilter(address), exceto: [] }}
      >
        Processar
      </BulkRunButton>
      <Button variant="outline" asChild>
        <Link to={`${href(paths.ligacoes, { projectId: lote.projeto.id })}?${new URLSearchParams(address)}`}>
          Ver as ligações
        </Link>
      </Button>
    </>
  );
}

/** Says how many calls of the same days have no recording, with a link to them once the batch is attached. */
function CallsWithoutRecording({ lote, n, de, ate }: { lote: LoteGravacaoDetalhe } & Sem) {
  const text = `${n > 1000 ? 'Mais de 1.000 ligações' : plural(n, 'ligação', 'ligações')} ${
    de === ate ? `de ${dayText(de)}` : `de ${dayText(de)} a ${dayText(ate)}`
  } ${n === 1 ? 'continua' : 'continuam'} sem gravação`;
  const address = new URLSearchParams({ data: 'ligacao', de, ate, gravacao: 'sem' });
  return (
    <p className="text-muted-foreground text-sm">
      {lote.estado === 'concluido' ? (
        <Link
          className="focus-ring rounded-sm underline underline-offset-4"
          to={`${href(paths.ligacoes, { projectId: lote.projeto.id })}?${address}`}
        >
          {text}
        </Link>
      ) : (
        text
      )}
      .
    </p>
  );
}

/** Content of a batch below its heading and steps. */
export function BatchStage({ lote, mayAct }: { lote: LoteGravacaoDetalhe; mayAct: boolean }) {
  const { estado, situacoes, tarefa, sem_gravacao } = lote;
  const n = situacoes.pareada + situacoes.criar + situacoes.substituir;
  const open = situacoes.orfa + situacoes.ambigua + situacoes.ja_tem;
  const report = [
    situacoes.anexada ? plural(situacoes.anexada, 'anexada', 'anexadas') : null,
    situacoes.falhou ? plural(situacoes.falhou, 'não anexada', 'não anexadas') : null,
    situacoes.desfeita ? plural(situacoes.desfeita, 'desfeita', 'desfeitas') : null,
    situacoes.descartada ? plural(situacoes.descartada, 'descartada', 'descartadas') : null,
    situacoes.repetida ? plural(situacoes.repetida, 'repetida', 'repetidas') : null,
    situacoes.recusada ? plural(situacoes.recusada, 'não pode ser usada', 'não podem ser usadas') : null,
  ].filter(Boolean);
  return (
    <>
      {estado === 'cancelado' ? (
        <Notice variant="info">
          Este envio foi cancelado: as gravações recebidas foram apagadas e nenhuma ligação mudou.
        </Notice>
      ) : null}
      {estado === 'enviando' ? <BatchUpload lote={lote} mayAct={mayAct} /> : null}
      {tarefa ? <WorkCard title={LOTE.labels[estado]} tarefa={tarefa} counts=" gravações" /> : null}
      <Card className="grid gap-3 p-4 not-has-[p,button]:hidden sm:p-5">
        {report.length > 0 ? <p className="text-sm tabular-nums">{report.join(', ')}.</p> : null}
        {estado === 'pronto' ? <ToDecide lote={lote} /> : null}
        {estado === 'pronto' && open > 0 && n > 0 ? (
          <p className="text-muted-foreground text-sm">
            {plural(open, 'gravação espera', 'gravações esperam')} a sua decisão e{' '}
            {open === 1 ? 'continua' : 'continuam'} aqui depois que as outras forem anexadas.
          </p>
        ) : null}
        {sem_gravacao && sem_gravacao.n > 0 ? <CallsWithoutRecording lote={lote} {...sem_gravacao} /> : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {estado === 'concluido' && situacoes.anexada > 0 ? <AttachedCallActions lote={lote} /> : null}
          {mayAct ? <NextActs lote={lote} /> : null}
        </div>
      </Card>
      {estado === 'enviando' || estado === 'lendo' || estado === 'cancelado' ? null : (
        <RecordingsTable lote={lote} mayDecide={mayAct && estado === 'pronto'} />
      )}
    </>
  );
}
