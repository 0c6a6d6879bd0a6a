import { deleteAccount, getProfile, listUsers, updateProfile } from '@escuta/shared/contracts/users';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { call, errorMessage } from '../../lib/api.ts';
import { apiQuery, queryKey } from '../../lib/query.ts';
import { session, useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';

/** The person's own account in this company: name, password, leaving. */
export function MyAccount() {
  const profile = useQuery({ ...apiQuery(getProfile), select: (answer) => answer.data });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Minha conta</CardTitle>
        <CardDescription>
          O seu acesso{profile.data ? ` a ${profile.data.empresa.nome}` : ''}.
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
  const client = useQueryClient();
  const { user } = useRequiredSession();
  const form = useForm({ resolver: zodResolver(updateProfile.body), values: { nome } });
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    mutationFn: (body: { nome: string }) => call(updateProfile, { body }),
    async onSuccess({ data }) {
      const current = session.get();
      if (current) session.start({ token: current.token, user: data.user, empresa: current.empresa });
      toast.success('Perfil atualizado!');
      await Promise.all(
        [getProfile, listUsers].map((contract) => client.invalidateQueries({ queryKey: queryKey(contract) })),
      );
    },
    onError: (error) =>
      toast.error('Erro ao atualizar perfil', {
        description: errorMessage(error, 'Não foi possível salvar o seu nome.'),
      }),
  });
  return (
    <form
      noValidate
      className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2"
      onSubmit={form.handleSubmit((body) => save.mutateAsync(body).catch(() => undefined))}
    >
      <Field label="Seu nome" required error={errors.nome?.message}>
        <Input {...form.register('nome')} autoComplete="name" maxLength={200} />
      </Field>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:gap-2">
        <Field label="E-mail" className="min-w-0 flex-1">
          <Input value={user.email} readOnly disabled />
        </Field>
        <Button type="submit" variant="outline" loading={save.isPending} disabled={!isDirty}>
          Salvar nome
        </Button>
      </div>
    </form>
  );
}

/** 'Excluir minha conta': the e-mail typed out confirms it. */
function DeleteAccount() {
  const { user } = useRequiredSession();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const confirmed = typed.trim().toLowerCase() === user.email.toLowerCase();
  const remove = useMutation({
    mutationFn: () => call(deleteAccount),
    onSuccess() {
      session.end('logout');
      toast.success('Conta excluída', { description: 'O seu acesso foi encerrado.' });
    },
    onError: (error) =>
      toast.error('Erro ao excluir conta', {
        description: errorMessage(error, 'Não foi possível excluir a sua conta.'),
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirmed && !remove.isPending) remove.mutate();
  };
  return (
    <>
      <Button
        variant="ghost"
        className="text-destructive-text hover:bg-destructive-soft hover:text-destructive-text"
        onClick={() => {
          setTyped('');
          setOpen(true);
        }}
      >
        <Trash2 aria-hidden="true" />
        Excluir minha conta
      </Button>
      <Dialog open={open} onOpenChange={(next) => (remove.isPending ? undefined : setOpen(next))}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Excluir minha conta</DialogTitle>
            <DialogDescription>
              O seu acesso a esta empresa termina na hora e não pode ser recuperado. Os projetos, as ligações
              e os registros da empresa permanecem.
            </DialogDescription>
          </DialogHeader>
          <form noValidate className="grid gap-5" onSubmit={submit}>
            <Field
              label={
                <>
                  Para confirmar, digite <strong className="break-all font-semibold">{user.email}</strong>
                </>
              }
            >
              <Input
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
              />
            </Field>
            <DialogFooter>
              <Button variant="outline" disabled={remove.isPending} onClick={() => setOpen(false)}>
                Cancelar
              </Button>
              <Button
                type="submit"
                variant="destructive"
                disabled={!confirmed || remove.isSuccess}
                loading={remove.isPending}
              >
                Excluir conta
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
    </>
  );
}
