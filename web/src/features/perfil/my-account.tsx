import { deleteAccount, getProfile, updateProfile } from '@escuta/shared/contracts/accounts/users';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { Form } from '../../kit/form/form.tsx';
import { DialogForm, FormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { session, useRequiredSession } from '../../lib/network/session.ts';
import { forgetOwner, ownerOf, unsentHere } from '../../lib/page/field-device.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** The person's own account in this company: name, password, and deleting the account. */
export function MyAccount() {
  const profile = useQuery({ ...apiQuery(getProfile), select: (answer) => answer.data });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Minha conta</CardTitle>
        <CardDescription>
          Os seus dados de acesso{profile.data ? ` a ${profile.data.empresa.nome}` : ''}.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-6">
        {profile.data ? (
          <NameForm key={profile.data.user.id} nome={profile.data.user.nome ?? ''} />
        ) : profile.isError ? (
          <ErrorState
            className="py-6"
            title="Erro ao buscar perfil do usuário"
            error={profile.error}
            onRetry={() => void profile.refetch()}
            retrying={profile.isFetching}
          />
        ) : (
          <div aria-busy="true" className="grid gap-4 sm:grid-cols-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-5">
          <Button variant="outline" asChild>
            <Link to={paths.updatePassword}>
              <KeyRound aria-hidden="true" />
              Alterar senha
            </Link>
          </Button>
          <DeleteAccount />
        </div>
      </CardContent>
    </Card>
  );
}

function NameForm({ nome }: { nome: string }) {
  const { user } = useRequiredSession();
  const save = useApiMutation(updateProfile, {
    done: 'Perfil atualizado!',
    failed: null,
    onDone: ({ data }) => {
      const current = session.get();
      if (current) session.start({ token: current.token, user: data.user, empresa: current.empresa });
    },
  });
  const api = useApiForm({
    schema: updateProfile.body,
    values: { nome },
    follow: true,
    send: (body) => save.run({ body }),
    failed: 'Erro ao atualizar perfil',
    fallback: 'Não foi possível salvar o seu nome.',
    draft: { key: 'meu-nome', title: 'Minha conta' },
  });
  return (
    <Form api={api} className="items-start gap-4 sm:grid-cols-2">
      <TextField {...api.field('nome')} label="Seu nome" required autoComplete="name" maxLength={200} />
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:gap-2">
        <Field label="E-mail" className="min-w-0 flex-1">
          <Input value={user.email} readOnly disabled />
        </Field>
        <Button type="submit" variant="outline" loading={api.busy} disabled={!api.dirty}>
          Salvar nome
        </Button>
      </div>
    </Form>
  );
}

/** 'Excluir minha conta': the person confirms by typing the e-mail. */
function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        className="text-destructive-text hover:bg-destructive-soft hover:text-destructive-text"
        onClick={() => setOpen(true)}
      >
        <Trash2 aria-hidden="true" />
        Excluir minha conta
      </Button>
      <FormDialog open={open} onClose={() => setOpen(false)}>
        <DeleteForm />
      </FormDialog>
    </>
  );
}

function DeleteForm() {
  const current = useRequiredSession();
  const { user } = current;
  const [unsent, setUnsent] = useState(0);
  useEffect(() => void unsentHere(current).then(setUnsent), [current]);
  const remove = useApiMutation(deleteAccount, {
    failed: null,
    onDone: () => {
      // Unsent interviews stay on the device, which sends them by its own authorisation, without the account.
      if (unsent === 0) forgetOwner(ownerOf(current));
      session.end('logout');
      toast.success('Conta excluída', { description: 'O seu acesso foi encerrado.' });
    },
  });
  const api = useApiForm({
    schema: z.object({ email: z.string() }),
    values: { email: '' },
    send: () => remove.run(),
    failed: 'Erro ao excluir conta',
    fallback: 'Não foi possível excluir a sua conta.',
    // Leaving the dialog asks nothing, because only the typed confirmation would be lost.
    guard: false,
  });
  return (
    <DialogForm
      api={api}
      title="Excluir minha conta"
      description="O seu acesso a esta empresa termina na hora e não pode ser recuperado. Os projetos, as ligações e os registros da empresa permanecem."
      submitLabel="Excluir conta"
      destructive
      disabled={api.form.watch('email').trim().toLowerCase() !== user.email.toLowerCase()}
    >
      {unsent > 0 ? (
        <Notice role="alert" icon={<TriangleAlert aria-hidden="true" />}>
          {plural(
            unsent,
            'entrevista deste aparelho ainda não foi enviada',
            'entrevistas deste aparelho ainda não foram enviadas',
          )}
          . Antes de excluir a conta, {unsent === 1 ? 'envie-a' : 'envie-as'} em{' '}
          <a href="/entrevista/" className="focus-ring rounded-sm underline underline-offset-4">
            Entrevistas em campo
          </a>
          . Entrevistas enviadas depois ficam retidas até um gerente liberá-las.
        </Notice>
      ) : null}
      <TextField
        {...api.field('email')}
        label={
          <>
            Para confirmar, digite <strong className="break-words font-semibold">{user.email}</strong>
          </>
        }
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
    </DialogForm>
  );
}
