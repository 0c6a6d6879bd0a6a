import {
  type ConvitesConferidos,
  checkConvites,
  sendConvites,
} from '@escuta/shared/contracts/accounts/convites';
import type { BodyIn } from '@escuta/shared/contracts/contract';
import { CONVITES_MAX } from '@escuta/shared/domain/accounts/invite-list';
import { DIREITO_DESCRICAO, DIREITO_LABEL } from '@escuta/shared/domain/accounts/permissions';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { ChoiceSelect } from '../../kit/form/fields.tsx';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { readTextFile } from '../../lib/text/text-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';

/** Greatest size of a chosen file, bytes; a larger file has more lines than the server accepts. */
const ARQUIVO_MAX = 150_000;

type Questionario = { id: string; nome: string };
/** The server's check of a list, and the body that was checked, to be sent again. */
type Checked = { body: BodyIn<typeof checkConvites>; conferidos: ConvitesConferidos };
type Links = readonly { nome: string; email: string; url: string }[];

/** Invites people from a pasted or uploaded list: shows the effects, then invites after a confirmation. */
export function InviteDialog({
  open,
  questionarios,
  onClose,
}: {
  open: boolean;
  questionarios: readonly Questionario[];
  onClose: () => void;
}) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <InviteForm questionarios={questionarios} />
    </FormDialog>
  );
}

