import { Code2, LifeBuoy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../kit/page-header.tsx';
import { paths } from '../../lib/paths.ts';
import { DOC_TOPICS } from '../../lib/text/doc-topics.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { BODIES } from './topics.tsx';

/** Path of the API's description, which the API serves. */
const API_DOCS = '/api/docs';

function goTo(id: string): void {
  const topic = document.getElementById(id);
  topic?.scrollIntoView({ behavior: 'smooth' });
  topic?.focus({ preventScroll: true });
}

/** 'Documentação': use of the product, for coordinators, and a link to the API, for integrators. */
export default function DocumentacaoPage() {
  return (
    <>
      <PageHeader title="Documentação" description="Como trabalhar com a Escuta no dia a dia." />
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav aria-label="Assuntos" className="grid gap-1 lg:sticky lg:top-20">
          {DOC_TOPICS.map(({ id, title }) => (
            <Button
              key={id}
              variant="ghost"
              size="sm"
              className="h-auto justify-start whitespace-normal py-1.5 text-left font-normal"
              onClick={() => goTo(id)}
            >
              {title}
            </Button>
          ))}
        </nav>
        <div className="grid min-w-0 gap-4">
          {DOC_TOPICS.map(({ id, title }) => (
            <Card key={id}>
              <section
                id={id}
                tabIndex={-1}
                aria-labelledby={`${id}-titulo`}
                className="grid scroll-mt-20 gap-3 p-5 outline-none"
              >
                <CardTitle id={`${id}-titulo`}>{title}</CardTitle>
                <div className="grid max-w-prose gap-2 leading-relaxed [&_dd]:mb-2 [&_dd]:text-muted-foreground [&_dl]:grid [&_dl]:gap-1.5 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:pl-5 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">
                  {BODIES[id]}
                </div>
              </section>
            </Card>
          ))}
          <Card className="flex flex-wrap items-center justify-between gap-4 p-5">
            <div className="grid gap-1">
              <p className="font-semibold text-base">Não achou a resposta?</p>
              <p className="text-muted-foreground">
                O suporte responde por ticket. A referência da API descreve todas as chamadas para integrar
                sistemas.
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" asChild>
                <a href={API_DOCS} target="_blank" rel="noreferrer">
                  <Code2 aria-hidden="true" />
                  Referência da API
                  <span className="sr-only">(abre em nova janela)</span>
                </a>
              </Button>
              <Button asChild>
                <Link to={paths.suporte}>
                  <LifeBuoy aria-hidden="true" />
                  Suporte
                </Link>
              </Button>
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}
