import { Link } from 'react-router-dom';
import { useOperador } from '../../lib/network/operador.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';

/** Section of the site with the first step for a new customer, and the operator's contact. */
export function Contact() {
  const { operador } = useOperador();
  const { email, telefone } = operador ?? {};
  return (
    <section
      id="contato"
      aria-labelledby="contato-titulo"
      className="scroll-mt-16 bg-[oklch(0.27_0.045_212)] text-white"
    >
      <div className="mx-auto grid max-w-6xl items-end gap-10 px-5 py-20 sm:px-8 lg:grid-cols-[1.4fr_1fr]">
        <div className="grid gap-4">
          <h2
            id="contato-titulo"
            tabIndex={-1}
            className="font-semibold text-3xl tracking-tight outline-none sm:text-4xl"
          >
            Ouça a sua operação inteira
          </h2>
          <p className="max-w-xl text-base text-white/80 leading-relaxed sm:text-lg">
            Cadastre a empresa, envie a primeira ligação e veja a análise na mesma hora. Se preferir, solicite
            uma demonstração.
          </p>
        </div>
        <div className="grid content-end gap-5 lg:justify-items-end">
          <Button
            size="lg"
            asChild
            className="bg-white text-[oklch(0.27_0.045_212)] hover:bg-white/90 max-lg:justify-self-start"
          >
            <Link to={paths.register}>Solicitar Demonstração</Link>
          </Button>
          <p className="min-h-5 text-white/80">
            {email ? (
              <a className="focus-ring rounded-sm underline underline-offset-4" href={`mailto:${email}`}>
                {email}
              </a>
            ) : null}
            {email && telefone ? ' · ' : null}
            {telefone ? (
              <a
                className="focus-ring rounded-sm underline underline-offset-4"
                href={`tel:${telefone.replace(/[^\d+]/g, '')}`}
              >
                {telefone}
              </a>
            ) : null}
          </p>
        </div>
      </div>
    </section>
  );
}
