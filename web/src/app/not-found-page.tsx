import { Link } from 'react-router-dom';
import { useDocumentTitle } from '../lib/page/document-title.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';

/** Page shown for an address that no screen of the application has. */
export default function NotFoundPage() {
  useDocumentTitle('Página não encontrada');
  return (
    <main
      id="conteudo"
      className="flex min-h-dvh flex-col items-center justify-center gap-6 px-6 text-center"
    >
      <div className="grid gap-2">
        <h1
          data-route-heading
          tabIndex={-1}
          className="font-semibold text-7xl text-primary-text tracking-tight"
        >
          404
        </h1>
        <p className="text-lg text-muted-foreground">Opa! Pagina não encontrada!</p>
      </div>
      <Button asChild>
        <Link to={paths.home}>Voltar para home</Link>
      </Button>
    </main>
  );
}
