import { cancelEmailDeAviso, readDescadastro } from '@escuta/shared/contracts/accounts/avisos';
import { Link2Off, MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { wordsOfEmail } from '../../domain/notices/words.ts';
import { ApiError, call, type Data } from '../../lib/network/api.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LogoMark } from '../../ui/logo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

type Email = Data<typeof readDescadastro>['email'];
type State =
  | { step: 'abrindo' }
  | { step: 'pergunta'; email: Email }
  | { step: 'parado'; email: Email }
  | { step: 'morto' }
  | { step: 'falha'; error: unknown };

const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Page of an unsubscribe link: asks whether to stop a kind of e-mail. Opening the page changes nothing yet. */
export default function DescadastroPage() {
  useDocumentTitle('Parar de receber um e-mail');
  const token = useLocation().hash.slice(1);
  return (
    <main
      id="conteudo"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-xl content-center gap-6 px-5 py-10 outline-none"
    >
      <p className="flex items-center gap-2 font-semibold tracking-tight">
        <LogoMark className="size-7" /> Escuta
      </p>
      <Card className="grid gap-4 p-5">
        {token === '' ? <DeadLink /> : <MailQuestion key={token} token={token} />}
      </Card>
    </main>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <h1 data-route-heading tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
      {children}
    </h1>
  );
}

function MailQuestion({ token }: { token: string }) {
  const [state, setState] = useState<State>({ step: 'abrindo' });
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    const controller = new AbortController();
    call(readDescadastro, { body: { token }, signal: controller.signal }).then(
      ({ data }) => setState({ step: 'pergunta', email: data.email }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState(isDead(error) ? { step: 'morto' } : { step: 'falha', error });
      },
    );
    return () => controller.abort();
  }, [token, round]);
  const stop = (): void => {
    setBusy(true);
    call(cancelEmailDeAviso, { query: { token } })
      .then(
        ({ data }) => setState({ step: 'parado', email: data.email }),
        (error: unknown) => setState(isDead(error) ? { step: 'morto' } : { step: 'falha', error }),
      )
      .finally(() => setBusy(false));
  };

  if (state.step === 'abrindo') return <Skeleton className="h-40" aria-busy="true" />;
  if (state.step === 'morto') return <DeadLink />;
  if (state.step === 'falha') {
    const again = (): void => {
      setState({ step: 'abrindo' });
      setRound((value) => value + 1);
    };
    return <ErrorState title="Não foi possível abrir o link" error={state.error} onRetry={again} />;
  }
  const { nome, canal } = wordsOfEmail(state.email);
  if (state.step === 'parado') {
    return (
      <div role="status" className="grid gap-4">
        <MailCheck aria-hidden="true" className="size-6 text-success-text" />
        <Heading>E-mail desativado</Heading>
        <p className="text-sm">
          Você não recebe mais por e-mail: <strong>{nome}</strong>. Você ainda pode receber uma mensagem
          enviada antes.
        </p>
        <p className="text-muted-foreground text-sm">
          Para voltar a receber, entre na Escuta e marque “{canal}” em Configurações, Avisos.
        </p>
        <Button asChild variant="outline" className="w-fit">
          <Link to={`${paths.perfil}#avisos`}>Abrir os meus avisos</Link>
        </Button>
      </div>
    );
  }
  return (
    <>
      <Heading>Parar de receber este e-mail?</Heading>
      <p className="text-sm">
        Você deixa de receber por e-mail: <strong>{nome}</strong>.
      </p>
      <p className="text-muted-foreground text-sm">
        Vale só para a empresa que enviou a mensagem. Os outros e-mails e os avisos dentro da Escuta continuam
        como estão.
      </p>
      <Button className="w-fit" loading={busy} onClick={stop}>
        Parar de receber
      </Button>
    </>
  );
}

function DeadLink() {
  return (
    <>
      <Link2Off aria-hidden="true" className="size-6 text-muted-foreground" />
      <Heading>Este link não é válido</Heading>
      <p className="text-sm">
        Abra o link inteiro, como está no e-mail. Você também pode entrar na Escuta e desativar os seus
        e-mails em Configurações, Avisos.
      </p>
      <Button asChild variant="outline" className="w-fit">
        <Link to={`${paths.perfil}#avisos`}>Abrir os meus avisos</Link>
      </Button>
    </>
  );
}
