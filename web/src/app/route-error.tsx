import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { pressAnew } from '../lib/page/early-press.ts';
import { Button } from '../ui/button.tsx';

interface Props {
  children: ReactNode;
  /** The location. When it changes, an error is forgotten and the page is rendered again. */
  resetKey: string;
}

interface State {
  error: Error | null;
  resetKey: string;
}

/** True if the browser asked for a chunk of an older build, which a deployment removed. */
function isMissingChunk(error: Error): boolean {
  return /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(
    error.message,
  );
}

/** Keeps a failing page from taking the whole application down: the shell around it stays usable. */
export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Falha ao exibir a página', error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Failure error={error} /> : this.props.children;
  }
}

/**
 * Shows a failure of the router itself, such as a page's code that could not be fetched, on the same error page as
 * RouteErrorBoundary.
 */
export function RouteError() {
  const error = useRouteError();
  return <Failure error={error instanceof Error ? error : new Error(String(error))} />;
}

function Failure({ error }: { error: Error }) {
  const stale = isMissingChunk(error);
  // Repeats a press on a button of the prerendered landing page, which this page has replaced.
  useEffect(pressAnew, []);
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-4 px-6 py-24 text-center">
      <h1 className="font-semibold text-xl">
        {stale ? 'Não foi possível carregar esta página' : 'Algo deu errado nesta página'}
      </h1>
      <p className="text-muted-foreground">
        {stale
          ? 'Há uma nova versão da Escuta, ou a conexão caiu. Recarregue a página para continuar.'
          : 'Recarregue a página. Se o erro continuar, fale com o suporte.'}
      </p>
      <Button onClick={() => window.location.reload()}>Recarregar página</Button>
    </div>
  );
}
