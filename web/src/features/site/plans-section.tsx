import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDemoDialog } from '../../domain/site/demo-dialog-host.tsx';
import { paths } from '../../lib/paths.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { PLANS, type Plan } from './plans.ts';
import { Section } from './section.tsx';

function PlanCard({ plan }: { plan: Plan }) {
  const demo = useDemoDialog();
  const variant = plan.popular ? 'default' : 'outline';
  return (
    <li
      className={cn(
        'relative flex flex-col gap-6 rounded-xl border bg-card p-7',
        plan.popular && 'border-primary ring-1 ring-primary',
      )}
    >
      {plan.popular ? (
        <span className="-top-3 absolute left-7 rounded-full bg-primary px-3 py-1 font-semibold text-micro text-primary-foreground tracking-wide">
          MAIS POPULAR
        </span>
      ) : null}
      <div className="grid gap-1.5">
        <h3 className="font-semibold text-lg">{plan.nome}</h3>
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-3xl tabular-nums tracking-tight">{plan.preco}</span>
          {plan.porMes ? <span className="text-muted-foreground">por mês</span> : null}
        </p>
        <p className="text-muted-foreground">{plan.detalhe}</p>
      </div>
      <ul className="grid flex-1 content-start gap-3 border-t pt-6">
        {[plan.volume, ...plan.itens].map((item, index) => (
          <li key={item} className={cn('flex gap-2.5', index === 0 && 'font-medium')}>
            <Check className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
      {plan.acao === 'cadastro' ? (
        <Button size="lg" variant={variant} asChild>
          <Link to={paths.register} aria-label={`Começar Agora com o plano ${plan.nome}`}>
            Começar Agora
          </Link>
        </Button>
      ) : (
        <Button size="lg" variant={variant} onClick={() => demo.open(plan.nome)}>
          Fale com um especialista
        </Button>
      )}
    </li>
  );
}

export function Plans() {
  return (
    <Section
      id="planos"
      titulo="Planos"
      resumo="Um crédito, uma auditoria. Comece pelo volume que você tem hoje e mude quando ele mudar."
    >
      <ul className="grid gap-6 lg:grid-cols-3">
        {PLANS.map((plan) => (
          <PlanCard key={plan.nome} plan={plan} />
        ))}
      </ul>
    </Section>
  );
}
