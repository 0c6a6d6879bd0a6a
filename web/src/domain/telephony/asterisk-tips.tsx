import { Lightbulb } from 'lucide-react';
import { Card } from '../../ui/card.tsx';

const TIPS = [
  [
    'Crie um usuário para a interface ARI',
    'Crie no arquivo ari.conf do Asterisk, com senha própria. Basta a permissão de leitura.',
  ],
  [
    'Habilite a ARI na porta 8088',
    'No http.conf (enabled=yes) e no ari.conf. Prefira HTTPS se o servidor estiver na internet.',
  ],
  [
    'A extensão do Chrome usa estas credenciais',
    'Sem a extensão, use “Buscar gravação” no menu da ligação ou “Enviar gravações” no projeto. A senha nunca vai para o navegador.',
  ],
  ['A configuração é compartilhada por toda a empresa', 'Apenas uma configuração fica ativa de cada vez.'],
] as const;

/** Tips: what a person has to set up at the telephony server. */
export function AsteriskTips() {
  return (
    <Card className="h-fit bg-muted/40 p-5 shadow-none">
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        <Lightbulb className="size-4 text-warning-text" aria-hidden="true" />
        Dicas de configuração
      </h3>
      <ul className="mt-3 grid gap-3">
        {TIPS.map(([title, text]) => (
          <li key={title} className="text-dense">
            <p className="font-medium">{title}</p>
            <p className="text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
