/**
 * The table of actions on a call or interview: name, places, conditions, reasons why an action is not possible, cost,
 * confirmation and effect. Row buttons, menus, the item's page and the command palette all read this table, so that a
 * new action is only one more entry.
 */

import { releaseEntrevista, resumeEntrevista } from '@escuta/shared/contracts/surveys/campo';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import type { Resource, Action as Right } from '@escuta/shared/domain/accounts/permissions';
import {
  AudioLines,
  CloudDownload,
  Download,
  Ear,
  Eraser,
  FileBadge,
  FileSearch,
  Info,
  type LucideIcon,
  OctagonPause,
  Play,
  RefreshCw,
  RotateCw,
  Smartphone,
  Trash2,
  Unlink,
  Upload,
  Volume2,
} from 'lucide-react';
import { useApiMutation } from '../../kit/mutation.ts';
import { type Part, partOf } from '../../kit/on-demand.tsx';
import { href, paths } from '../../lib/paths.ts';
import { type ActionItem, awaitsChoice, type ItemDialogProps, interviewOf } from './item.ts';
import { downloadRecording } from './recording/download.ts';
import { useFetchRecording } from './recording/use-fetch-recording.ts';
import { useItemRemoval } from './use-item-removal.ts';
import { useProcessing } from './use-processing.tsx';

/**
 * Places that show actions: a call center's report, an audit project's items, a survey's interviews or files, the
 * item's own page.
 */
export type Place = 'ligacoes' | 'projeto' | 'pesquisa' | 'arquivos' | 'pagina';

export type ActionId =
  | 'ver'
  | 'ouvir'
  | 'lacunas'
  | 'continuar'
  | 'buscar'
  | 'enviar'
  | 'processar'
  | 'regenerar'
  | 'baixar'
  | 'desvincular'
  | 'encerrar'
  | 'retomar'
  | 'escolher'
  | 'juntar'
  | 'ouviu'
  | 'interromper'
  | 'dossie'
  | 'excluir'
  | 'apagar';

export interface ItemAction {
  id: ActionId;
  on: readonly Place[];
  can?: readonly [Resource, Right];
  icon: LucideIcon;
  label: string | ((item: ActionItem) => string);
  /** Label while the action runs. */
  doing?: string;
  /** True if the action is offered for this item. Place and right must permit it as well. */
  when?: (item: ActionItem) => boolean;
  /** Reason why the action is not possible now; null if it is possible. */
  refused?: (item: ActionItem, means: Means) => string | null;
  busy?: (item: ActionItem, means: Means) => boolean;
  cost?: (item: ActionItem) => string;
  /** True for the usual next step: the row shows it as a button. */
  next?: (item: ActionItem) => boolean;
  /** Section of the menu; 'fim' is set apart by a line. */
  section?: 'fim';
  destructive?: true;
  /** Effect of the action: opens a page in a new window (`href`) or a dialog, or asks (`confirm`) and runs (`run`). */
  href?: (item: ActionItem) => string;
  dialog?: Part<ItemDialogProps>;
  confirm?: (item: ActionItem) => { title: string; description: string; confirmLabel: string };
  /**
   * Performs the action and shows its failures. After a `confirm` a failure also rejects, so that the question stays
   * open.
   */
  run?: (item: ActionItem, means: Means) => Promise<unknown> | undefined;
}

/** Actions that the page itself performs, because it has the player and the details of files. */
export interface PageDeeds {
  hear: (item: ActionItem) => Promise<unknown>;
  isOpening: (id: string) => boolean;
  showFile: (item: ActionItem) => void;
}

/** Requests of the actions, their progress and their confirmations (`processing.dialog`, which the caller draws). */
export function useMeans(mayProcess: boolean, page: PageDeeds | null) {
  const processing = useProcessing();
  const fetching = useFetchRecording(mayProcess ? processing.process : null);
  const { remove } = useItemRemoval();
  const resume = useApiMutation(resumeEntrevista, {
    done: 'A Escuta volta a receber a entrevista do aparelho.',
    failed: 'Erro ao retomar a entrevista',
  });
  const joinAgain = useApiMutation(releaseEntrevista, {
    done: 'A Escuta está preparando a gravação de novo. O resultado aparece aqui.',
    failed: 'Erro ao preparar a gravação de novo',
  });
  return { processing, fetching, remove, resume, joinAgain, page };
}
export type Means = ReturnType<typeof useMeans>;

const CHANGE = ['audit_item', 'update'] as const;
const PROCESS = ['result', 'process'] as const;
const MANAGE = ['project', 'delete'] as const;

