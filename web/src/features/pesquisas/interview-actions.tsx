import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import {
  AudioLines,
  Ear,
  EllipsisVertical,
  OctagonPause,
  Play,
  RefreshCw,
  RotateCw,
  Smartphone,
  Upload,
} from 'lucide-react';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

type Row = EntrevistaNaLista;

/** Address of an interview that goes on, in the runner. */
const resumeOf = (row: Row) =>
  `${href(paths.entrevista, { questionarioId: row.questionario_id })}?entrevista=${row.id}`;

/**
 * Whether it takes a recording from a file, as the server sees it (shared/src/domain/life/interview.ts, 'anexar'): of one that a device does
 * not while that still sends it, nor from whoever did it, nor where the respondent refused to be recorded.
 */
export const takesRecording = ({ item, recebimento, propria, gravacao }: Row): boolean =>
  item !== null &&
  (recebimento === null || (recebimento !== 'parcial' && !propria && gravacao !== 'recusada'));

/** Whether a second recording waits for a manager: one that is being joined does not yet. */
export const awaitsChoice = ({ segunda_gravacao: segunda }: Row): boolean =>
  segunda !== null && segunda.estado !== 'juntando';

interface InterviewActionsProps {
  row: Row;
  allowed: { upload: boolean; process: boolean; manage: boolean };
  locked: boolean;
  onUpload: () => void;
  onProcess: () => void;
  /** Asks why, and ends it: one that goes on, or one that its device does not send any more. */
  onEnd: () => void;
  onResume: () => void;
  onJoin: () => void;
  /** Absent for who may not see who heard it. */
  onAccesses: (() => void) | undefined;
  /** Asks which of its two recordings counts. */
  onChoose: () => void;
}

/** What can be done with an interview of the list: only what the server takes. */
export function InterviewActions({
  row,
  allowed,
  locked,
  onUpload,
  onProcess,
  onEnd,
  onResume,
  onJoin,
  onAccesses,
  onChoose,
}: InterviewActionsProps) {
  const { item, nome_entrevistado: nome } = row;
  const hasFile = Boolean(item?.arquivo_nome);
  const running = item?.status === 'processando';
  const mayUpload = allowed.upload && takesRecording(row);
  // It is in one browser of one person: nobody else's opens it.
  const going = row.recebimento === 'parcial' && row.situacao === 'em_andamento' && row.propria;
  const word = item?.status === 'concluido' ? 'Processar novamente' : 'Processar';
  const ends = allowed.manage && row.recebimento === 'parcial';
  const takesUp = allowed.manage && row.recebimento === 'encerrada';
  const interrupts = allowed.manage && row.situacao === 'em_andamento' && row.recebimento === null;
  const joins = allowed.manage && row.montagem === 'falhou' && !hasFile && !row.propria;
  const chooses = allowed.manage && !row.propria && awaitsChoice(row);
  const managed = chooses || ends || takesUp || joins || interrupts;
  const any = going || mayUpload || allowed.process || managed || onAccesses;
  return (
    <>
      {mayUpload && !hasFile ? (
        <Tooltip content="Enviar gravação">
          <Button variant="ghost" size="icon-sm" aria-label={`Enviar gravação de ${nome}`} onClick={onUpload}>
            <Upload />
          </Button>
        </Tooltip>
      ) : null}
      {allowed.process && hasFile ? (
        <Tooltip content={running ? 'Em processamento' : word}>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${word} a entrevista de ${nome}`}
            inactive={running || locked}
            onClick={onProcess}
          >
            <Play />
          </Button>
        </Tooltip>
      ) : null}
      {any ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon-sm" aria-label={`Ações da entrevista de ${nome}`}>
              <EllipsisVertical />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {going ? (
              <DropdownMenuItem asChild>
                <a href={resumeOf(row)} target="_blank" rel="noopener">
                  <RotateCw aria-hidden="true" />
                  Continuar, no aparelho em que começou
                </a>
              </DropdownMenuItem>
            ) : null}
            {mayUpload ? (
              <DropdownMenuItem disabled={running} onSelect={onUpload}>
                <Upload aria-hidden="true" />
                {hasFile ? 'Substituir gravação' : 'Enviar gravação'}
              </DropdownMenuItem>
            ) : null}
            {allowed.process ? (
              <DropdownMenuItem disabled={!hasFile || running || locked} onSelect={onProcess}>
                <Play aria-hidden="true" />
                {word}
              </DropdownMenuItem>
            ) : null}
            {ends ? (
              <DropdownMenuItem onSelect={onEnd}>
                <Smartphone aria-hidden="true" />
                Encerrar sem o aparelho
              </DropdownMenuItem>
            ) : null}
            {takesUp ? (
              <DropdownMenuItem onSelect={onResume}>
                <Smartphone aria-hidden="true" />
                Voltar a receber do aparelho
              </DropdownMenuItem>
            ) : null}
            {chooses ? (
              <DropdownMenuItem onSelect={onChoose}>
                <AudioLines aria-hidden="true" />
                Decidir qual gravação vale
              </DropdownMenuItem>
            ) : null}
            {joins ? (
              <DropdownMenuItem onSelect={onJoin}>
                <RefreshCw aria-hidden="true" />
                Tentar juntar de novo
              </DropdownMenuItem>
            ) : null}
            {onAccesses ? (
              <DropdownMenuItem onSelect={onAccesses}>
                <Ear aria-hidden="true" />
                Quem ouviu
              </DropdownMenuItem>
            ) : null}
            {interrupts ? (
              <DropdownMenuItem onSelect={onEnd}>
                <OctagonPause aria-hidden="true" />
                Dar por interrompida
              </DropdownMenuItem>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </>
  );
}
