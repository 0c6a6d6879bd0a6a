import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Screenshot } from '../../domain/site/screenshot.tsx';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Wave } from './wave.tsx';

const FACTS = [
  'Os dois lados separados',
  'A frase que prova cada pontuação',
  'Cada empresa só vê os próprios dados',
];

/** Sample sentences in the pictures. */
const HEARD = [
  {
    quando: '0:17',
    oque: 'Confirmou os dados do cliente',
    detalhe: '“Por gentileza, me confirma o seu nome completo e os três primeiros dígitos do CPF?”',
  },
  {
    quando: '0:32',
    oque: 'Silêncio de 7 segundos',
    detalhe: 'Espera anunciada pelo agente, medida no áudio.',
  },
  {
    quando: '0:47',
    oque: 'Cliente interrompe',
    detalhe: 'Sobreposição de fala no momento mais difícil da ligação.',
  },
] as const;

/** Top of the site: what the product is for, and what it looks like. */
export function Hero() {
  return (
    <section id="inicio" aria-labelledby="inicio-titulo" className="relative overflow-hidden pt-28 sm:pt-36">
      <div className="mx-auto grid max-w-6xl items-center gap-x-12 gap-y-12 px-5 sm:px-8 lg:grid-cols-[1fr_1.12fr]">
        <div className="grid gap-7">
          <h1
            id="inicio-titulo"
            data-route-heading
            tabIndex={-1}
            className="font-semibold text-[2.5rem] leading-[1.08] tracking-[-0.03em] outline-none sm:text-5xl xl:text-[3.5rem]"
          >
            Todas as ligações ouvidas. Cada conclusão{' '}
            <span className="text-primary-text">com a sua prova.</span>
          </h1>
          <p className="max-w-xl text-lg text-muted-foreground leading-relaxed">
            A Escuta transcreve e audita as ligações do seu call center e as entrevistas das suas pesquisas
            com inteligência artificial, e mostra a frase exata que sustenta cada pontuação.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="lg" asChild>
              <Link to={paths.register}>
                Solicitar Demonstração
                <ArrowRight aria-hidden="true" />
              </Link>
            </Button>
            <Button size="lg" variant="outline" asChild>
              <Link to={paths.register}>Ver Planos</Link>
            </Button>
          </div>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 text-muted-foreground">
            {FACTS.map((fact) => (
              <li key={fact} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-primary" />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <Screenshot
          first
          name="analise"
          alt="Tela de análise de uma ligação: as ondas do agente e do cliente, a transcrição dos dois lados e os critérios com pontuação."
          sizes="(min-width: 1152px) 580px, (min-width: 1024px) 50vw, 92vw"
        />
      </div>
      <div className="mt-16 border-t bg-card/60 pt-8 sm:mt-20">
        <Wave />
        <dl className="mx-auto grid max-w-6xl gap-x-12 gap-y-6 px-5 py-9 sm:px-8 md:grid-cols-3">
          {HEARD.map(({ quando, oque, detalhe }) => (
            <div key={quando} className="grid grid-cols-[auto_1fr] gap-x-4">
              <dt className="font-semibold text-primary-text tabular-nums">{quando}</dt>
              <dd className="grid content-start gap-0.5">
                <span className="font-medium">{oque}</span>
                <span className="text-muted-foreground">{detalhe}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