const running = ({ status }: ActionItem) => (status === 'processando' ? 'Em processamento' : null);
/** True only for an interview of a survey's list that passes `test`. */
const ofSurvey =
  (test: (interview: EntrevistaNaLista, item: ActionItem) => boolean) =>
  (item: ActionItem): boolean =>
    item.interview !== null && test(item.interview, item);
const noFile = ({ hasFile }: ActionItem) => (hasFile ? null : 'Sem gravação');
const END = partOf<ItemDialogProps>(
  async () => (await import('./interview/end-interview-dialog.tsx')).EndInterviewDialog,
);

const ITEM_ACTIONS: readonly ItemAction[] = [
  {
    id: 'ver',
    on: ['projeto'],
    icon: FileSearch,
    label: 'Ver análise',
    href: ({ id }) => href(paths.analiseLigacao, { itemId: id }),
  },
  {
    id: 'ouvir',
    on: ['arquivos'],
    // Not the play icon, because in the neighbouring tab that icon means processing.
    icon: Volume2,
    label: 'Ouvir gravação',
    doing: 'Abrindo gravação',
    when: ({ hasFile }) => hasFile,
    busy: ({ id }, { page }) => page?.isOpening(id) ?? false,
    next: () => true,
    run: (item, { page }) => page?.hear(item),
  },
  {
    id: 'lacunas',
    on: ['arquivos'],
    icon: Info,
    label: 'Lacunas e envios',
    when: ({ hasFileDetails }) => hasFileDetails,
    next: () => true,
    run: (item, { page }) => {
      page?.showFile(item);
      return undefined;
    },
  },
  {
    id: 'continuar',
    on: ['pesquisa'],
    icon: RotateCw,
    label: 'Continuar no mesmo aparelho',
    // Only the browser in which the interviewer began the interview has the interview's data, so nobody else can go on.
    when: ofSurvey(
      ({ recebimento, situacao, propria }) =>
        recebimento === 'parcial' && situacao === 'em_andamento' && propria,
    ),
    href: (item) => {
      const { id, questionario_id: questionarioId } = interviewOf(item);
      return `${href(paths.entrevista, { questionarioId })}?entrevista=${id}`;
    },
  },
  {
    id: 'buscar',
    on: ['ligacoes', 'pagina'],
    can: CHANGE,
    icon: CloudDownload,
    label: 'Buscar gravação',
    doing: 'Buscando gravação',
    when: ({ fetchable }) => fetchable,
    busy: ({ id }, { fetching }) => fetching.isFetching(id),
    next: () => true,
    run: (item, { fetching }) => fetching.fetchRecording(item),
  },
  {
    id: 'enviar',
    on: ['ligacoes', 'projeto', 'pesquisa', 'pagina'],
    can: CHANGE,
    icon: Upload,
    label: ({ hasFile }) => (hasFile ? 'Substituir áudio' : 'Enviar áudio'),
    when: ({ takesFile }) => takesFile,
    refused: (item, { fetching }) =>
      running(item) ?? (fetching.isFetching(item.id) ? 'Buscando gravação' : null),
    next: ({ hasFile, fetchable }) => !hasFile && !fetchable,
    dialog: partOf<ItemDialogProps>(async () => (await import('./recording/upload-dialog.tsx')).UploadDialog),
  },
  {
    id: 'processar',
    on: ['ligacoes', 'projeto', 'pesquisa', 'pagina'],
    can: PROCESS,
    icon: Play,
    label: ({ processed }) => (processed ? 'Processar novamente' : 'Processar áudio'),
    cost: ({ perfil }) => (perfil === 'entrevista' ? 'o custo é mostrado antes' : '1 crédito'),
    refused: (item) => noFile(item) ?? running(item),
    busy: ({ id }, { processing }) => processing.isLocked(id),
    next: ({ hasFile }) => hasFile,
    run: (item, { processing }) => processing.process(item),
  },
  {
    id: 'regenerar',
    on: ['pagina'],
    can: PROCESS,
    icon: RefreshCw,
    label: 'Regenerar análise',
    cost: () => 'o custo é mostrado antes',
    refused: (item) => (item.hasTranscript ? running(item) : 'Sem transcrição'),
    busy: ({ id }, { processing }) => processing.isRegenerating(id),
    run: (item, { processing }) => processing.regenerate(item),
  },
  {
    id: 'baixar',
    on: ['ligacoes', 'projeto', 'arquivos', 'pagina'],
    icon: Download,
    label: 'Baixar áudio',
    refused: noFile,
    run: ({ id, fileName }) => downloadRecording({ id, arquivo_nome: fileName }),
  },
  {
    id: 'desvincular',
    on: ['ligacoes', 'projeto'],
    can: CHANGE,
    icon: Unlink,
    label: 'Desvincular arquivo',
    when: ({ takesFile }) => takesFile,
    refused: (item) => noFile(item) ?? running(item),
    dialog: partOf<ItemDialogProps>(async () => (await import('./recording/detach-dialog.tsx')).DetachDialog),
  },
  {
    id: 'encerrar',
    on: ['pesquisa'],
    can: MANAGE,
    icon: Smartphone,
    label: 'Encerrar sem o aparelho',
    when: ofSurvey(({ recebimento }) => recebimento === 'parcial'),
    dialog: END,
  },
  {
    id: 'retomar',
    on: ['pesquisa'],
    can: MANAGE,
    icon: Smartphone,
    label: 'Voltar a receber do aparelho',
    when: ofSurvey(({ recebimento }) => recebimento === 'encerrada'),
    run: (item, { resume }) => resume.attempt({ params: { id: interviewOf(item).id } }),
  },
  {
    id: 'escolher',
    on: ['pesquisa'],
    can: MANAGE,
    icon: AudioLines,
    label: 'Decidir qual gravação usar',
    when: ofSurvey((interview) => !interview.propria && awaitsChoice(interview)),
    dialog: partOf<ItemDialogProps>(
      async () => (await import('./interview/second-recording-dialog.tsx')).SecondRecordingDialog,
    ),
  },
  {
    id: 'juntar',
    on: ['pesquisa'],
    can: MANAGE,
    icon: RefreshCw,
    label: 'Preparar gravação de novo',
    when: ofSurvey(({ montagem, propria }, { hasFile }) => montagem === 'falhou' && !hasFile && !propria),
    run: (item, { joinAgain }) => joinAgain.attempt({ params: { id: interviewOf(item).id } }),
  },
  {
    id: 'ouviu',
    on: ['pesquisa', 'pagina'],
    // The right of gerentes and administrators, who may read the log of accesses.
    can: ['user', 'read'],
    icon: Ear,
    label: 'Quem ouviu',
    dialog: partOf<ItemDialogProps>(async () => (await import('./who-heard-dialog.tsx')).WhoHeardDialog),
  },
  {
    id: 'interromper',
    on: ['pesquisa'],
    can: MANAGE,
    icon: OctagonPause,
    label: 'Marcar como interrompida',
    when: ofSurvey(({ situacao, recebimento }) => situacao === 'em_andamento' && recebimento === null),
    dialog: END,
  },
  {
    id: 'dossie',
    on: ['pesquisa', 'pagina'],
    can: ['result', 'export'],
    icon: FileBadge,
    label: 'Exportar dossiê',
    // An interview has a dossier even without an analysis, for example if it is on hold or did not take place.
    when: ({ hasTranscript, interview, perfil }) =>
      hasTranscript ||
      (interview
        ? interview.item !== null && interview.situacao !== 'em_andamento'
        : perfil === 'entrevista'),
    dialog: partOf<ItemDialogProps>(async () => (await import('./dossier-dialog.tsx')).DossierDialog),
  },
  {
    id: 'excluir',
    on: ['ligacoes', 'projeto'],
    can: ['audit_item', 'delete'],
    icon: Trash2,
    label: 'Excluir',
    // The server never deletes an analysed item, and the action says so instead of asking.
    refused: (item) => (item.analysed ? 'Já tem análise' : running(item)),
    section: 'fim',
    destructive: true,
    confirm: ({ noun }) => ({
      title: `Excluir ${noun}`,
      description: 'Tem certeza que deseja excluir este item? Esta ação não pode ser desfeita.',
      confirmLabel: 'Excluir',
    }),
    run: (item, { remove }) => remove(item),
  },
  {
    id: 'apagar',
    on: ['ligacoes', 'pagina'],
    can: ['result', 'delete'],
    icon: Eraser,
    label: ({ noun }) => `Apagar dados da ${noun}`,
    refused: running,
    section: 'fim',
    destructive: true,
    dialog: partOf<ItemDialogProps>(async () => (await import('./erase-dialog.tsx')).EraseDialog),
  },
];

type Can = (resource: Resource, action: Right) => boolean;

/** Actions of a place that the person has the right to. */
export const actionsAt = (place: Place, can: Can): readonly ItemAction[] =>
  ITEM_ACTIONS.filter(({ on, can: right }) => on.includes(place) && (!right || can(...right)));

/** The actions that are offered for an item; none if its data were erased. */
export const offeredTo = (item: ActionItem, actions: readonly ItemAction[]): readonly ItemAction[] =>
  item.erased ? [] : actions.filter(({ when }) => when?.(item) ?? true);

export const labelOfAction = ({ label }: ItemAction, item: ActionItem): string =>
  typeof label === 'function' ? label(item) : label;
