import { approvePreparo } from '@escuta/shared/contracts/surveys/preparos';
import { formatCentavos, formatCreditos } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { usePutStaged } from '../../domain/intake/use-staged.ts';
import { useApiMutation, useRefresh } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage } from '../../lib/network/api.ts';
import { useOperador } from '../../lib/network/operador.ts';
import { paths } from '../../lib/paths.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { AlertList, notices } from './alerts.tsx';
import { minutesOf, type Resumo } from './figures.tsx';
import { PREPARO } from './intake.ts';
import type { Detalhe } from './words.ts';

const COM_EMAIL = 'Sua auditoria foi enviada. Você receberá um e-mail assim que o processo for concluído.';
const SEM_EMAIL = 'Sua auditoria foi enviada.';
const NAO_CONFIRMADA = 'Ocorreu um erro ao enviar sua auditoria. Tente novamente.';

const CORRIGIDA =
  'Outra pessoa acaba de corrigir esta auditoria. Os números acima foram atualizados: confira antes de confirmar.';

/** Asks a person to confirm the audit, with all figures: what is created, what it costs, and what is left out. */
export function ConfirmAudit({
  preparo,
  open,
  onClose,
  openQuestion,
}: {
  preparo: Detalhe & { resumo: Resumo };
  open: boolean;
  onClose: () => void;
  /** True while nobody has said to which row the main audio belongs. */
  openQuestion: boolean;
}) {
  const id = useId();
  const put = usePutStaged(PREPARO);
  const refresh = useRefresh('preparos');
  const { operador } = useOperador();
  const [withSilent, setWithSilent] = useState(preparo.incluir_linhas_sem_gravacao);
  const [title, setTitle] = useState(preparo.titulo_proposto ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  // Version of the preparation whose warnings the person accepted. After a correction the new version must be accepted.
  const [accepted, setAccepted] = useState<number | null>(null);
  const { resumo } = preparo;
  const known = notices(preparo.alertas);
  const isKnown = known.length === 0 || accepted === preparo.versao;
  const after = resumo.saldo - resumo.creditos;
  const left = resumo.gravacoes_sem_linha;
  const interviews = resumo.a_auditar + (withSilent ? resumo.linhas_sem_gravacao : 0);
  const confirm = useApiMutation(approvePreparo, {
    failed: null,
    onDone: (answer) => {
      toast.settled('Erro no envio');
      toast.success('Auditoria enviada com sucesso!', {
        description: operador?.enviaEmail ? COM_EMAIL : SEM_EMAIL,
      });
      onClose();
      put(answer);
    },
    onFailed: (error) => {
      if (error instanceof ApiError && (error.status === 409 || error.status === 402)) {
        setProblem(
          error.status === 409 ? `${error.message} Os números acima foram atualizados.` : error.message,
        );
        void refresh();
        return;
      }
      toast.error('Erro no envio', { description: errorMessage(error, NAO_CONFIRMADA) });
    },
  });
  // Tells of another person's correction when the dialog shows the new figures.
  const [shown, setShown] = useState(preparo.versao);
  if (shown !== preparo.versao) {
    setShown(preparo.versao);
    if (open && !confirm.busy && problem === null) setProblem(CORRIGIDA);
  }
  const leave = (): void => {
    setProblem(null);
    onClose();
  };
  const send = (): void => {
    setProblem(null);
    void confirm.attempt({
      params: { id: preparo.id },
      body: {
        versao: preparo.versao,
        creditos: resumo.creditos,
        avisos: known.length,
        incluir_linhas_sem_gravacao: withSilent,
        titulo: title.trim() || undefined,
      },
    });
  };
  return (
    <Dialog open={open} onOpenChange={(next) => (next || confirm.busy ? undefined : leave())}>
      <DialogContent hideClose={confirm.busy} aria-busy={confirm.busy || undefined}>
        <DialogHeader>
          <DialogTitle>Confirmar a auditoria?</DialogTitle>
          <DialogDescription>
            {plural(interviews, 'entrevista é criada', 'entrevistas são criadas')} em uma nova pesquisa do
            projeto “{preparo.projeto.nome}”, e{' '}
            {plural(resumo.a_auditar, 'gravação é auditada', 'gravações são auditadas')}.
          </DialogDescription>
        </DialogHeader>
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-titulo`}>Nome da pesquisa</Label>
          <Input
            id={`${id}-titulo`}
            value={title}
            maxLength={200}
            disabled={confirm.busy}
            onChange={(event) => setTitle(event.target.value)}
          />
        </div>
        <Facts>
          <Fact label="Perguntas">{formatNumber(resumo.perguntas)}</Fact>
          <Fact label="Duração a auditar">{minutesOf(resumo)}</Fact>
          <Fact label="Custo">
            <span className="font-semibold tabular-nums">{formatCreditos(resumo.creditos)}</span>
            {resumo.centavos === null ? null : ` · ${formatCentavos(resumo.centavos)}`}
          </Fact>
          <Fact label="Saldo depois">
            <span className="tabular-nums">{formatCreditos(after)}</span>
          </Fact>
        </Facts>
        {known.length > 0 ? (
          <section
            aria-label="Avisos restantes"
            className="grid gap-2.5 rounded-lg border border-warning/60 bg-warning-soft/40 p-3"
          >
            <p className="font-medium text-sm">
              {plural(known.length, 'aviso a conferir', 'avisos a conferir')}
            </p>
            <AlertList label="Avisos" alertas={known} className="max-h-40 overflow-y-auto" />
            <label htmlFor={`${id}-avisos`} className="flex items-start gap-2.5 text-sm">
              <Checkbox
                id={`${id}-avisos`}
                className="mt-0.5"
                checked={isKnown}
                disabled={confirm.busy}
                onCheckedChange={(on) => setAccepted(on === true ? preparo.versao : null)}
              />
              <span>
                {known.length === 1
                  ? 'Conferi este aviso e quero confirmar assim mesmo.'
                  : `Conferi estes ${known.length} avisos e quero confirmar assim mesmo.`}
              </span>
            </label>
          </section>
        ) : null}
        {resumo.linhas_sem_gravacao > 0 ? (
          <label htmlFor={id} className="flex items-start gap-2.5 text-sm">
            <Checkbox
              id={id}
              className="mt-0.5"
              checked={withSilent}
              disabled={confirm.busy}
              onCheckedChange={(on) => setWithSilent(on === true)}
            />
            <span>
              Criar também {plural(resumo.linhas_sem_gravacao, 'entrevista', 'entrevistas')} sem gravação, só
              com as respostas da planilha. Não custa créditos.
            </span>
          </label>
        ) : null}
        {left > 0 || openQuestion ? (
          <Notice>
            {plural(left, 'gravação sem linha fica', 'gravações sem linha ficam')} de fora e{' '}
            {left === 1 ? 'é apagada' : 'são apagadas'}
            {openQuestion ? ', incluindo o áudio principal' : ''}.
          </Notice>
        ) : null}
        {after < 0 ? (
          <Notice variant="destructive" role="alert">
            {after === -1 ? 'Falta' : 'Faltam'} {formatCreditos(-after)}.{' '}
            <Link
              to={paths.creditos}
              className="focus-ring rounded-sm font-medium underline underline-offset-4"
            >
              Comprar créditos
            </Link>
          </Notice>
        ) : null}
        {problem ? (
          <Notice variant="destructive" role="alert">
            {problem}
          </Notice>
        ) : null}
        <DialogFooter>
          <Button variant="outline" disabled={confirm.busy} onClick={leave}>
            Voltar
          </Button>
          <Button loading={confirm.busy} disabled={after < 0 || interviews === 0 || !isKnown} onClick={send}>
            {confirm.busy
              ? 'Enviando...'
              : resumo.creditos === 0
                ? 'Confirmar'
                : `Confirmar por ${formatCreditos(resumo.creditos)}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
