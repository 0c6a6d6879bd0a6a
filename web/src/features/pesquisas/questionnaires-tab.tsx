import {
  deleteQuestionario,
  duplicateQuestionario,
  listQuestionariosDaPesquisa,
  updateQuestionario,
} from '@escuta/shared/contracts/surveys/questionarios';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import {
  Copy,
  EllipsisVertical,
  FileQuestion,
  Pencil,
  Play,
  Plus,
  QrCode,
  Settings2,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { anId } from '../../kit/list/filter-params.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { useLast } from '../../kit/use-last.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { sinceText } from '../../lib/text/since.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { useStill } from '../../ui/overlays/open-menus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleNotice } from '../../ui/states.tsx';
import { PublishDialog } from './editor/publish-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { QuestionnaireDialog } from './questionnaire-dialog.tsx';
import type { Pesquisa, Questionario } from './survey.ts';

const CONFIGURE = partOf(async () => (await import('./editor/configure-dialog.tsx')).ConfigureDialog);

/** Lists a survey's questionnaires, so that people can create and configure them and start interviews. */
export function QuestionnairesTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const own = !pesquisa.exemplo;
  const mayEdit = useCan()('project', 'update') && own;
  const [naming, setNaming] = useState<{ open: boolean; questionario: Questionario | null }>({
    open: false,
    questionario: null,
  });
  const [search, setSearch] = useSearchParams();
  const configuring = anId(search.get('questionario') ?? '') || null;
  const setConfiguring = (id: string | null): void =>
    setSearch(
      (now) => {
        if (id) now.set('questionario', id);
        else now.delete('questionario');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const [removing, setRemoving] = useState<Questionario | null>(null);
  const query = useQuery({
    ...apiQuery(listQuestionariosDaPesquisa, { params: { id: pesquisa.id } }),
    select: (answer) => answer.data,
  });
  const create = mayEdit ? (
    <Button onClick={() => setNaming({ open: true, questionario: null })}>
      <Plus aria-hidden="true" />
      Novo Questionário
    </Button>
  ) : null;
  const list = useStill(query.data);
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Questionários" aria-busy={query.isPending}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Questionários</h2>
        {create}
      </div>
      {query.error ? (
        list ? (
          <StaleNotice onRetry={() => void query.refetch()} />
        ) : (
          <ErrorState
            title="Erro ao carregar os questionários"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      ) : null}
      {query.isPending ? (
        <div className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-40 rounded-xl" />
          <Skeleton className="h-40 rounded-xl" />
        </div>
      ) : null}
      {list?.length === 0 ? (
        <EmptyState
          icon={<FileQuestion />}
          title="Nenhum questionário criado para esta pesquisa."
          description="O questionário define as perguntas e a ordem em que o entrevistador as faz."
        />
      ) : null}
      {list && list.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2">
          {list.map((questionario) => (
            <li key={questionario.id} className="grid">
              <QuestionnaireCard
                questionario={questionario}
                own={own}
                mayEdit={mayEdit}
                onConfigure={() => setConfiguring(questionario.id)}
                onEdit={() => setNaming({ open: true, questionario })}
                onRemove={() => setRemoving(questionario)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <QuestionnaireDialog
        open={naming.open}
        questionario={list?.find(({ id }) => id === naming.questionario?.id) ?? naming.questionario}
        pesquisaId={pesquisa.id}
        onCreated={setConfiguring}
        onClose={() => setNaming((now) => ({ ...now, open: false }))}
      />
      <OnDemand
        part={CONFIGURE}
        open={configuring !== null}
        props={{ questionarioId: configuring, onClose: () => setConfiguring(null) }}
      />
      <RemoveDialog target={removing} onClose={() => setRemoving(null)} />
    </section>
  );
}

function QuestionnaireCard({
  questionario,
  own,
  mayEdit,
  onConfigure,
  onEdit,
  onRemove,
}: {
  questionario: Questionario;
  /** False for a questionnaire of the example survey, which takes neither new interviews nor new questionnaires. */
  own: boolean;
  mayEdit: boolean;
  onConfigure: () => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { id, nome, ativo, publicada, alterado, fechado } = questionario;
  const [publishing, setPublishing] = useState(false);
  const [onPhone, setOnPhone] = useState(false);
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="line-clamp-2 min-w-0 break-words font-semibold text-base leading-snug" title={nome}>
          {nome}
        </h3>
        <div className="flex shrink-0 items-center gap-1">
          <Badge variant={ativo ? 'success' : 'neutral'}>{ativo ? 'Ativo' : 'Inativo'}</Badge>
          {mayEdit ? <CardMenu {...{ questionario, onEdit, onRemove }} /> : null}
        </div>
      </div>
      {questionario.descricao ? (
        <p className="line-clamp-2 break-words text-muted-foreground">{questionario.descricao}</p>
      ) : null}
      <p className="text-muted-foreground text-xs">
        {plural(questionario.total_perguntas, 'pergunta', 'perguntas')} ·{' '}
        {plural(questionario.total_entrevistas, 'entrevista', 'entrevistas')}
        {publicada ? ` · Versão ${publicada.numero} ${sinceText(publicada.em)}` : ' · Rascunho'}
      </p>
      {publicada && alterado ? (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-warning-text">
            {fechado === null
              ? `Alterações não publicadas: novas entrevistas usam a versão ${publicada.numero}.`
              : 'Alterações não publicadas.'}
          </span>
          {mayEdit ? (
            <Button variant="link" size="sm" className="h-auto p-0" onClick={() => setPublishing(true)}>
              Ver e publicar
              <span className="sr-only">{nome}</span>
            </Button>
          ) : null}
        </p>
      ) : null}
      <PublishDialog questionarioId={id} open={publishing} onClose={() => setPublishing(false)} />
      {fechado === null ? null : <p className="text-warning-text text-xs">{fechado}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
        <Button variant="outline" size="sm" aria-label={`Configurar ${nome}`} onClick={onConfigure}>
          <Settings2 aria-hidden="true" />
          Configurar
        </Button>
        {fechado === null ? (
          <>
            <Button size="sm" asChild>
              <Link
                to={href(paths.entrevista, { questionarioId: id })}
                target="_blank"
                rel="noopener"
                aria-label={`Iniciar ${nome} (abre em nova janela)`}
              >
                <Play aria-hidden="true" />
                Iniciar
              </Link>
            </Button>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Abrir ${nome} em um celular`}
              onClick={() => setOnPhone(true)}
            >
              <QrCode aria-hidden="true" />
              Celular
            </Button>
            <PhoneDialog open={onPhone} questionario={questionario} onClose={() => setOnPhone(false)} />
          </>
        ) : null}
        {own ? <ActiveSwitch questionario={questionario} /> : null}
      </div>
    </Card>
  );
}

/** Switch that opens or closes a questionnaire for new interviews; nothing for people who may not manage it. */
function ActiveSwitch({ questionario: { id, nome, ativo } }: { questionario: Questionario }) {
  const mayManage = useCan()('project', 'delete');
  const { attempt, busy } = useApiMutation(updateQuestionario, {
    done: ({ data }) =>
      data.ativo ? 'Questionário ativado.' : 'Questionário inativado: não recebe novas entrevistas.',
    failed: 'Erro ao atualizar o questionário',
  });
  if (!mayManage) return null;
  return (
    <Label className="ml-auto flex items-center gap-2 font-normal text-xs max-sm:min-h-11">
      Ativo
      <Switch
        aria-label={`${nome}: ativo`}
        checked={ativo}
        disabled={busy}
        onCheckedChange={(next) => void attempt({ params: { id }, body: { ativo: next } })}
      />
    </Label>
  );
}

function CardMenu({
  questionario,
  onEdit,
  onRemove,
}: {
  questionario: Questionario;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const mayManage = useCan()('project', 'delete');
  const { attempt, busy } = useApiMutation(duplicateQuestionario, {
    done: ({ data }) => `Questionário duplicado: ${data.nome}`,
    failed: 'Erro ao duplicar o questionário',
  });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Ações de ${questionario.nome}`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil aria-hidden="true" />
          Editar
        </DropdownMenuItem>
        <DropdownMenuItem
          disabled={busy}
          onSelect={() => void attempt({ params: { id: questionario.id }, body: {} })}
        >
          <Copy aria-hidden="true" />
          Duplicar
        </DropdownMenuItem>
        {mayManage ? (
          // A questionnaire with interviews is never deleted; the menu says so before anybody tries.
          <DropdownMenuItem destructive disabled={questionario.total_entrevistas > 0} onSelect={onRemove}>
            <Trash2 aria-hidden="true" />
            {questionario.total_entrevistas > 0 ? 'Excluir: já tem entrevistas' : 'Excluir'}
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function RemoveDialog({ target, onClose }: { target: Questionario | null; onClose: () => void }) {
  const shown = useLast(target);
  const { run } = useApiMutation(deleteQuestionario, {
    done: 'Questionário excluído.',
    failed: 'Erro ao excluir o questionário',
  });
  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Excluir questionário"
      description={`Tem certeza que deseja excluir o questionário “${shown?.nome ?? ''}” e as suas perguntas? Esta ação não pode ser desfeita.`}
      confirmLabel="Excluir"
      destructive
      onConfirm={() => (shown ? run({ params: { id: shown.id } }) : undefined)}
    />
  );
}
