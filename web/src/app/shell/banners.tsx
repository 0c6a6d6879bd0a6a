import { CloudOff, FlaskConical } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx';

/** Banner on every screen while the back end cannot be reached; its button checks again. */
export function ConnectionBanner({ checking, onCheck }: { checking: boolean; onCheck: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-alarm px-4 py-3 text-alarm-foreground sm:px-6"
    >
      <CloudOff className="size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-60 flex-1">
        <p className="font-semibold">Erro de Conexão com o Backend</p>
        <p className="text-dense">
          Não foi possível conectar ao servidor. Algumas funcionalidades podem estar indisponíveis. Por favor,
          tente novamente mais tarde.
        </p>
      </div>
      <Button
        size="sm"
        variant="ghost"
        loading={checking}
        onClick={onCheck}
        className="border border-current text-alarm-foreground hover:bg-black/20 hover:text-alarm-foreground"
      >
        Tentar novamente
      </Button>
    </div>
  );
}

/** Says that no AI provider is set up, and which functions are therefore missing. */
export function DemoNotice() {
  return (
    <Popover>
      <PopoverTrigger
        className="focus-ring inline-flex items-center rounded-full max-sm:min-h-11"
        aria-label="Modo demonstração: saiba mais"
      >
        <Badge variant="warning">
          <FlaskConical aria-hidden="true" />
          <span className="max-sm:hidden">Modo demonstração</span>
          <span className="sm:hidden">Demo</span>
        </Badge>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Modo demonstração" className="grid w-80 gap-2 text-sm">
        <p className="font-semibold">Modo demonstração</p>
        <p className="text-muted-foreground">
          Nenhum provedor de inteligência artificial está configurado. Só as gravações de exemplo são
          transcritas, e as análises seguem regras simples: servem para conhecer o produto, não para avaliar
          atendimentos.
        </p>
        <p className="text-muted-foreground">
          Para processar as suas gravações, o administrador da instalação precisa informar a chave de um
          provedor na configuração do servidor.
        </p>
      </PopoverContent>
    </Popover>
  );
}