function People({
  label,
  people,
}: {
  label: string;
  people: readonly { key: string; text: string; note?: string }[];
}) {
  if (people.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="font-medium text-sm">
        {label} ({formatNumber(people.length)})
      </h3>
      <ul aria-label={label} className="grid max-h-40 gap-1 overflow-y-auto rounded-md border p-2 text-sm">
        {people.map(({ key, text, note }) => (
          <li key={key} className="break-words">
            {text}
            {note ? <span className="text-muted-foreground"> · {note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks before a questionnaire gets its first listed interviewers, because everybody else then loses access. */
function BeginList({
  checked,
  disabled,
  onChange,
}: {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Notice variant="info">
      <p>
        Hoje, todas as pessoas da empresa coletam com este questionário. As pessoas convidadas também
        coletarão.
      </p>
      <Label className="flex min-h-11 items-center gap-3 font-normal">
        <Checkbox checked={checked} disabled={disabled} onCheckedChange={(on) => onChange(on === true)} />
        Só as pessoas desta lista poderão coletar: as outras deixarão de coletar
      </Label>
    </Notice>
  );
}

// Does not use `useApiForm`, because the same list is sent twice: first to check it, then to invite.
function InviteForm({ questionarios }: { questionarios: readonly Questionario[] }) {
  const { close, done } = useFormDialog();
  const [lista, setLista] = useState('');
  const [questionarioId, setQuestionarioId] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const conferidos = checked?.conferidos ?? null;
  const [links, setLinks] = useState<Links | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const collectId = useId();
  const [comecar, setComecar] = useState(false);
  const [soCampo, setSoCampo] = useState(false);
  const [reading, setReading] = useState(false);
  const check = useApiMutation(checkConvites, {
    failed: 'Erro ao conferir a lista',
    onDone: ({ data }, { body }) => {
      setChecked({ body, conferidos: data });
      setComecar(false);
    },
  });
  const send = useApiMutation(sendConvites, {
    failed: 'Erro ao convidar',
    onDone: ({ data }) => {
      toast.success(
        [
          plural(data.convidados, 'pessoa convidada', 'pessoas convidadas'),
          data.coletores ? plural(data.coletores, 'passou a coletar', 'passaram a coletar') : null,
        ]
          .filter(Boolean)
          .join(', '),
      );
      if (data.links.length > 0) setLinks(data.links);
      else done();
    },
  });
  const busy = check.busy || send.busy || reading;
  useReportToDialog(busy, links === null && lista !== '');
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > ARQUIVO_MAX) {
      toast.error('Arquivo grande demais', { description: `Envie até ${CONVITES_MAX} pessoas por vez.` });
      return;
    }
    setReading(true);
    try {
      setLista(await readTextFile(chosen));
      setChecked(null);
    } catch {
      // The file was moved or changed after the person chose it.
      toast.error('Não foi possível ler o arquivo', {
        description: 'Selecione o arquivo de novo, ou copie as linhas e cole aqui.',
      });
    } finally {
      setReading(false);
    }
  };

  if (links) {
    return (
      <>
        <DialogHeader>
          <DialogTitle>Links dos convites</DialogTitle>
          <DialogDescription>
            Nenhum servidor de e-mail está configurado: entregue a cada pessoa o link dela. Cada link vale por
            7 dias.
          </DialogDescription>
        </DialogHeader>
        <ul aria-label="Links dos convites" className="grid max-h-[50dvh] gap-2 overflow-y-auto">
          {links.map((one) => (
            <li key={one.email} className="flex items-center justify-between gap-3 text-sm">
              <span className="min-w-0 break-words">
                {one.nome} <span className="text-muted-foreground">{one.email}</span>
              </span>
              <CopyButton
                iconOnly
                text={new URL(one.url, window.location.origin).href}
                label={`Copiar o link de ${one.nome}`}
              />
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button onClick={done}>Fechar</Button>
        </DialogFooter>
      </>
    );
  }
  const news = conferidos?.novos.length ?? 0;
  const collects =
    conferidos && questionarioId !== '' ? conferidos.existentes.filter(({ coleta }) => coleta).length : 0;
  return (
    <>
      <DialogHeader>
        <DialogTitle>Convidar de uma lista</DialogTitle>
        <DialogDescription>
          Escreva uma pessoa por linha, no formato nome;e-mail (um telefone depois do e-mail é ignorado). Você
          pode convidar até {CONVITES_MAX} pessoas por vez, sempre com o papel de usuário.
        </DialogDescription>
      </DialogHeader>
      <Field label="Lista" required>
        <Textarea
          rows={6}
          className="max-h-60"
          value={lista}
          disabled={busy}
          placeholder={'Ana Souza;ana@exemplo.com.br\nBruno Lima;bruno@exemplo.com.br'}
          onChange={(event) => {
            setLista(event.target.value);
            setChecked(null);
          }}
        />
      </Field>
      <div>
        <Button
          variant="outline"
          size="sm"
          loading={reading}
          disabled={busy}
          onClick={() => file.current?.click()}
        >
          {reading ? null : <Upload aria-hidden="true" />}
          Ler de um arquivo
        </Button>
        <input
          ref={file}
          type="file"
          aria-label="Arquivo com a lista"
          accept=".csv,.txt,text/csv,text/plain"
          className="hidden"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <Field label="Questionário para coletar" hint="Vale também para as pessoas da lista que já têm conta.">
        <ChoiceSelect
          id={collectId}
          value={questionarioId}
          disabled={busy}
          onValueChange={(value) => {
            setQuestionarioId(value);
            setChecked(null);
          }}
          options={[
            { value: '', label: 'Nenhum questionário: só convidar' },
            ...questionarios.map(({ id, nome }) => ({ value: id, label: nome })),
          ]}
        />
      </Field>
      <Label className="flex min-h-11 items-start gap-3 font-normal">
        <Checkbox
          className="mt-0.5"
          checked={soCampo}
          disabled={busy}
          onCheckedChange={(on) => setSoCampo(on === true)}
        />
        <span className="grid gap-0.5">
          <span className="font-medium">{DIREITO_LABEL.so_campo} para as pessoas novas</span>
          <span className="text-muted-foreground text-sm">{DIREITO_DESCRICAO.so_campo}</span>
        </span>
      </Label>
      {conferidos ? (
        <div role="status" className="grid gap-3">
          <People
            label="Novas: recebem um convite"
            people={conferidos.novos.map((one) => ({ key: one.email, text: `${one.nome}, ${one.email}` }))}
          />
          <People
            label="Já têm conta: as contas não mudam"
            people={conferidos.existentes.map((one) => ({
              key: one.email,
              text: one.email,
              note: one.motivo,
            }))}
          />
          <People
            label="Linhas com erro: ficam de fora"
            people={conferidos.invalidos.map((one) => ({
              key: String(one.linha),
              text: `Linha ${one.linha}: ${one.texto}`,
              note: one.motivo,
            }))}
          />
          {news + collects === 0 ? (
            <Notice variant="info">Não há ninguém a convidar nesta lista.</Notice>
          ) : null}
          {conferidos.cabem !== null && news > conferidos.cabem ? (
            <Notice>
              {conferidos.cabem === 0
                ? 'A empresa já tem o máximo de convites em aberto. Aguarde'
                : `A empresa só pode ter mais ${plural(conferidos.cabem, 'convite', 'convites')} em aberto. Divida a lista, aguarde`}{' '}
              os aceites pendentes ou peça um limite maior ao administrador da instalação.
            </Notice>
          ) : null}
          {conferidos.todos_coletam && news + collects > 0 ? (
            <BeginList checked={comecar} disabled={busy} onChange={setComecar} />
          ) : null}
        </div>
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={close} disabled={busy}>
          Cancelar
        </Button>
        {checked && news + collects > 0 ? (
          <Button
            loading={send.busy}
            disabled={
              (checked.conferidos.cabem !== null && news > checked.conferidos.cabem) ||
              (news === 0 && checked.conferidos.todos_coletam && !comecar)
            }
            onClick={() =>
              void send.attempt({ body: { ...checked.body, comecar_lista: comecar, so_campo: soCampo } })
            }
          >
            {news > 0 ? `Convidar ${plural(news, 'pessoa', 'pessoas')}` : 'Incluir nos coletores'}
          </Button>
        ) : (
          <Button
            loading={check.busy}
            disabled={lista.trim() === ''}
            onClick={() => void check.attempt({ body: { lista, questionario_id: questionarioId || null } })}
          >
            Conferir
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
